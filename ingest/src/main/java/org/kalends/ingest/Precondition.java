package org.kalends.ingest;

import org.jspecify.annotations.Nullable;

/**
 * What must hold for a change to be applied; decided by the calendar's single writer, in the order
 * of the changes, and not where the change is made (RFC 9110 §13.1).
 *
 * @param ifMatch the etag that the event must have, {@code "*"} for any, null for no matter which
 * @param ifNoneMatch whether there must be no such event
 */
public record Precondition(@Nullable String ifMatch, boolean ifNoneMatch) {
  /** Apply the change whatever there is. */
  public static final Precondition NONE = new Precondition(null, false);

  /** Apply the change only if the event has this etag. */
  public static Precondition ifMatch(String etag) {
    return new Precondition(etag, false);
  }

  /** Apply the change only if there is such an event. */
  public static Precondition ifThere() {
    return new Precondition("*", false);
  }

  /** Apply the change only if there is no such event. */
  public static Precondition ifAbsent() {
    return new Precondition(null, true);
  }
}
