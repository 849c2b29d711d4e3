package org.kalends.query.read;

import java.time.Duration;

/**
 * Until when a request may wait for a partition or a write. Measured on the JVM's monotonic clock;
 * handed to another node as what is left of it.
 */
public final class Deadline {
  private final Duration whole;
  private final long atNanos;

  private Deadline(Duration whole) {
    this.whole = whole;
    this.atNanos = System.nanoTime() + whole.toNanos();
  }

  public static Deadline in(Duration whole) {
    return new Deadline(whole);
  }

  /** How long it was when it began. */
  public Duration whole() {
    return whole;
  }

  /** What is left; never negative. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, atNanos - System.nanoTime()));
  }

  public boolean passed() {
    return atNanos - System.nanoTime() <= 0;
  }

  /**
   * A pause that grows from look to look while one waits for something: short at first, so that
   * what is about to happen is met at once, and long later, so that waiting costs nothing.
   */
  public static final class Pauses {
    private static final Duration FIRST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMillis(100);

    private final Deadline deadline;
    private Duration next = FIRST;

    public Pauses(Deadline deadline) {
      this.deadline = deadline;
    }

    /**
     * Waits a moment before the next look.
     *
     * @return false, without waiting, once the deadline has passed
     */
    public boolean pause() throws InterruptedException {
      Duration left = deadline.left();
      if (left.isZero()) {
        return false;
      }
      Thread.sleep(next.compareTo(left) < 0 ? next : left);
      next = next.multipliedBy(2);
      if (next.compareTo(LONGEST) > 0) {
        next = LONGEST;
      }
      return true;
    }
  }
}
