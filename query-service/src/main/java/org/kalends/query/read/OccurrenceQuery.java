package org.kalends.query.read;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.ComponentView;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.rule.StepBudgetExceededException;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/**
 * Asks for a page of occurrences.
 *
 * @param limit how many at most
 * @param fingerprint of all that must stay the same from page to page
 * @param cursor where the page before ended, or null for the first
 * @param steps how many steps of expansion the page may take
 */
public record OccurrenceQuery(
    Window window, int limit, long fingerprint, @Nullable Cursor cursor, long steps) {
  /**
   * @param cursorText as handed in
   * @param asked all that must stay the same from page to page
   * @throws ProblemException invalid-cursor
   */
  public static OccurrenceQuery of(
      Window window, int limit, @Nullable String cursorText, long steps, Object... asked) {
    long fingerprint = Fingerprint.of(asked);
    Cursor cursor = Cursor.of(cursorText, fingerprint);
    if (cursor != null
        && !(cursor.key() instanceof OccurrenceKey key
            && key.startMillis() < window.range().toMillis())) {
      throw new ProblemException(
          ProblemType.INVALID_CURSOR, "The cursor stands outside of the window");
    }
    return new OccurrenceQuery(window, limit, fingerprint, cursor, steps);
  }

  /** The part of the window that this page and those behind it can have occurrences of. */
  public TimeRange rest() {
    OccurrenceKey after = after();
    return after == null ? window.range() : window.from(after.startMillis());
  }

  /** A page to add events to. */
  public Collector collect() {
    return new Collector();
  }

  @Nullable OccurrenceKey after() {
    return cursor != null && cursor.key() instanceof OccurrenceKey key ? key : null;
  }

  static ProblemException tooManySteps(long steps) {
    return new ProblemException(
        ProblemType.STEP_BUDGET_EXCEEDED,
        "The query takes more steps of expansion than it may: ask for a shorter time, or for fewer"
            + " calendars or attendees; steps="
            + steps);
  }

  /** Takes in the events that a page is made of. */
  public final class Collector {
    private final StepBudget budget = new StepBudget(steps);
    private final OccurrenceMerge merge = new OccurrenceMerge(limit + 1);

    private Collector() {}

    /**
     * @throws ProblemException step-budget-exceeded
     */
    public Collector add(ExpandableEvent event, Predicate<ComponentView> shown) {
      try {
        merge.add(
            new EventOccurrences(
                event, event.occurrences(rest(), window.zone(), budget), shown, after()));
      } catch (StepBudgetExceededException e) {
        throw tooManySteps(steps);
      }
      return this;
    }

    /**
     * The page of what was added.
     *
     * @param position that the events were read at
     */
    public OccurrencePage page(Position position) {
      return new OccurrencePage(OccurrenceQuery.this, merge, position);
    }
  }
}
