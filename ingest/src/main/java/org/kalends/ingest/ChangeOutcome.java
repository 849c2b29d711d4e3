package org.kalends.ingest;

import org.jspecify.annotations.Nullable;
import org.kalends.schemas.ConsistencyToken;
import org.kalends.schemas.avro.OutcomeStatus;
import org.kalends.schemas.avro.Rejection;

/**
 * What became of one change: the single writer's own answer.
 *
 * @param uid of the event; empty for a whole calendar
 * @param status REJECTED is an answer too, and no failure of the future that carries it
 * @param etag of the event as it now stands; null once it is gone or was never there
 * @param token makes the change visible to a read that hands it over; of a rejected change, what it
 *     was decided on
 * @param rejection why, with the property and the rule; set if and only if it is rejected
 */
public record ChangeOutcome(
    String uid,
    OutcomeStatus status,
    @Nullable String etag,
    ConsistencyToken token,
    @Nullable Rejection rejection) {
  /** Whether the calendar now is as the change asked for. */
  public boolean accepted() {
    return status != OutcomeStatus.REJECTED;
  }
}
