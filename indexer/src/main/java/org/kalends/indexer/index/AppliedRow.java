package org.kalends.indexer.index;

/**
 * The value of the stores {@code applied} and {@code subject-applied}; what the number is, {@link
 * AppliedKey} tells.
 *
 * <pre>
 * bytes  what
 * 1      format version, 1
 * 8      value
 * </pre>
 */
public record AppliedRow(long value) {
  private static final String ROW = "applied";
  private static final int NEWEST_VERSION = 1;

  public byte[] encode() {
    return new RowWriter().putByte(NEWEST_VERSION).putLong(value).toBytes();
  }

  /**
   * @throws UnknownFormatException when a later version of Kalends wrote it
   */
  public static AppliedRow decode(byte[] row) {
    return new AppliedRow(RowReader.versioned(ROW, row, NEWEST_VERSION).getLong());
  }
}
