package org.kalends.ingest.icalendar;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Where the VEVENTs of a text stand, and which of them share a UID, in some 40 bytes each: a text
 * of 1 GiB has millions of them. Components whose UIDs have one fingerprint are chained in the
 * order of the text; two UIDs of one fingerprint are told apart when the chain is read. For one
 * thread.
 */
final class ComponentIndex {
  /** The end of a chain, and the fingerprint table's empty slot. */
  static final int NONE = -1;

  private static final int INITIAL_CAPACITY = 64;

  private int size;
  private long[] offsets = new long[INITIAL_CAPACITY];
  private int[] lengths = new int[INITIAL_CAPACITY];
  private int[] lines = new int[INITIAL_CAPACITY];
  private int[] calendars = new int[INITIAL_CAPACITY];
  private int[] facts = new int[INITIAL_CAPACITY];
  private int[] next = new int[INITIAL_CAPACITY];
  private long[] fingerprints = new long[INITIAL_CAPACITY];
  private final BitSet followers = new BitSet();

  /** Open addressing: a fingerprint's slot holds the last component of its chain. */
  private int[] tails = emptyTable(2 * INITIAL_CAPACITY);

  private int chained;

  /**
   * Adds a component behind all others.
   *
   * @param calendar the number of its VCALENDAR in the text
   * @param factsIndex of the facts that its VCALENDAR states
   * @return its index
   */
  int add(long offset, int length, int line, int calendar, int factsIndex) {
    if (size == offsets.length) {
      grow();
    }
    offsets[size] = offset;
    lengths[size] = length;
    lines[size] = line;
    calendars[size] = calendar;
    facts[size] = factsIndex;
    next[size] = NONE;
    return size++;
  }

  /** Chains a component to those with the same fingerprint; one without a UID is never chained. */
  void chain(int component, long fingerprint) {
    fingerprints[component] = fingerprint;
    if (4 * (chained + 1) > 3 * tails.length) {
      rehash();
    }
    int slot = slot(fingerprint);
    if (tails[slot] == NONE) {
      chained++;
    } else {
      next[tails[slot]] = component;
      followers.set(component);
    }
    tails[slot] = component;
  }

  private int slot(long fingerprint) {
    int mask = tails.length - 1;
    int slot = (int) fingerprint & mask;
    while (tails[slot] != NONE && fingerprints[tails[slot]] != fingerprint) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void rehash() {
    int[] old = tails;
    tails = emptyTable(old.length * 2);
    for (int tail : old) {
      if (tail != NONE) {
        tails[slot(fingerprints[tail])] = tail;
      }
    }
  }

  private static int[] emptyTable(int length) {
    int[] table = new int[length];
    Arrays.fill(table, NONE);
    return table;
  }

  private void grow() {
    int capacity = size + (size >> 1);
    offsets = Arrays.copyOf(offsets, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
    lines = Arrays.copyOf(lines, capacity);
    calendars = Arrays.copyOf(calendars, capacity);
    facts = Arrays.copyOf(facts, capacity);
    next = Arrays.copyOf(next, capacity);
    fingerprints = Arrays.copyOf(fingerprints, capacity);
  }

  int size() {
    return size;
  }

  /** Whether the component is the first of its chain. */
  boolean isHead(int component) {
    return !followers.get(component);
  }

  /** The next one of the chain, or {@link #NONE}. */
  int next(int component) {
    return next[component];
  }

  long offset(int component) {
    return offsets[component];
  }

  int length(int component) {
    return lengths[component];
  }

  /** The line of its BEGIN. */
  int line(int component) {
    return lines[component];
  }

  int calendar(int component) {
    return calendars[component];
  }

  int facts(int component) {
    return facts[component];
  }
}
