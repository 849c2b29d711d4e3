package org.kalends.ingest.icalendar;

import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.http.ProblemType;

/**
 * A whole text, read twice: from front to back to find its components, then component by component.
 * A small one lies in memory, a large one in a temporary file that is gone when this is closed.
 */
final class CalendarText implements Closeable {
  /** Bytes up to which a text is kept in memory. */
  static final int MAX_BYTES_IN_MEMORY = 8 * 1024 * 1024;

  /** Bytes of a whole text. */
  static final long MAX_BYTES = 1024L * 1024 * 1024;

  private static final int COPY_BYTES = 64 * 1024;

  private final byte[] memory;
  private final @Nullable FileChannel file;
  private final long size;

  private CalendarText(byte[] memory, @Nullable FileChannel file, long size) {
    this.memory = memory;
    this.file = file;
    this.size = size;
  }

  /** Reads the stream to its end. */
  static CalendarText of(InputStream in, ReaderLimits limits)
      throws IOException, CalendarFaultException {
    byte[] begin = in.readNBytes(limits.maxBytesInMemory());
    int next = begin.length < limits.maxBytesInMemory() ? -1 : in.read();
    if (next < 0) {
      requireSize(begin.length, limits);
      return new CalendarText(begin, null, begin.length);
    }
    return spool(begin, next, in, limits);
  }

  private static CalendarText spool(byte[] begin, int next, InputStream in, ReaderLimits limits)
      throws IOException, CalendarFaultException {
    Path path = Files.createTempFile("kalends-import-", ".ics");
    FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    try {
      OutputStream out = Channels.newOutputStream(channel);
      out.write(begin);
      out.write(next);
      long size = begin.length + 1L;
      requireSize(size, limits);
      byte[] copy = new byte[COPY_BYTES];
      for (int read = in.read(copy); read >= 0; read = in.read(copy)) {
        size += read;
        requireSize(size, limits);
        out.write(copy, 0, read);
      }
      return new CalendarText(new byte[0], channel, size);
    } catch (IOException | CalendarFaultException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void requireSize(long size, ReaderLimits limits) throws CalendarFaultException {
    if (size > limits.maxBytes()) {
      throw new CalendarFaultException(
          new CalendarFault(
              ProblemType.BODY_TOO_LARGE,
              "The text is larger than one import may be; maxBytes=" + limits.maxBytes(),
              0,
              null,
              "limit: bytes of one text"));
    }
  }

  /** The text from its begin. */
  InputStream open() throws IOException {
    if (file == null) {
      return new ByteArrayInputStream(memory);
    }
    file.position(0);
    return Channels.newInputStream(file);
  }

  /** The bytes from {@code offset} on. */
  byte[] slice(long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    if (file == null) {
      System.arraycopy(memory, (int) offset, bytes, 0, length);
      return bytes;
    }
    ByteBuffer target = ByteBuffer.wrap(bytes);
    while (target.hasRemaining()) {
      if (file.read(target, offset + target.position()) < 0) {
        throw new EOFException("The spooled text has shrunk; size=" + size);
      }
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
