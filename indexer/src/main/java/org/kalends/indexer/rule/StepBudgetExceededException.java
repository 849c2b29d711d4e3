package org.kalends.indexer.rule;

/** An expansion needed more steps than its {@link StepBudget} had. */
public final class StepBudgetExceededException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StepBudgetExceededException() {
    super("The expansion needs more steps than its budget has", null, false, false);
  }
}
