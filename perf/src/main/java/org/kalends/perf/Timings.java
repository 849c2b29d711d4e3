package org.kalends.perf;

import java.util.Arrays;

/** Durations of one kind of call, and their figures. One thread. */
final class Timings {
  private long[] nanos = new long[1024];
  private int count;

  void add(long durationNanos) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, count * 2);
    }
    nanos[count++] = durationNanos;
  }

  int count() {
    return count;
  }

  /**
   * The smallest duration that is not exceeded by this share of the calls, in microseconds (nearest
   * rank).
   *
   * @param share of (0, 1]
   */
  double quantileMicros(double share) {
    if (count == 0) {
      throw new IllegalStateException("nothing was timed");
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(share * count);
    return sorted[Math.max(0, rank - 1)] / 1_000.0;
  }

  double minMicros() {
    return quantileMicros(Double.MIN_VALUE);
  }
}
