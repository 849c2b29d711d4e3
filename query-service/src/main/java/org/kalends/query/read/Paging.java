package org.kalends.query.read;

import org.jspecify.annotations.Nullable;

/**
 * A page's place among the pages of its query.
 *
 * @param fingerprint of the query
 * @param before the cursor that it was asked for with, or null for the first page
 * @param position that it was read at
 */
public record Paging(long fingerprint, @Nullable Cursor before, Position position) {
  /** The text of the cursor for the page behind this one, which ends with this row. */
  public String next(PageKey last) {
    return new Cursor(fingerprint, before == null ? position.digest() : before.position(), last)
        .encode();
  }

  /** Whether the data has moved since the first page. */
  public boolean changed() {
    return before != null && before.position() != position.digest();
  }
}
