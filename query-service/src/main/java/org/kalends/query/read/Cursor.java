package org.kalends.query.read;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/**
 * Where the next page goes on (keyset paging), opaque to callers: base64url of
 *
 * <table>
 * <caption>bytes</caption>
 * <tr><td>1</td><td>format, {@value #FORMAT}</td></tr>
 * <tr><td>8</td><td>fingerprint of the query without its limit</td></tr>
 * <tr><td>8</td><td>digest of the position that the first page was read at</td></tr>
 * <tr><td>1</td><td>kind of key: 0 occurrence, 1 name</td></tr>
 * <tr><td>…</td><td>occurrence: start, end, original (8 each), uid, calendar; name: name; texts
 * with two bytes of length, as {@link DataOutputStream#writeUTF} does</td></tr>
 * <tr><td>4</td><td>CRC-32C of all before</td></tr>
 * </table>
 *
 * @param query the fingerprint of the query
 * @param position the digest of the first page's position: once it differs from that of the data,
 *     the data has changed under the reader
 * @param key the last row that was given
 */
public record Cursor(long query, long position, PageKey key) {
  private static final int FORMAT = 1;
  private static final int OCCURRENCE = 0;
  private static final int NAME = 1;

  public String encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeByte(FORMAT);
      out.writeLong(query);
      out.writeLong(position);
      switch (key) {
        case OccurrenceKey occurrence -> {
          out.writeByte(OCCURRENCE);
          out.writeLong(occurrence.startMillis());
          out.writeLong(occurrence.endMillis());
          out.writeLong(occurrence.original());
          out.writeUTF(occurrence.uid());
          out.writeUTF(occurrence.calendar());
        }
        case PageKey.Name name -> {
          out.writeByte(NAME);
          out.writeUTF(name.name());
        }
      }
      out.writeInt(checksum(bytes.toByteArray()));
    } catch (IOException e) {
      throw new IllegalStateException("Writing to memory does not fail", e);
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
  }

  /**
   * The cursor of a request for a further page of a query, or null for its first page.
   *
   * @param text as handed in, or null
   * @param query the fingerprint of the query that it comes with
   * @throws ProblemException when it is no cursor, or that of another query
   */
  public static @Nullable Cursor of(@Nullable String text, long query) {
    if (text == null) {
      return null;
    }
    Cursor cursor = decode(text);
    if (cursor == null) {
      throw new ProblemException(
          ProblemType.INVALID_CURSOR,
          "This is no cursor that was given out, or a part of one; cursor=" + text);
    }
    if (cursor.query != query) {
      throw new ProblemException(
          ProblemType.INVALID_CURSOR,
          "The cursor is that of another query: only limit may differ from page to page; cursor="
              + text);
    }
    return cursor;
  }

  /** The fingerprint of a query: of all that must stay the same from page to page. */
  public static long fingerprint(Object... asked) {
    return Fingerprint.of(asked);
  }

  private static @Nullable Cursor decode(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      int end = bytes.length - Integer.BYTES;
      if (end < 0 || ByteBuffer.wrap(bytes).getInt(end) != checksum(Arrays.copyOf(bytes, end))) {
        return null;
      }
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, end));
      if (in.readByte() != FORMAT) {
        return null;
      }
      Cursor cursor = new Cursor(in.readLong(), in.readLong(), key(in));
      return in.available() == 0 ? cursor : null;
    } catch (IllegalArgumentException | IOException e) {
      return null;
    }
  }

  private static PageKey key(DataInputStream in) throws IOException {
    int kind = in.readByte();
    return switch (kind) {
      case OCCURRENCE -> {
        long start = in.readLong();
        long end = in.readLong();
        long original = in.readLong();
        yield new OccurrenceKey(start, end, in.readUTF(), in.readUTF(), original);
      }
      case NAME -> new PageKey.Name(in.readUTF());
      default -> throw new IOException("unknown kind " + kind);
    };
  }

  private static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
