package org.kalends.ingest.http;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/**
 * A request's body that must be iCalendar text: checks what the request says of it, inflates it,
 * and bounds what comes out. Its faults are {@link ProblemException}s.
 */
final class CalendarBody {
  static final String MEDIA_TYPE = "text/calendar";

  private static final int INFLATE_BUFFER_BYTES = 32 * 1024;

  private CalendarBody() {}

  /**
   * @param maxBytes of the text, after inflating
   * @throws ProblemException when it is of another media type, encoding or charset, or says that it
   *     is too large; reading throws it when it turns out to be too large or no gzip
   */
  static InputStream of(Exchange exchange, long maxBytes) throws IOException {
    requireCalendar(exchange.header("Content-Type"));
    String encoding = exchange.header("Content-Encoding");
    InputStream body = exchange.body();
    if (encoding == null || encoding.strip().equalsIgnoreCase("identity")) {
      requireFitting(exchange.header("Content-Length"), maxBytes);
      return new Bounded(body, maxBytes);
    }
    String name = encoding.strip().toLowerCase(Locale.ROOT);
    if (name.equals("gzip") || name.equals("x-gzip")) {
      return new Bounded(new Inflated(body), maxBytes);
    }
    throw new ProblemException(
        ProblemType.UNSUPPORTED_MEDIA_TYPE,
        "The body may be encoded with gzip or not at all; contentEncoding=" + encoding);
  }

  private static void requireCalendar(@Nullable String contentType) {
    String[] parts = (contentType == null ? "" : contentType).split(";", -1);
    if (!parts[0].strip().equalsIgnoreCase(MEDIA_TYPE)) {
      throw new ProblemException(
          ProblemType.UNSUPPORTED_MEDIA_TYPE,
          "The body must be text/calendar; contentType=" + contentType);
    }
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip().toLowerCase(Locale.ROOT).replace("\"", "");
      if (parameter.startsWith("charset=")
          && !parameter.equals("charset=utf-8")
          && !parameter.equals("charset=us-ascii")) {
        throw new ProblemException(
            ProblemType.UNSUPPORTED_MEDIA_TYPE,
            "The text must be UTF-8 (RFC 5545 3.1.4); contentType=" + contentType);
      }
    }
  }

  private static void requireFitting(@Nullable String contentLength, long maxBytes) {
    // the server has checked that it is a number
    if (contentLength != null && Long.parseLong(contentLength.strip()) > maxBytes) {
      throw tooLarge(maxBytes);
    }
  }

  private static ProblemException tooLarge(long maxBytes) {
    return new ProblemException(
        ProblemType.BODY_TOO_LARGE,
        "The text is larger than what is taken; limitBytes=" + maxBytes);
  }

  /** Ends in a problem where more than a limit comes. */
  private static final class Bounded extends FilterInputStream {
    private final long maxBytes;
    private long read;

    Bounded(InputStream in, long maxBytes) {
      super(in);
      this.maxBytes = maxBytes;
    }

    @Override
    public int read() throws IOException {
      int next = in.read();
      count(next < 0 ? 0 : 1);
      return next;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int count = in.read(buffer, offset, length);
      count(Math.max(count, 0));
      return count;
    }

    @Override
    public long skip(long wanted) throws IOException {
      long skipped = in.skip(wanted);
      count(skipped);
      return skipped;
    }

    private void count(long bytes) {
      read += bytes;
      if (read > maxBytes) {
        throw tooLarge(maxBytes);
      }
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }

  /** Tells faults of the encoding from those of the connection. */
  private static final class Inflated extends InputStream {
    private final InputStream body;
    private @Nullable GZIPInputStream inflater;

    Inflated(InputStream body) {
      this.body = body;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      try {
        GZIPInputStream in = inflater;
        if (in == null) {
          in = new GZIPInputStream(body, INFLATE_BUFFER_BYTES);
          inflater = in;
        }
        return in.read(buffer, offset, length);
      } catch (ZipException e) {
        throw notGzip(e);
      } catch (EOFException e) {
        // the connection's own end is a class derived from it
        if (e.getClass() == EOFException.class) {
          throw notGzip(e);
        }
        throw e;
      }
    }

    private static ProblemException notGzip(IOException cause) {
      return new ProblemException(
          ProblemType.INVALID_REQUEST,
          "The body is no gzip, or it is cut off; cause=" + cause.getMessage());
    }

    @Override
    public void close() throws IOException {
      if (inflater != null) {
        inflater.close();
      }
      body.close();
    }
  }
}
