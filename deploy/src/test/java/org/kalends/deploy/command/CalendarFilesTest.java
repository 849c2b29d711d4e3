package org.kalends.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kalends.schemas.CalendarId;

class CalendarFilesTest {
  @TempDir private Path dir = Path.of("");

  @ParameterizedTest
  @CsvSource({
    "team.ics, team",
    "TEAM.ICS, TEAM",
    "ann@example.org.ics, ann@example.org",
    "Élan & co.ics, -lan---co",
    "calendar, calendar"
  })
  void shouldNameTheCalendarAfterTheFile(String file, String calendar) {
    assertThat(CalendarFiles.calendarOf(Path.of(file))).isEqualTo(new CalendarId(calendar));
  }

  @Test
  void shouldCutANameThatIsTooLong() {
    String longest = "a".repeat(CalendarId.MAX_LENGTH);

    assertThat(CalendarFiles.calendarOf(Path.of(longest + ".ics")).value()).isEqualTo(longest);
    assertThat(CalendarFiles.calendarOf(Path.of(longest + "b.ics")).value()).isEqualTo(longest);
  }

  @Test
  void shouldPassOverOtherFilesOfAFolderAndSaySo() throws IOException {
    Path below = Files.createDirectory(dir.resolve("below"));
    Path one = Files.createFile(dir.resolve("one.ics"));
    Path two = Files.createFile(below.resolve("two.ics"));
    Path other = Files.createFile(below.resolve("readme.txt"));

    CalendarFiles found = CalendarFiles.in(List.of(dir));

    assertThat(found.files())
        .extracting(CalendarFiles.CalendarFile::path)
        .containsExactlyInAnyOrder(one, two);
    assertThat(found.notes()).containsExactly("passed over, no .ics file: " + other);
  }

  @Test
  void shouldSayThatTwoFilesBecomeOneCalendar() throws IOException {
    Path below = Files.createDirectory(dir.resolve("below"));
    Files.createFile(dir.resolve("team.ics"));
    Files.createFile(below.resolve("team.ics"));

    assertThat(CalendarFiles.in(List.of(dir)).notes())
        .singleElement()
        .asString()
        .contains("calendar=team");
  }

  @Test
  void shouldTakeAFileThatIsNamedWhateverItsSuffix() throws IOException {
    Path file = Files.createFile(dir.resolve("team.txt"));

    assertThat(CalendarFiles.in(List.of(file)).files()).hasSize(1);
  }

  @Test
  void shouldRefuseAPathThatIsNotThere() {
    assertThatThrownBy(() -> CalendarFiles.in(List.of(dir.resolve("none.ics"))))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("none.ics");
  }

  @Test
  void shouldRefuseAFileThatNamesNoCalendar() throws IOException {
    Path file = Files.createFile(dir.resolve(".ics"));

    assertThatThrownBy(() -> CalendarFiles.in(List.of(file))).isInstanceOf(CommandFailure.class);
  }
}
