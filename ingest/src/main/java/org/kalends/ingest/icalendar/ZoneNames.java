package org.kalends.ingest.icalendar;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The names that time zones go by in calendars: tz database ids, also in another case or behind a
 * vendor's prefix, Windows names, Windows display names and fixed offsets. Safe for many threads.
 */
final class ZoneNames {
  /**
   * A zone that goes by another name than its id.
   *
   * @param id tz database id
   * @param how why the name is taken for it; null when the name is the id
   */
  record Known(String id, @Nullable Tolerance how) {}

  private static final String TABLE = "windows-zones.tsv";

  /** Ids that are in the tz database, but not in every supported Java's list. */
  private static final Map<String, String> LINKS =
      Map.of("EST", "America/Panama", "MST", "America/Phoenix", "HST", "Pacific/Honolulu");

  private static final Pattern OFFSET =
      Pattern.compile("(?:UTC|GMT)?\\s*([+-])(\\d{1,2})(?::?(\\d\\d))?", Pattern.CASE_INSENSITIVE);
  private static final Pattern DISPLAY_OFFSET =
      Pattern.compile("\\((?:UTC|GMT)[^)]*\\)", Pattern.CASE_INSENSITIVE);

  /** Without the random ids under which ical4j brings its own rules into java.time. */
  private static final Set<String> IDS =
      ZoneId.getAvailableZoneIds().stream()
          .filter(id -> !id.startsWith("ical4j~"))
          .collect(Collectors.toUnmodifiableSet());

  private static final Map<String, String> BY_FOLDED_NAME = new HashMap<>();
  private static final Map<String, String> WINDOWS_NAMES = new HashMap<>();
  private static final Map<String, String> DISPLAY_NAMES = new HashMap<>();

  static {
    for (String id : IDS) {
      if (!id.startsWith("SystemV/")) {
        BY_FOLDED_NAME.put(folded(id), id);
      }
    }
    readTable();
  }

  private ZoneNames() {}

  private static void readTable() {
    InputStream table = Objects.requireNonNull(ZoneNames.class.getResourceAsStream(TABLE), TABLE);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          String[] columns = line.split("\t", -1);
          WINDOWS_NAMES.put(folded(columns[0]), columns[1]);
          if (columns.length > 2) {
            for (String name : columns[2].split("\\|", -1)) {
              DISPLAY_NAMES.put(lettersOf(name), columns[1]);
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A TZID without quotes, escapes and white space around it. */
  static String normalize(String tzid) {
    String text = TextValue.unescape(tzid).strip();
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1).strip() : text;
  }

  /** Whether the name means UTC itself, so that its times are UTC and not local ones of a zone. */
  static boolean isUtc(String tzid) {
    String name = normalize(tzid);
    return name.equalsIgnoreCase("UTC") || name.equalsIgnoreCase("Z");
  }

  /**
   * The zone of the tz database that this name says, whatever definition the text brings for it:
   * its id, the id in other case, a Windows name, an id behind a prefix. Null when there is none.
   */
  static @Nullable Known find(String tzid) {
    String name = normalize(tzid);
    String link = LINKS.get(name);
    if (link != null) {
      return new Known(link, null);
    }
    if (IDS.contains(name)) {
      return new Known(name, null);
    }
    String id = BY_FOLDED_NAME.get(folded(name));
    if (id != null) {
      return new Known(id, Tolerance.ZONE_BY_OTHER_CASE);
    }
    String ofWindows = WINDOWS_NAMES.get(folded(name));
    if (ofWindows != null) {
      return new Known(ofWindows, Tolerance.ZONE_BY_WINDOWS_NAME);
    }
    String suffix = idAtTheEndOf(name);
    return suffix == null ? null : new Known(suffix, Tolerance.ZONE_BY_SUFFIX);
  }

  /**
   * The zone that a Windows display name stands for, {@code "(UTC+01:00) Amsterdam, Berlin, …"}:
   * only for a name that the text does not define. Null when there is none.
   */
  static @Nullable Known findDisplayName(String tzid) {
    String name = DISPLAY_OFFSET.matcher(normalize(tzid)).replaceFirst("");
    String id = DISPLAY_NAMES.get(lettersOf(name));
    return id == null ? null : new Known(id, Tolerance.ZONE_BY_DISPLAY_NAME);
  }

  /**
   * The seconds east of UTC that the name says, {@code GMT+1}, {@code UTC+01:00}, {@code -0330}:
   * only for a name that the text does not define. Null when it says none.
   */
  static @Nullable Integer findOffset(String tzid) {
    Matcher form = OFFSET.matcher(normalize(tzid));
    if (!form.matches()) {
      return null;
    }
    int minutes = form.group(3) == null ? 0 : Integer.parseInt(form.group(3));
    int offset = Integer.parseInt(form.group(2)) * 3600 + minutes * 60;
    if (offset > OffsetValue.MAX_OFFSET || minutes > 59) {
      return null;
    }
    return form.group(1).equals("-") ? -offset : offset;
  }

  /**
   * {@code /mozilla.org/20050126_1/Europe/Berlin} ends with an id; one part alone needs a slash.
   */
  private static @Nullable String idAtTheEndOf(String name) {
    for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
      String suffix = name.substring(slash + 1);
      boolean alone = suffix.indexOf('/') < 0;
      String id = BY_FOLDED_NAME.get(folded(suffix));
      if (id != null && (!alone || name.startsWith("/") || name.contains("://"))) {
        return id;
      }
    }
    return null;
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT).replace(' ', '_');
  }

  private static String lettersOf(String displayName) {
    String spelled = displayName.toLowerCase(Locale.ROOT).replace("&", "and");
    int[] letters = spelled.codePoints().filter(ZoneNames::isSignificant).toArray();
    return new String(letters, 0, letters.length);
  }

  private static boolean isSignificant(int c) {
    return Character.isLetterOrDigit(c) || c == '+';
  }
}
