package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import maestro.Maestro;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.Stages;
import maestro.api.View;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.apps.discovery.Discovery;
import maestro.apps.probing.Probing;
import maestro.apps.routing.IntradomainRouting;
import maestro.apps.routing.RoutingTable;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.config.file.LoadedConfig;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Progress;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioFile;
import maestro.sequence.ApplicationHost;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The emulated network of 1347 switches, found and routed by the applications that ship. */
class DiscoveryIT {
  private static final String SEQUENCES =
      """
      sequences {
        probing   { on = [switch-joined, port-status], every = 5 s, run = [probing] }
        discovery { on = [lldp, switch-joined, switch-left, port-status], every = 1 s, run = [discovery] }
        routes    { on = view-changed, view = topology, run = [intradomain-routing] }
        witness   { on = view-changed, view = routing-table, run = [witness] }
      }
      applications {
        probing.spread = 3 s
        discovery.publish-pause = 1 s
      }
      """;

  /** Opens the latch once all links are known, and routed. */
  private record Witness(
      Set<Link> expected, CountDownLatch found, AtomicReference<RoutingTable> routes)
      implements Application {
    @Override
    public String name() {
      return "witness";
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public Stages start(ApplicationContext context) {
      View<RoutingTable> tables = context.reads("routing-table", RoutingTable.class);
      return Stages.events(
          new EventStage() {
            @Override
            public void onViewChanged(String view) {
              RoutingTable table = tables.now();
              routes.set(table);
              Topology topology = table.topology();
              if (topology.links().size() == expected.size()
                  && new HashSet<>(topology.links()).equals(expected)) {
                found.countDown();
              }
            }
          });
    }
  }

  @Tag("soak")
  @Test
  void shouldFindAndRouteEveryLinkWhenThereAre1347Switches(@TempDir Path folder) throws Exception {
    Scenario scenario =
        ScenarioFile.defaultsWith(
            "network.topology=isp",
            "network.switches=1347",
            "network.host-ports=2",
            "load=rate",
            "rates.total=100",
            "hosts=2694",
            "probing.enabled=false",
            "durations.learn=0 s",
            "durations.measure=10 m");
    maestro.emulator.topology.SwitchTopology emulated = scenario.network().topology();
    Set<Link> expected = new HashSet<>();
    for (maestro.emulator.topology.SwitchTopology.Link link : emulated.links()) {
      Link there = new Link(link.switchA() + 1L, link.portA(), link.switchB() + 1L, link.portB());
      expected.add(there);
      expected.add(there.reversed());
    }
    Witness witness = new Witness(expected, new CountDownLatch(1), new AtomicReference<>());
    try (Maestro maestro = start(Files.writeString(folder.resolve("c.conf"), SEQUENCES), witness)) {
      Thread emulator = new Thread(() -> emulate(scenario, maestro), "emulator");
      emulator.setDaemon(true);
      emulator.start();
      boolean complete = witness.found().await(4, TimeUnit.MINUTES);
      RoutingTable routes = witness.routes().get();
      assertThat(complete)
          .as("all %d links; found %s", expected.size(), routes == null ? 0 : routes.topology())
          .isTrue();
      assertThat(routes.topology().switchCount()).isEqualTo(1347);
      for (int to = 0; to < 1347; to++) {
        assertThat(routes.isReachable(0, to)).isTrue();
      }
    }
  }

  private static void emulate(Scenario scenario, Maestro maestro) {
    try {
      Emulation.run(scenario, maestro.address(), Progress.NONE);
    } catch (Exception e) {
      return; // the controller ended before the run, on purpose
    }
  }

  private static Maestro start(Path file, Witness witness) throws Exception {
    Config defaults =
        ConfigFactory.parseResources(Probing.class.getClassLoader(), "reference.conf")
            .getConfig("applications");
    List<ApplicationDefaults> known = new ArrayList<>();
    for (String name : defaults.root().keySet()) {
      known.add(new ApplicationDefaults(name, defaults.getConfig(name)));
    }
    known.add(new ApplicationDefaults(witness.name(), ConfigFactory.empty()));
    LoadedConfig config =
        ConfigLoader.parse(
                Optional.of(file),
                List.of(new CommandLineSetting("--set", "maestro.listen", "\"127.0.0.1:0\"")))
            .validate(known);
    List<ApplicationHost.Configured> applications = new ArrayList<>();
    for (Application application :
        List.of(new Probing(), new Discovery(), new IntradomainRouting(), witness)) {
      applications.add(
          new ApplicationHost.Configured(application, config.application(application.name())));
    }
    return Maestro.start(config.maestro(), applications);
  }
}
