package org.kalends.query.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.TimeRange;

/**
 * Collects periods of one person or calendar and gives them merged (RFC 5545 §3.6.4): sorted,
 * disjoint, cut at the window; periods of a type that touch are one; where a busy and a tentative
 * one overlap, it is busy. One thread.
 *
 * <p>A sweep over the starts and ends: n log n in the number of periods.
 */
public final class BusyTime {
  /** How many periods of each type begin (positive) or end (negative) at an instant. */
  private static final class Edge {
    private int busy;
    private int tentative;
  }

  private final TimeRange window;
  private final TreeMap<Long, Edge> edges = new TreeMap<>();

  public BusyTime(TimeRange window) {
    this.window = window;
  }

  /** Adds a period; what lies outside the window, or has no length, adds nothing. */
  public void add(long startMillis, long endMillis, BusyPeriod.Type type) {
    long start = Math.max(startMillis, window.fromMillis());
    long end = Math.min(endMillis, window.toMillis());
    if (start < end) {
      count(start, type, 1);
      count(end, type, -1);
    }
  }

  private void count(long atMillis, BusyPeriod.Type type, int change) {
    Edge edge = edges.computeIfAbsent(atMillis, at -> new Edge());
    if (type == BusyPeriod.Type.BUSY) {
      edge.busy += change;
    } else {
      edge.tentative += change;
    }
  }

  /** The merged periods, in order of time. */
  public List<BusyPeriod> periods() {
    List<BusyPeriod> periods = new ArrayList<>();
    int busy = 0;
    int tentative = 0;
    long since = 0;
    BusyPeriod.@Nullable Type open = null;
    for (Map.Entry<Long, Edge> edge : edges.entrySet()) {
      busy += edge.getValue().busy;
      tentative += edge.getValue().tentative;
      BusyPeriod.@Nullable Type now =
          busy > 0 ? BusyPeriod.Type.BUSY : tentative > 0 ? BusyPeriod.Type.BUSY_TENTATIVE : null;
      if (now != open) {
        if (open != null) {
          periods.add(new BusyPeriod(since, edge.getKey(), open));
        }
        open = now;
        since = edge.getKey();
      }
    }
    return periods;
  }
}
