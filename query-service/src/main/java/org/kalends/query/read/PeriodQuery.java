package org.kalends.query.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.rule.StepBudgetExceededException;
import org.kalends.indexer.store.EntryCursor;
import org.kalends.indexer.store.PartitionUnavailableException;

/**
 * Finds the events with an occurrence in the window, in the order of their first ones there. Of
 * each event no more than that first occurrence is computed.
 */
public final class PeriodQuery {
  private final OccurrenceQuery query;
  private final StepBudget budget;
  private final PriorityQueue<OccurrenceKey> first =
      new PriorityQueue<>(Comparator.<OccurrenceKey>naturalOrder().reversed());

  public PeriodQuery(OccurrenceQuery query) {
    this.query = query;
    this.budget = new StepBudget(query.steps());
  }

  /**
   * The keys of the page's events, and of one more where there is one.
   *
   * @param entries of the whole window
   * @throws org.kalends.schemas.http.ProblemException step-budget-exceeded
   */
  public List<OccurrenceKey> find(EntryCursor entries) throws PartitionUnavailableException {
    try {
      for (IndexEntry entry = entries.next(); entry != null; entry = entries.next()) {
        add(ExpandableEvent.of(entry));
      }
    } catch (StepBudgetExceededException e) {
      throw OccurrenceQuery.tooManySteps(query.steps());
    }
    List<OccurrenceKey> page = new ArrayList<>(first);
    page.sort(null);
    return page;
  }

  private void add(ExpandableEvent event) {
    Occurrence occurrence =
        event.occurrences(query.window().range(), query.window().zone(), budget).next();
    if (occurrence == null) {
      return;
    }
    OccurrenceKey key =
        new OccurrenceKey(
            occurrence.startMillis(),
            occurrence.endMillis(),
            event.uid().value(),
            event.calendar().value(),
            OccurrenceKey.NO_ORIGINAL);
    OccurrenceKey after = query.after();
    if (after == null || key.compareTo(after) > 0) {
      first.add(key);
      if (first.size() > query.limit() + 1) {
        first.remove();
      }
    }
  }
}
