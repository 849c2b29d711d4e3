package org.kalends.indexer.recurrence;

import org.jspecify.annotations.Nullable;
import org.kalends.indexer.rule.StepBudgetExceededException;

/**
 * Occurrences in the order of {@link Occurrence#IN_TIME}, computed one at a time. Used by one
 * thread; holds nothing to close.
 */
@FunctionalInterface
public interface OccurrenceCursor {
  /**
   * The next occurrence, or null after the last.
   *
   * @throws StepBudgetExceededException when finding it takes more steps than are left
   */
  @Nullable Occurrence next();
}
