package org.kalends.schemas.event;

import org.jspecify.annotations.Nullable;

/** An event that breaks a rule or a limit: a sentence, the property and the component at fault. */
public final class InvalidEventException extends Exception {
  private static final long serialVersionUID = 1;

  /** The value of {@link #override} for the master component. */
  public static final int MASTER = -1;

  private final @Nullable String property;
  private final @Nullable String rule;
  private final int override;
  private final boolean limit;

  private InvalidEventException(
      String detail,
      @Nullable String property,
      @Nullable String rule,
      int override,
      boolean limit) {
    super(detail);
    this.property = property;
    this.rule = rule;
    this.override = override;
    this.limit = limit;
  }

  /**
   * @param detail a sentence with {@code name=value} details
   * @param property the iCalendar property at fault
   * @param rule the rule that is broken, with its section: {@code "RFC 5545 3.3.10: INTERVAL is a
   *     positive integer"}
   */
  public static InvalidEventException broken(String detail, String property, String rule) {
    return new InvalidEventException(detail, property, rule, MASTER, false);
  }

  /** A limit of {@link EventLimits} is exceeded. */
  public static InvalidEventException limit(
      String detail, @Nullable String property, String limit) {
    return new InvalidEventException(detail, property, limit, MASTER, true);
  }

  /** The same fault in the override with this index. */
  public InvalidEventException inOverride(int index) {
    return new InvalidEventException(getMessage(), property, rule, index, limit);
  }

  /** A sentence with {@code name=value} details. */
  @Override
  public String getMessage() {
    return java.util.Objects.requireNonNull(super.getMessage());
  }

  public @Nullable String property() {
    return property;
  }

  public @Nullable String rule() {
    return rule;
  }

  /** The index of the override at fault, or {@link #MASTER}. */
  public int override() {
    return override;
  }

  /** Whether a limit is exceeded, and not a rule broken. */
  public boolean isLimit() {
    return limit;
  }
}
