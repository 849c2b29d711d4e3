package org.kalends.deploy.config;

import java.util.Locale;

/** What a node does, as Kafka's own {@code process.roles}. */
public enum Role {
  /** Takes changes over HTTP. */
  INGEST,
  /** Runs a share of the index. */
  INDEXER,
  /** Answers questions over HTTP. */
  QUERY;

  /** As it stands in the settings. */
  public String value() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Role of(String value) {
    return valueOf(value.toUpperCase(Locale.ROOT));
  }
}
