package maestro;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** A module sees those that docs/architecture.md names for it, and no other of ours. */
@AnalyzeClasses(packages = "maestro", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleEdgesTest {
  private static final String API = "maestro.api..";
  private static final String APPS = "maestro.apps..";
  private static final String EMULATOR = "maestro.emulator..";
  private static final String NETWORK = "maestro.network..";
  private static final String SIMULATOR = "maestro.simulate..";
  private static final String BENCH = "maestro.bench..";
  private static final String GROUPS = "maestro.cluster.jgroups..";
  private static final String TESTKIT = "maestro.testkit..";

  @ArchTest
  static final ArchRule API_SEES_ITSELF_OPENFLOWJ_AND_SETTINGS =
      classes()
          .that()
          .resideInAPackage(API)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              API, "java..", "org.projectfloodlight..", "com.typesafe.config..", "org.jspecify..");

  @ArchTest
  static final ArchRule APPLICATIONS_SEE_THE_API =
      classes()
          .that()
          .resideInAPackage(APPS)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(API, APPS).or(not(resideInAPackage("maestro.."))));

  @ArchTest
  static final ArchRule CONTROLLER_SEES_NO_TOOL =
      noClasses()
          .that()
          .resideOutsideOfPackages(APPS, EMULATOR, NETWORK, SIMULATOR, BENCH, TESTKIT)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(APPS, EMULATOR, NETWORK, SIMULATOR, BENCH, TESTKIT);

  @ArchTest
  static final ArchRule NOBODY_SEES_JGROUPS_BUT_THE_MODULE_FOR_IT =
      noClasses()
          .that()
          .resideOutsideOfPackage(GROUPS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(GROUPS, "org.jgroups..");

  @ArchTest
  static final ArchRule GROUPS_SEE_RULES_SETTINGS_AND_CERTIFICATES =
      classes()
          .that()
          .resideInAPackage(GROUPS)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(GROUPS, "maestro.cluster", "maestro.config..", "maestro.tls")
                  .or(not(resideInAPackage("maestro.."))));

  @ArchTest
  static final ArchRule TESTKIT_SEES_CONTROLLER_EMULATOR_AND_NETWORK =
      noClasses()
          .that()
          .resideInAPackage(TESTKIT)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(APPS, SIMULATOR, BENCH);

  /** A stranger's controller is measured by what reads and writes OpenFlow, not by ours. */
  @ArchTest
  static final ArchRule EMULATOR_AND_NETWORK_SEE_NOTHING_THAT_SERVES_REQUESTS =
      noClasses()
          .that()
          .resideInAnyPackage(EMULATOR, NETWORK)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              APPS,
              SIMULATOR,
              BENCH,
              TESTKIT,
              "maestro.api",
              "maestro.api.packet..",
              "maestro.api.topology..",
              "maestro",
              "maestro.control..",
              "maestro.net.conductor",
              "maestro.distribution",
              "maestro.worker",
              "maestro.batching",
              "maestro.sequence..",
              "maestro.entries",
              "maestro.state");

  /** The load engine, its reports and its agents measure any controller, without a data plane. */
  @ArchTest
  static final ArchRule EMULATOR_SEES_NO_NETWORK =
      noClasses()
          .that()
          .resideInAPackage(EMULATOR)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(NETWORK);

  /** What both need is in other packages of the emulator. The demo puts a load beside a network. */
  @ArchTest
  static final ArchRule NETWORK_SEES_NO_LOAD =
      noClasses()
          .that()
          .resideInAPackage(NETWORK)
          .and()
          .resideOutsideOfPackage("maestro.network.demo")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "maestro.emulator.engine..",
              "maestro.emulator.agents",
              "maestro.emulator.baseline",
              "maestro.emulator.controller",
              "maestro.emulator.difference");

  @ArchTest
  static final ArchRule NOBODY_SEES_THE_BENCHMARKS =
      noClasses()
          .that()
          .resideOutsideOfPackage(BENCH)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(BENCH);

  /** Each package is a slice, also one within another. */
  @ArchTest
  static final ArchRule NO_CYCLES_OF_PACKAGES = slices().matching("(**)").should().beFreeOfCycles();
}
