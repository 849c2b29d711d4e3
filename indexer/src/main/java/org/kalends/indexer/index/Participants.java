package org.kalends.indexer.index;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.event.EventLimits;

/** Who takes part in an event, and how. */
final class Participants {
  private Participants() {}

  /**
   * A component's participants and their PARTSTAT. Of two lines for one address the first counts
   * (RFC 5545 §3.8.4.1 allows one); an organizer without a line takes part as accepted.
   */
  static Map<AttendeeAddress, ParticipationStatus> of(Component component) {
    Map<AttendeeAddress, ParticipationStatus> participants =
        LinkedHashMap.newLinkedHashMap(component.getAttendees().size() + 1);
    for (Attendee attendee : component.getAttendees()) {
      participants.putIfAbsent(
          AttendeeAddress.of(attendee.getAddress()), attendee.getParticipation());
    }
    if (component.getOrganizer() != null) {
      participants.putIfAbsent(
          AttendeeAddress.of(component.getOrganizer()), ParticipationStatus.ACCEPTED);
    }
    return participants;
  }

  /**
   * All addresses over the master and the overrides.
   *
   * @throws IllegalArgumentException when they are more than {@link EventLimits#MAX_ATTENDEES}
   */
  static Set<AttendeeAddress> addresses(Event event) {
    Set<AttendeeAddress> addresses = new LinkedHashSet<>();
    if (event.getMaster() != null) {
      addresses.addAll(of(event.getMaster()).keySet());
    }
    for (EventOverride override : event.getOverrides()) {
      addresses.addAll(of(override.getComponent()).keySet());
    }
    if (addresses.size() > EventLimits.MAX_ATTENDEES) {
      throw new IllegalArgumentException(
          "An event has at most "
              + EventLimits.MAX_ATTENDEES
              + " attendees, organizers and overrides' included; attendees="
              + addresses.size());
    }
    return addresses;
  }
}
