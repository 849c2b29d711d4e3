package org.kalends.indexer.rule;

/**
 * How many steps of expansion a query may still take: what bounds rules that fire each second or
 * search for long. One thread.
 */
public final class StepBudget {
  /** Steps of a whole query; some 0.1 µs each. */
  public static final long DEFAULT_STEPS = 1_000_000;

  private long left;

  public StepBudget(long steps) {
    this.left = steps;
  }

  /**
   * Takes one step.
   *
   * @throws StepBudgetExceededException when none is left
   */
  public void step() {
    if (--left < 0) {
      throw new StepBudgetExceededException();
    }
  }

  public long left() {
    return Math.max(0, left);
  }
}
