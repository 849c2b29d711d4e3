package org.kalends.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.deploy.command.PreparedCheckout.Run;

/**
 * {@code ./kalends} where something is missing, and what it makes of a Java and a Maven that do
 * nothing but tell how they were called.
 */
class LauncherTest {
  private static final int MISSING = 3;

  /** Ends only when a file is newer than what was there before, however coarse the clock is. */
  private static final String TOUCH =
      """
      newer() { touch "$1.before"; until touch "$1" && [ "$1" -nt "$1.before" ]; do :; done; }
      """;

  @TempDir private Path dir;
  private PreparedCheckout checkout;

  @BeforeEach
  void prepare() throws IOException {
    checkout = new PreparedCheckout(dir);
  }

  @Test
  void shouldRefuseAJavaHomeWithoutJava() throws Exception {
    assertThat(checkout.run("up"))
        .isEqualTo(
            refusal(
                "JAVA_HOME has no bin/java: %s. Set it to a JDK of release 21 or later."
                    .formatted(checkout.javaHome())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "1.8"})
  void shouldRefuseAnOlderJava(String release) throws Exception {
    Run run = checkout.withRuntime(release).run("up");

    assertThat(run.status()).isEqualTo(MISSING);
    assertThat(run.text())
        .startsWith(
            "kalends: Java 21 or later is needed, and JAVA_HOME is Java %s: %s. Install one"
                .formatted(release.replace("1.", ""), checkout.javaHome()))
        .hasLineCount(1);
  }

  @Test
  void shouldRefuseAJavaThatDoesNotRun() throws Exception {
    assertThat(checkout.withJava("echo broken; exit 1").run("up"))
        .isEqualTo(
            refusal(
                "The java of JAVA_HOME does not tell its release: %s. Set it to a JDK of release 21 or later."
                    .formatted(checkout.javaHome())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"up", "test", "bench"})
  void shouldAskForMaven(String command) throws Exception {
    assertThat(checkout.withJdk().run(command))
        .isEqualTo(
            refusal(
                "Building needs Maven 3.8 or later, and there is no mvn. Install it (Debian: apt-get install maven)."));
  }

  @ParameterizedTest
  @ValueSource(strings = {"up", "test", "bench"})
  void shouldAskForAJdkWhereThereIsARuntimeAlone(String command) throws Exception {
    assertThat(checkout.withRuntime("21").withMaven("exit 1").run(command))
        .isEqualTo(
            refusal(
                "Building needs a JDK, and this is a runtime alone: %s. Set JAVA_HOME to a JDK of release 21 or later."
                    .formatted(checkout.javaHome())));
  }

  @Test
  void shouldSayThatTheBuildFailed() throws Exception {
    Run run = checkout.withJdk().withMaven("echo '[ERROR] no'; exit 1").run("up");

    assertThat(run.status()).isEqualTo(MISSING);
    assertThat(run.lines())
        .endsWith(
            "[ERROR] no",
            "kalends: The build failed; its messages are above. The whole build is: mvn package");
  }

  @Test
  void shouldStartTheProgramThatItBuilt() throws Exception {
    Run run = checkout.withJdk().withMaven("echo \"$@\" >calls").run("up", "--port", "a b");

    assertThat(run.status()).as(run.text()).isZero();
    assertThat(calls().getFirst()).contains("-pl deploy -am package", "-Dassembly.skipAssembly");
    Path target = checkout.root().resolve("deploy/target");
    assertThat(run.lines())
        .contains("-Xmx1g")
        .endsWith(
            "-cp",
            target + "/classes:" + target + "/lib/*",
            "org.kalends.deploy.Kalends",
            "up",
            "--port",
            "a b");
  }

  @Test
  void shouldStartTheBenchWithAHeap() throws Exception {
    Run run = checkout.withJdk().withMaven("echo \"$@\" >calls").run("bench", "calzope");

    assertThat(calls().getFirst()).contains("-pl perf -am package");
    assertThat(run.lines()).contains("-Xmx1g").endsWith("org.kalends.perf.Bench", "calzope");
  }

  @Test
  void shouldBuildOnceMoreWhatWasEditedDuringTheBuild() throws Exception {
    checkout
        .withJdk()
        .withMaven(TOUCH + "echo \"$@\" >>calls; [ -f later ] || { newer pom.xml; newer later; }");

    checkout.run("status");
    checkout.run("status");
    checkout.run("status");

    assertThat(calls()).hasSize(2);
  }

  @Test
  void shouldSayHowToRunTheFailingClassesAgain() throws Exception {
    report("indexer", "org.kalends.indexer.rule.OldTest", 1);
    report("indexer", "org.kalends.indexer.rule.HostileRulesTest", 1);
    report("deploy", "org.kalends.deploy.ReadmeTest", 0);

    Run run =
        checkout
            .withJdk()
            .withMaven(
                TOUCH
                    + """
                    newer indexer/target/surefire-reports/TEST-org.kalends.indexer.rule.HostileRulesTest.xml
                    newer deploy/target/surefire-reports/TEST-org.kalends.deploy.ReadmeTest.xml
                    exit 1
                    """)
            .run("test");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.lines())
        .endsWith(
            "The classes that failed, one at a time:",
            "./kalends test -pl indexer -am -Dtest=HostileRulesTest -Dsurefire.failIfNoSpecifiedTests=false");
  }

  @Test
  void shouldRefuseInADistributionWhatItCannotRunOn() throws Exception {
    assertThat(checkout.start("up"))
        .isEqualTo(
            refusal(
                "There is no Java here: install a runtime of release 21 or later and set JAVA_HOME to it (JAVA_HOME=%s)."
                    .formatted(checkout.javaHome())));

    checkout.withRuntime("17");
    Files.writeString(checkout.javaHome().resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");

    assertThat(checkout.start("up"))
        .isEqualTo(
            refusal(
                "Java 21 or later is needed, this is 17: set JAVA_HOME to a newer one (java=%s/bin/java)."
                    .formatted(checkout.javaHome())));
  }

  private static Run refusal(String sentence) {
    return new Run(MISSING, "kalends: " + sentence + "\n");
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(checkout.root().resolve("calls"));
  }

  /** A report of Surefire, an hour old. */
  private void report(String module, String className, int failures) throws IOException {
    Path file =
        checkout.root().resolve(module + "/target/surefire-reports/TEST-" + className + ".xml");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="%s" time="1.0" tests="3" errors="0" skipped="0" failures="%d" flakes="0">
        </testsuite>
        """
            .formatted(className, failures));
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(3600)));
  }
}
