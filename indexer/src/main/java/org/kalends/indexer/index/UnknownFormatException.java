package org.kalends.indexer.index;

/**
 * A stored row has a format version that this program does not know: a newer one wrote it. Nothing
 * can be answered from it; the message says what to do.
 */
public final class UnknownFormatException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnknownFormatException(String row, int version, int newestKnown) {
    super(
        "A stored row has a format that this program does not know; row="
            + row
            + " version="
            + version
            + " newestKnown="
            + newestKnown
            + ": run the version of Kalends that wrote it or a later one, or rebuild the index with"
            + " this one (kalends reindex)");
  }
}
