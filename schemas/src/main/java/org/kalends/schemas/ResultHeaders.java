package org.kalends.schemas;

/** The headers of a record in {@link Topics#CHANGE_RESULTS}. */
public final class ResultHeaders {
  /** The change's id in UTF-8, so that results of others are passed over without being decoded. */
  public static final String CHANGE_ID = "kalends.change-id";

  private ResultHeaders() {}
}
