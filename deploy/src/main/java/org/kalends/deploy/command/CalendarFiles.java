package org.kalends.deploy.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.kalends.schemas.CalendarId;

/**
 * The calendars in files: every {@code .ics} becomes the calendar of its file name; other files of
 * a folder are passed over.
 *
 * @param files each with its calendar, in order of path
 * @param passedOver files of the folders that are no calendars
 */
record CalendarFiles(List<CalendarFile> files, List<Path> passedOver) {
  private static final String SUFFIX = ".ics";

  /** What a user has to know of them before they are imported, a sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    passedOver.forEach(path -> notes.add("passed over, no .ics file: " + path));
    Map<CalendarId, Path> first = new HashMap<>();
    for (CalendarFile file : files) {
      Path other = first.putIfAbsent(file.calendar(), file.path());
      if (other != null) {
        notes.add(
            "two files become one calendar: "
                + other
                + " and "
                + file.path()
                + "; calendar="
                + file.calendar().value());
      }
    }
    return notes;
  }

  /** A file and the calendar that it becomes. */
  record CalendarFile(Path path, CalendarId calendar) {}

  /**
   * @throws CommandFailure when a path does not exist, or its name can name no calendar
   */
  static CalendarFiles in(List<Path> paths) {
    List<CalendarFile> files = new ArrayList<>();
    List<Path> passedOver = new ArrayList<>();
    for (Path path : paths) {
      if (Files.isRegularFile(path)) {
        files.add(new CalendarFile(path, calendarOf(path)));
      } else if (Files.isDirectory(path)) {
        addFolder(path, files, passedOver);
      } else {
        throw new CommandFailure(ExitStatus.USAGE, "There is no such file or folder; path=" + path);
      }
    }
    return new CalendarFiles(List.copyOf(files), List.copyOf(passedOver));
  }

  private static void addFolder(Path folder, List<CalendarFile> files, List<Path> passedOver) {
    try (Stream<Path> entries = Files.walk(folder)) {
      for (Path path : entries.filter(Files::isRegularFile).sorted().toList()) {
        if (path.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(SUFFIX)) {
          files.add(new CalendarFile(path, calendarOf(path)));
        } else {
          passedOver.add(path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The folder cannot be read; folder=" + folder, e);
    }
  }

  /**
   * The file's name without its suffix; characters that no calendar's name may have become {@code
   * -}.
   */
  static CalendarId calendarOf(Path file) {
    String name = file.getFileName().toString();
    if (name.toLowerCase(Locale.ROOT).endsWith(SUFFIX)) {
      name = name.substring(0, name.length() - SUFFIX.length());
    }
    if (name.isEmpty()) {
      throw new CommandFailure(
          ExitStatus.USAGE, "A file without a name names no calendar; file=" + file);
    }
    String allowed = name.replaceAll("[^A-Za-z0-9._@~-]", "-");
    return new CalendarId(allowed.substring(0, Math.min(allowed.length(), CalendarId.MAX_LENGTH)));
  }
}
