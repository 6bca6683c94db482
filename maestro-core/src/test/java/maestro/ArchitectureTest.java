package maestro;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import maestro.openflow.ActionName;
import maestro.openflow.PortCounter;
import maestro.openflow.PortNumber;
import maestro.openflow.entry.EntryText;
import org.jspecify.annotations.NullMarked;

/** Dependencies run downward only: a package sees those named for it here, and no other of ours. */
@AnalyzeClasses(packages = "maestro", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule DOWNWARD =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("root")
          .definedBy("maestro")
          .layer("cli")
          .definedBy("maestro.cli..")
          .layer("control")
          .definedBy("maestro.control..")
          .layer("worker")
          .definedBy("maestro.worker")
          .layer("sequence")
          .definedBy("maestro.sequence")
          .layer("application")
          .definedBy("maestro.sequence.application")
          .layer("batch")
          .definedBy("maestro.sequence.batch")
          .layer("event")
          .definedBy("maestro.sequence.event")
          .layer("jar")
          .definedBy("maestro.sequence.jar")
          .layer("staticflows")
          .definedBy("maestro.staticflows")
          .layer("entries")
          .definedBy("maestro.entries")
          .layer("batching")
          .definedBy("maestro.batching")
          .layer("conductor")
          .definedBy("maestro.net.conductor")
          .layer("probing")
          .definedBy("maestro.probing")
          .layer("cluster")
          .definedBy("maestro.cluster..")
          .layer("connection")
          .definedBy("maestro.net.connection")
          .layer("message")
          .definedBy("maestro.net.message")
          .layer("session")
          .definedBy("maestro.net.session")
          .layer("socket")
          .definedBy("maestro.net.socket")
          .layer("tls")
          .definedBy("maestro.tls")
          .layer("distribution")
          .definedBy("maestro.distribution")
          .layer("state")
          .definedBy("maestro.state")
          .layer("store")
          .definedBy("maestro.store")
          .layer("api")
          .definedBy("maestro.api..")
          .layer("openflow")
          .definedBy("maestro.openflow")
          .layer("entry")
          .definedBy("maestro.openflow.entry")
          .layer("metrics")
          .definedBy("maestro.metrics")
          .layer("config")
          .definedBy("maestro.config")
          .layer("file")
          .definedBy("maestro.config.file")
          .layer("thread")
          .definedBy("maestro.thread")
          .layer("fairness")
          .definedBy("maestro.fairness")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("control")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("root")
          .mayOnlyBeAccessedByLayers("control", "cli")
          .whereLayer("worker")
          .mayOnlyBeAccessedByLayers("root")
          .whereLayer("sequence")
          .mayOnlyBeAccessedByLayers("worker", "root", "control", "cli")
          .whereLayer("application")
          .mayOnlyBeAccessedByLayers("root", "cli", "control", "sequence", "batch", "event")
          .whereLayer("batch")
          .mayOnlyBeAccessedByLayers("root", "worker", "sequence")
          .whereLayer("event")
          .mayOnlyBeAccessedByLayers("root", "control", "sequence", "batch")
          .whereLayer("jar")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("batching")
          .mayOnlyBeAccessedByLayers("worker", "root")
          .whereLayer("staticflows")
          .mayOnlyBeAccessedByLayers("root", "control", "cli")
          .whereLayer("entries")
          .mayOnlyBeAccessedByLayers(
              "staticflows", "sequence", "application", "batch", "event", "root", "cli")
          .whereLayer("conductor")
          .mayOnlyBeAccessedByLayers("root")
          .whereLayer("probing")
          .mayOnlyBeAccessedByLayers("root", "control")
          .whereLayer("cluster")
          .mayOnlyBeAccessedByLayers("root", "control")
          .whereLayer("connection")
          .mayOnlyBeAccessedByLayers(
              "root",
              "control",
              "worker",
              "sequence",
              "application",
              "batch",
              "event",
              "staticflows",
              "entries",
              "conductor",
              "session")
          .whereLayer("message")
          .mayOnlyBeAccessedByLayers("staticflows", "entries", "session")
          .whereLayer("session")
          .mayOnlyBeAccessedByLayers(
              "root",
              "control",
              "sequence",
              "batch",
              "event",
              "staticflows",
              "entries",
              "conductor",
              "probing",
              "cluster")
          .whereLayer("socket")
          .mayOnlyBeAccessedByLayers(
              "root",
              "control",
              "worker",
              "sequence",
              "batch",
              "conductor",
              "connection",
              "session")
          .whereLayer("tls")
          .mayOnlyBeAccessedByLayers("conductor", "socket", "root", "control", "cli")
          .whereLayer("distribution")
          .mayOnlyBeAccessedByLayers("conductor", "connection", "session", "worker", "root")
          .whereLayer("state")
          .mayOnlyBeAccessedByLayers("sequence", "batch", "event", "worker", "root")
          .whereLayer("store")
          .mayOnlyBeAccessedByLayers("sequence", "root", "cli")
          .whereLayer("metrics")
          .mayOnlyBeAccessedByLayers(
              "conductor",
              "connection",
              "session",
              "entries",
              "store",
              "sequence",
              "batch",
              "event",
              "worker",
              "probing",
              "root",
              "control",
              "cli")
          .whereLayer("openflow")
          .mayOnlyBeAccessedByLayers(
              "connection",
              "message",
              "session",
              "entries",
              "staticflows",
              "sequence",
              "batch",
              "event",
              "worker",
              "probing",
              "root",
              "entry")
          .whereLayer("entry")
          .mayOnlyBeAccessedByLayers(
              "control",
              "sequence",
              "application",
              "batch",
              "event",
              "entries",
              "message",
              "session")
          .whereLayer("thread")
          .mayOnlyBeAccessedByLayers("distribution", "metrics", "conductor", "root")
          .whereLayer("fairness")
          .mayOnlyBeAccessedByLayers("control")
          .whereLayer("config")
          .mayOnlyBeAccessedByLayers(
              "cluster",
              "conductor",
              "session",
              "staticflows",
              "sequence",
              "batch",
              "event",
              "root",
              "control",
              "cli",
              "file")
          .whereLayer("file")
          .mayOnlyBeAccessedByLayers("cli", "control", "jar")
          // the words of operators, and no bytes of the wire
          .ignoreDependency(
              resideInAnyPackage("maestro.control..", "maestro.cli.."),
              belongToAnyOf(PortNumber.class, EntryText.class, ActionName.class))
          .ignoreDependency(resideInAPackage("maestro.control.."), type(PortCounter.class));

  @ArchTest
  static final ArchRule NOBODY_SEES_THE_LIBRARY_OF_THE_STORES_BUT_THE_FILE =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("maestro.store.StoreFile")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.h2..");

  /** Each package is a slice, also one within another. */
  @ArchTest static final ArchRule NO_CYCLES = slices().matching("(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule NO_OPENFLOWJ_WHERE_IT_IS_HOT =
      noClasses()
          .that()
          .resideInAnyPackage("maestro.worker", "maestro.distribution", "maestro.batching")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.projectfloodlight..", "io.netty..", "com.typesafe..");

  @ArchTest
  static final ArchRule NO_UNSAFE_AND_NO_THREAD_LOCALS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("sun.misc.Unsafe")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ThreadLocal.class);

  /** NullAway checks the packages that are marked, and no others. */
  @ArchTest
  static final ArchRule NULLS_ARE_CHECKED =
      classes()
          .should(
              ArchCondition.from(
                  DescribedPredicate.describe(
                      "be in a package that is @NullMarked",
                      each -> each.getPackage().isAnnotatedWith(NullMarked.class))));

  /** The clock of the day may jump; that of {@link System#nanoTime} does not. */
  @ArchTest
  static final ArchRule NO_CLOCK_THAT_JUMPS =
      noClasses()
          .that()
          .resideOutsideOfPackage("maestro.tls..") // certificates are valid by the calendar
          .and()
          .haveSimpleNameNotStartingWith("Tls")
          .and()
          .doNotHaveFullyQualifiedName(
              "maestro.control.measure.Times") // operators read the time of the day
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(
              java.time.Instant.class,
              java.time.Clock.class,
              java.time.LocalDateTime.class,
              java.time.ZonedDateTime.class,
              java.util.Date.class,
              java.util.Timer.class);
}
