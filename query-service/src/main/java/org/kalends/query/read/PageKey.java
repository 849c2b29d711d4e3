package org.kalends.query.read;

/** Where in its order a page ended: the key of its last row. */
public sealed interface PageKey permits OccurrenceKey, PageKey.Name {
  /** The last row of a list in order of name: a calendar or a uid. */
  record Name(String name) implements PageKey {}
}
