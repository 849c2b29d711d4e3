package org.kalends.indexer.index;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.Transparency;

/** The view of a component of a record. One thread. */
final class RecordComponentView implements ComponentView {
  private final Component component;
  private @Nullable Map<AttendeeAddress, ParticipationStatus> participants;

  RecordComponentView(Component component) {
    this.component = component;
  }

  @Override
  public @Nullable String summary() {
    return component.getSummary();
  }

  @Override
  public @Nullable String location() {
    return component.getLocation();
  }

  @Override
  public EventStatus status() {
    return component.getStatus();
  }

  @Override
  public Transparency transparency() {
    return component.getTransparency();
  }

  @Override
  public @Nullable String classification() {
    return component.getClassification();
  }

  @Override
  public @Nullable String zone() {
    return component.getStart().getZone();
  }

  @Override
  public @Nullable ParticipationStatus participation(AttendeeAddress address) {
    Map<AttendeeAddress, ParticipationStatus> known = participants;
    if (known == null) {
      known = Participants.of(component);
      participants = known;
    }
    return known.get(address);
  }
}
