package org.kalends.ingest;

import org.jspecify.annotations.Nullable;

/**
 * Why a change has no outcome. A change that the single writer rejects is no such case: its
 * rejection is an outcome.
 *
 * <p>Repeating a change is safe in all cases: one that had been applied is unchanged the second
 * time, unless it carries a precondition.
 */
public abstract sealed class ChangeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private ChangeException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** It does not fit into a record; nothing was sent. */
  public static final class TooLarge extends ChangeException {
    private static final long serialVersionUID = 1;

    TooLarge(String what, long bytes, long limit) {
      super(
          "The change is too large for a record; " + what + " bytes=" + bytes + " limit=" + limit,
          null);
    }
  }

  /** There was no room for it in time: too much is under way. Nothing was sent. */
  public static final class NoRoom extends ChangeException {
    private static final long serialVersionUID = 1;

    NoRoom(String detail) {
      super(detail, null);
    }
  }

  /** Kafka has not confirmed that it has it: it may be stored or not. */
  public static final class NotStored extends ChangeException {
    private static final long serialVersionUID = 1;

    NotStored(String changeId, Throwable cause) {
      super(
          "Kafka has not confirmed the change, repeating it is safe; changeId="
              + changeId
              + " cause="
              + cause.getMessage(),
          cause);
    }
  }

  /** Kafka has it, and it will be applied, but its result did not come in time. */
  public static final class ResultUnknown extends ChangeException {
    private static final long serialVersionUID = 1;

    ResultUnknown(String changeId, String why) {
      super(
          "The change is stored and will be applied, its result is not known; changeId="
              + changeId
              + " "
              + why,
          null);
    }
  }
}
