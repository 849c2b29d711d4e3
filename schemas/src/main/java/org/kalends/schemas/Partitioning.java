package org.kalends.schemas;

import java.nio.charset.StandardCharsets;

/**
 * Which partition a subject (a calendar or an attendee) lives in, in every topic and store: murmur2
 * of its UTF-8 bytes modulo the number of partitions. That is what Kafka's own producers do with a
 * string key, so that a plain producer agrees.
 */
public final class Partitioning {
  private Partitioning() {}

  public static int partitionOf(CalendarId calendar, int partitions) {
    return partitionOf(calendar.value(), partitions);
  }

  public static int partitionOf(AttendeeAddress attendee, int partitions) {
    return partitionOf(attendee.value(), partitions);
  }

  private static int partitionOf(String subject, int partitions) {
    return (murmur2(subject.getBytes(StandardCharsets.UTF_8)) & 0x7fffffff) % partitions;
  }

  /** Austin Appleby's 32-bit MurmurHash2 with Kafka's seed. */
  static int murmur2(byte[] data) {
    final int multiplier = 0x5bd1e995;
    int hash = 0x9747b28c ^ data.length;
    int words = data.length / 4;
    for (int i = 0; i < words; i++) {
      int at = i * 4;
      int word =
          (data[at] & 0xff)
              | (data[at + 1] & 0xff) << 8
              | (data[at + 2] & 0xff) << 16
              | (data[at + 3] & 0xff) << 24;
      word *= multiplier;
      word ^= word >>> 24;
      word *= multiplier;
      hash = hash * multiplier ^ word;
    }
    int tail = words * 4;
    int left = data.length - tail;
    if (left > 2) {
      hash ^= (data[tail + 2] & 0xff) << 16;
    }
    if (left > 1) {
      hash ^= (data[tail + 1] & 0xff) << 8;
    }
    if (left > 0) {
      hash = (hash ^ (data[tail] & 0xff)) * multiplier;
    }
    hash = (hash ^ hash >>> 13) * multiplier;
    return hash ^ hash >>> 15;
  }
}
