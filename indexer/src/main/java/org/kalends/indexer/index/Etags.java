package org.kalends.indexer.index;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.avro.Event;

/**
 * The entity tag of an event: a digest of all of it, its text included, so that equal content has
 * an equal tag.
 */
public final class Etags {
  private static final RecordCodec<Event> EVENTS = RecordCodec.events();

  private Etags() {}

  /** The first 16 bytes of SHA-256 over the encoded record, as 32 hex digits. */
  public static String of(Event event) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(EVENTS.encode(event));
      return HexFormat.of().formatHex(digest, 0, IdIndexValue.ETAG_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
