package org.kalends.query.read;

import org.kalends.indexer.index.ComponentView;
import org.kalends.indexer.recurrence.Occurrence;

/** An occurrence of an answer, with its event and its place in the order. */
public record FoundOccurrence(OccurrenceKey key, Occurrence occurrence, ExpandableEvent event) {
  /** The fields that it has. */
  public ComponentView component() {
    return event.component(occurrence.override());
  }
}
