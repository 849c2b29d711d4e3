package org.kalends.ingest.http;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.ChangeException;
import org.kalends.ingest.icalendar.ReadItem;
import org.kalends.schemas.avro.Rejection;
import org.kalends.schemas.http.Problem;
import org.kalends.schemas.http.ProblemType;

/** What a caller is told of a change that was rejected or has no outcome. */
final class WriteProblems {
  private WriteProblems() {}

  /**
   * @param lines of the text that the rejected event comes from, to name the line at fault; null
   *     when there is no text
   */
  static Problem of(Rejection rejection, ReadItem.@Nullable SourceLines lines) {
    ProblemType type = typeOf(rejection);
    boolean ofTheText = rejection.getProperty() != null || type.status() == 422;
    if (lines != null && ofTheText) {
      return lines.locate(rejection).asProblem();
    }
    return new Problem(
        type, rejection.getDetail(), null, rejection.getProperty(), rejection.getRule(), null);
  }

  private static ProblemType typeOf(Rejection rejection) {
    return ProblemType.ofSlug(rejection.getType()).orElse(ProblemType.INVALID_EVENT);
  }

  /** Why there is no outcome. */
  static Problem of(Throwable fault) {
    return switch (causeOf(fault)) {
      case ChangeException.TooLarge e -> Problem.of(ProblemType.LIMIT_EXCEEDED, sentence(e));
      case ChangeException.NoRoom e -> Problem.of(ProblemType.OVERLOADED, sentence(e));
      case ChangeException.NotStored e -> Problem.of(ProblemType.UNAVAILABLE, sentence(e));
      case ChangeException.ResultUnknown e -> Problem.of(ProblemType.RESULT_TIMEOUT, sentence(e));
      case Throwable other ->
          Problem.of(ProblemType.INTERNAL, "The change has no outcome; cause=" + sentence(other));
    };
  }

  private static Throwable causeOf(Throwable fault) {
    Throwable cause = fault.getCause();
    boolean wrapped = fault instanceof CompletionException || fault instanceof ExecutionException;
    return wrapped && cause != null ? cause : fault;
  }

  private static String sentence(Throwable fault) {
    String message = fault.getMessage();
    return message == null ? fault.getClass().getSimpleName() : message;
  }
}
