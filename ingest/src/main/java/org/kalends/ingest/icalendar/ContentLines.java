package org.kalends.ingest.icalendar;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cuts a stream of bytes into unfolded content lines (RFC 5545 §3.1): joins the folded ones as
 * bytes first, because folding may fall within a character, and decodes after. A line ends with
 * CRLF, LF or CR; empty lines are passed over. Holds one line at a time, at most {@link
 * #MAX_LINE_BYTES} of it. For one thread.
 */
final class ContentLines {
  /** Bytes of an unfolded content line, without its line end. */
  static final int MAX_LINE_BYTES = 64 * 1024;

  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int END = -1;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream in;
  private final byte[] buffer;
  private int position;
  private int limit;
  private long consumed;
  private int physicalLine;

  private byte[] line = new byte[1024];
  private int length;
  private boolean tooLong;
  private boolean ascii;
  private int firstPhysicalLine;
  private long startOffset;

  /**
   * @param firstLine the 1-based line number of the stream's first line in the whole text
   */
  ContentLines(InputStream in, int firstLine) {
    this.in = in;
    this.buffer = new byte[BUFFER_BYTES];
    this.physicalLine = firstLine;
  }

  /** The lines of these bytes, which are not copied. */
  ContentLines(byte[] bytes, int firstLine) {
    this.in = InputStream.nullInputStream();
    this.buffer = bytes;
    this.limit = bytes.length;
    this.physicalLine = firstLine;
  }

  /** Moves to the next content line; false at the end of the stream. */
  boolean next() throws IOException {
    length = 0;
    tooLong = false;
    ascii = true;
    int octet = skipLineEnds();
    if (octet == END) {
      return false;
    }
    startOffset = consumed;
    firstPhysicalLine = physicalLine;
    do {
      readPhysicalLine();
    } while (skipFold());
    return true;
  }

  private int skipLineEnds() throws IOException {
    int octet = peek();
    while (octet == '\r' || octet == '\n') {
      skipLineEnd(octet);
      octet = peek();
    }
    return octet;
  }

  private void skipLineEnd(int octet) throws IOException {
    skip();
    if (octet == '\r' && peek() == '\n') {
      skip();
    }
    physicalLine++;
  }

  private void readPhysicalLine() throws IOException {
    for (int octet = peek(); octet != END && octet != '\r' && octet != '\n'; octet = peek()) {
      int end = position + 1;
      while (end < limit && buffer[end] != '\r' && buffer[end] != '\n') {
        end++;
      }
      append(position, end);
      consumed += end - position;
      position = end;
    }
  }

  /** Whether the line goes on behind this line end: then it stands behind the fold's space. */
  private boolean skipFold() throws IOException {
    int octet = skipLineEnds();
    if (octet != ' ' && octet != '\t') {
      return false;
    }
    skip();
    return true;
  }

  /** Appends these bytes of the buffer to the line, as many as it may have. */
  private void append(int from, int to) {
    int count = Math.min(to - from, MAX_LINE_BYTES - length);
    tooLong |= count < to - from;
    if (length + count > line.length) {
      int capacity = Math.max(length + count, line.length * 2);
      line = Arrays.copyOf(line, Math.min(MAX_LINE_BYTES, capacity));
    }
    for (int i = 0; i < count; i++) {
      byte octet = buffer[from + i];
      ascii &= octet >= 0;
      line[length + i] = octet;
    }
    length += count;
  }

  private int peek() throws IOException {
    if (position == limit) {
      int read = in.read(buffer, 0, buffer.length);
      if (read <= 0) {
        return END;
      }
      limit = read;
      position = 0;
    }
    return buffer[position] & 0xFF;
  }

  private void skip() {
    position++;
    consumed++;
  }

  /** The line, decoded strictly. */
  String text() throws CharacterCodingException {
    if (ascii) {
      return new String(line, 0, length, StandardCharsets.ISO_8859_1);
    }
    return StandardCharsets.UTF_8
        .newDecoder()
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT)
        .decode(ByteBuffer.wrap(line, 0, decodableLength()))
        .toString();
  }

  /** A line that was cut at the limit may be cut within a character. */
  private int decodableLength() {
    int end = length;
    if (tooLong) {
      while (end > 0 && (line[end - 1] & 0xC0) == 0x80) {
        end--;
      }
      end = Math.max(0, end - 1);
    }
    return end;
  }

  /** Whether the line begins with this, in either case; {@code prefix} is upper-case ASCII. */
  boolean startsWith(String prefix) {
    if (length < prefix.length()) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      int octet = line[i];
      if (octet != prefix.charAt(i)
          && (octet < 'a' || octet > 'z' || octet - ('a' - 'A') != prefix.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Takes a byte order mark off the line's begin. */
  boolean stripByteOrderMark() {
    int mark = BYTE_ORDER_MARK.length;
    if (length < mark || !Arrays.equals(line, 0, mark, BYTE_ORDER_MARK, 0, mark)) {
      return false;
    }
    System.arraycopy(line, mark, line, 0, length - mark);
    length -= mark;
    return true;
  }

  boolean isAscii() {
    return ascii;
  }

  /** Whether the line is longer than the limit: {@link #text} is its begin then. */
  boolean isTooLong() {
    return tooLong;
  }

  /** The 1-based number of the physical line on which the content line begins. */
  int lineNumber() {
    return firstPhysicalLine;
  }

  /** Where the line begins in the stream. */
  long startOffset() {
    return startOffset;
  }

  /** Where the next content line begins, or the stream ends. */
  long endOffset() {
    return consumed;
  }
}
