package org.kalends.indexer.zone;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/** Between wall-clock times, counted in seconds as if they were UTC's, and instants. */
public final class WallClock {
  private WallClock() {}

  /**
   * The instant of a wall-clock time, epoch seconds: one in a gap is shifted by its length, of two
   * in an overlap it is the first (RFC 5545 §3.3.5).
   */
  public static long instant(ZoneRules rules, long local) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(local, 0, ZoneOffset.UTC);
    if (rules.isFixedOffset()) {
      return local - rules.getOffset(time).getTotalSeconds();
    }
    ZoneOffsetTransition transition = rules.getTransition(time);
    ZoneOffset offset = transition == null ? rules.getOffset(time) : transition.getOffsetBefore();
    return local - offset.getTotalSeconds();
  }

  /** The wall-clock time of an instant. */
  public static long local(ZoneRules rules, long instant) {
    return instant + offset(rules, instant);
  }

  /** Seconds east of UTC at an instant. */
  public static int offset(ZoneRules rules, long instant) {
    return rules.getOffset(Instant.ofEpochSecond(instant)).getTotalSeconds();
  }
}
