package org.kalends.schemas.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A request's body, whose every fault is a {@link BrokenBodyException}. One thread. */
final class RequestBody extends FilterInputStream {
  RequestBody(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    try {
      return super.read();
    } catch (IOException | RuntimeException e) {
      throw new BrokenBodyException(e);
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return super.read(bytes, offset, length);
    } catch (IOException | RuntimeException e) {
      throw new BrokenBodyException(e);
    }
  }
}
