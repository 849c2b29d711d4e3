package org.kalends.schemas.http;

/** Thrown by an {@link Endpoint} before it has answered: the server answers with its problem. */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
  }

  public ProblemException(ProblemType type, String detail) {
    this(Problem.of(type, detail));
  }

  public Problem problem() {
    return problem;
  }
}
