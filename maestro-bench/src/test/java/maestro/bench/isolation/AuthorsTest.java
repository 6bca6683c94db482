package maestro.bench.isolation;

import static maestro.bench.hostile.HostileApplication.STATELESS_SWITCH;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import maestro.Maestro;
import maestro.bench.hostile.HostileApplication;
import maestro.bench.hostile.Mistake;
import maestro.cli.Preparation;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.Problems;
import maestro.openflow.OpenFlow;
import maestro.sequence.application.ApplicationState;
import maestro.sequence.jar.ApplicationJars;
import maestro.sequence.jar.FoundApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthorsTest {
  private static final Path CONFIG =
      Path.of(System.getProperty("maestro.root", ".."), "config/learning-switch.conf");

  @TempDir private Path folder;

  @Test
  void shouldWriteAJarThatLoadsAndMissesAClass() throws Exception {
    Problems problems = new Problems();
    List<FoundApplication> found =
        ApplicationJars.find(List.of(Authors.writeJar(folder.resolve("jars"))), problems);

    assertThat(problems.lines()).isEmpty();
    assertThat(found).extracting(each -> each.application().name()).containsExactly("hostile");
    ClassLoader loader = found.get(0).application().getClass().getClassLoader();
    assertThat(loader.getName()).isEqualTo("hostile.jar");
    assertThat(loader.loadClass(Mistake.class.getName()).getClassLoader()).isSameAs(loader);
    URLClassLoader ofJar = (URLClassLoader) loader;
    assertThat(ofJar.findResource(path("$Stage"))).isNotNull();
    assertThat(ofJar.findResource(path("$Missing"))).as("left out").isNull();
    assertThat(Authors.class.getClassLoader().getResource(path("$Missing"))).isNotNull();
    found.get(0).close();
  }

  private static String path(String nested) {
    return HostileApplication.class.getName().replace('.', '/') + nested + ".class";
  }

  @Test
  void shouldAnswerTheNeighbourAfterEachMistake() throws Exception {
    List<CommandLineSetting> settings = new ArrayList<>();
    Authors.ATTACKS.get(0).settings().forEach((key, value) -> settings.add(set(key, value)));
    Path jars = Authors.writeJar(folder.resolve("jars"));
    settings.add(set("maestro.applications.directories", "[\"" + jars + "\"]"));
    settings.add(set("maestro.listen", "127.0.0.1:0"));
    settings.add(set("maestro.distribution.workers", "1"));
    AttackCounts counts = new AttackCounts();
    try (Preparation prepared =
            Preparation.of(
                Optional.of(CONFIG), settings, List.of(), FoundApplication.onClassPath());
        Maestro maestro =
            Maestro.start(prepared.config().maestro(), prepared.configured(), prepared.found());
        RawSwitch good = target(maestro).connect(0x600d, counts);
        RawSwitch bad = target(maestro).connect(0xbad, counts);
        RawSwitch stateless = target(maestro).connect(STATELESS_SWITCH, counts)) {
      assertThat(good.handshake()).isTrue();
      assertThat(bad.handshake()).isTrue();
      assertThat(stateless.handshake()).isTrue();
      assertThat(Authors.isServed(stateless)).as("without state of the application").isTrue();
      for (Mistake mistake : Mistake.values()) {
        bad.send(bad.packetIn(1, mistake.host(), 2));
        assertThat(bad.roundTrip()).as("its own switch stays connected after %s", mistake).isTrue();
        for (RawSwitch each : List.of(bad, good)) {
          assertThat(Authors.isServed(each)).as("another packet after %s", mistake).isTrue();
        }
      }
      assertThat(maestro.applications().faults().get("hostile")).isPositive();
      assertThat(maestro.applications().states()).noneMatch(ApplicationState::takenOut);
    }
    assertThat(counts.closedCount()).isZero();
  }

  private static CommandLineSetting set(String key, String value) {
    return new CommandLineSetting("--set", key, value);
  }

  private static Target target(Maestro maestro) {
    return new Target(maestro.address(), OpenFlow.VERSION_13, 1, null);
  }
}
