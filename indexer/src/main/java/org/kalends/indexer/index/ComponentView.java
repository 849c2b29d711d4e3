package org.kalends.indexer.index;

import org.jspecify.annotations.Nullable;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.Transparency;

/**
 * What an answer says about an occurrence beside its times: the fields of the component (master or
 * override) that it has.
 */
public interface ComponentView {
  @Nullable String summary();

  @Nullable String location();

  EventStatus status();

  Transparency transparency();

  @Nullable String classification();

  /** The zone of the start, or null for dates, floating and UTC times. */
  @Nullable String zone();

  /**
   * How this address takes part: its PARTSTAT, {@link ParticipationStatus#ACCEPTED} for an
   * organizer without an attendee line, null when it does not take part.
   */
  @Nullable ParticipationStatus participation(AttendeeAddress address);
}
