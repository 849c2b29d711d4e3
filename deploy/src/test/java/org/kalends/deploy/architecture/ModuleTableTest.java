package org.kalends.deploy.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The table of {@code docs/architecture.md}: who may see whom. */
class ModuleTableTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.kalends");

  @Test
  void shouldKeepIcal4jBehindItsPackage() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.kalends.ingest.icalendar..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("net.fortuna.ical4j..")
        .check(CLASSES);
  }

  @Test
  void shouldKeepRocksDbInTheStorePackage() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.kalends.indexer.store..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.rocksdb..")
        .check(CLASSES);
  }

  @Test
  void shouldKeepTheCorePure() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.kalends.indexer.rule..",
            "org.kalends.indexer.recurrence..",
            "org.kalends.indexer.zone..",
            "org.kalends.indexer.index..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.kafka..",
            "org.rocksdb..",
            "org.eclipse.jetty..",
            "org.kalends.indexer.store..",
            "org.kalends.indexer.topology..")
        .check(CLASSES);
  }

  @Test
  void shouldKeepTheContractFromKafkaStreamsAndText() {
    noClasses()
        .that()
        .resideInAPackage("org.kalends.schemas..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.kafka..",
            "org.rocksdb..",
            "net.fortuna.ical4j..",
            "org.kalends.ingest..",
            "org.kalends.indexer..")
        .check(CLASSES);
  }

  @Test
  void shouldKeepWritersAndIndexApart() {
    noClasses()
        .that()
        .resideInAPackage("org.kalends.ingest..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.kafka.streams..",
            "org.rocksdb..",
            "org.kalends.indexer..",
            "org.kalends.query..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("org.kalends.indexer..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "net.fortuna.ical4j..",
            "org.eclipse.jetty..",
            "org.kalends.ingest..",
            "org.kalends.query..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("org.kalends.query..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("net.fortuna.ical4j..", "org.kalends.ingest..", "org.kalends.deploy..")
        .check(CLASSES);
  }

  @Test
  void shouldHaveNoCyclesBetweenPackages() {
    slices().matching("org.kalends.(**)").should().beFreeOfCycles().check(CLASSES);
  }
}
