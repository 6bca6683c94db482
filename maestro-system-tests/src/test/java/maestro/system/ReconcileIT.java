package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Predicate;
import maestro.system.Triangle.Entry;
import maestro.system.Triangle.Pings;
import org.junit.jupiter.api.Test;

/**
 * What becomes of the entries of real switches when they or the controller were away, and the
 * network changed meanwhile or did not. Hosts ping each other all the time, so that no entry ends
 * by itself.
 */
class ReconcileIT extends OnTriangle {
  private static final String ROUTE_FLOW = "0x726f7574652d666c";
  private static final String REMOVED = " flow entries: .* removed since they lead nowhere";
  private static final String TO_2 = "dl_dst=00:00:00:00:00:02";

  /** A ping that is answered so often has gone on for longer than it takes to know a network. */
  private static final int SETTLED = 60;

  /** What happens to a network that is known and that packets go through. */
  private interface Scenario {
    void run(StartedController controller, Triangle network, Pings pings) throws Exception;
  }

  /** Starts a network under routing.conf in which one host pings another by the cable 1-2. */
  private void routed(String version, int from, int to, Scenario scenario, String... options)
      throws Exception {
    try (PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = StartedController.startWith("routing.conf", options);
        Triangle network = new Triangle(ovs, folder, controller.port(), version)) {
      network.awaitReachable(from, to);
      try (Pings pings = network.ping(from, to)) {
        pings.awaitAnswers(5);
        assertThat(network.entries(1))
            .as("it goes by the cable 1-2")
            .anyMatch(entry -> isFor(entry, TO_2, "output:12"));
        scenario.run(controller, network, pings);
      }
    }
  }

  /** A switch is away for six seconds, while something happens and packets go elsewhere. */
  private static void withoutChannel(
      StartedController controller, Triangle network, Change whatHappens) throws Exception {
    network.takeChannel(1);
    controller.awaitLog(" left: ", 1);
    whatHappens.happen();
    try (Pings elsewhere = network.ping(3, 2)) {
      elsewhere.awaitAnswers(30);
    }
    network.giveChannel(1, controller.port());
  }

  private interface Change {
    void happen() throws Exception;
  }

  private static boolean isFor(Entry entry, String destination, String actions) {
    return entry.text().contains(destination) && entry.text().endsWith(actions);
  }

  /** A controller in the place of one that is gone. */
  private static StartedController startAgain(StartedController gone, String configuration)
      throws IOException {
    return StartedController.start(
        List.of("--config", Rigs.PROJECT.resolve("config").resolve(configuration).toString()),
        "127.0.0.1:" + gone.port(),
        Files.createTempFile("maestro-", ".log"));
  }

  @EachSwitchVersion
  void shouldRouteAnewWhenACableWentWhileTheControllerWasAway(String version) throws Exception {
    routed(
        version,
        1,
        2,
        (controller, network, pings) -> {
          controller.kill();
          network.pull(1, 2);
          try (StartedController next = startAgain(controller, "routing.conf")) {
            next.awaitLog(" joined: ", 3);
            pings.awaitAnswers(10);
            network.awaitNoEntry(1, TO_2, "output:12");
            network.awaitNoEntry(2, "output:11");
            assertThat(next.log()).containsPattern(REMOVED);
          }
        });
  }

  @EachSwitchVersion
  void shouldRouteAnewWhenACableWentWhileTheSwitchWasAway(String version) throws Exception {
    routed(
        version,
        1,
        2,
        (controller, network, pings) -> {
          withoutChannel(controller, network, () -> network.pull(1, 2));
          pings.awaitAnswers(10);
          network.awaitNoEntry(1, TO_2, "output:12");
          assertThat(controller.log()).containsPattern(REMOVED);
        });
  }

  @EachSwitchVersion
  void shouldRouteOnWhenAPortWentDownAndUpWhileTheSwitchWasAway(String version) throws Exception {
    routed(
        version,
        1,
        2,
        (controller, network, pings) -> {
          withoutChannel(
              controller,
              network,
              () -> {
                network.pull(1, 2);
                network.plug(1, 2);
                network.unplugHost(1, 1);
                network.plugHost(1, 1);
              });
          pings.awaitAnswers(SETTLED);
          assertThat(network.entries(1)).anyMatch(entry -> isFor(entry, TO_2, "output:12"));
        });
  }

  /** The host that moves is the one that sends, so that the controller hears of it. */
  @EachSwitchVersion
  void shouldFollowAHostWhenItMovedWhileTheSwitchWasAway(String version) throws Exception {
    routed(
        version,
        2,
        1,
        (controller, network, pings) -> {
          withoutChannel(controller, network, () -> network.move(2, 2, 3));
          pings.awaitAnswers(10);
          network.awaitNoEntry(1, TO_2, "output:12");
          network.awaitNoEntry(2, TO_2, "output:2");
        });
  }

  @EachSwitchVersion
  void shouldFollowAHostWhenItMovedWhileTheControllerWasAway(String version) throws Exception {
    routed(
        version,
        2,
        1,
        (controller, network, pings) -> {
          controller.kill();
          network.move(2, 2, 3);
          try (StartedController next = startAgain(controller, "routing.conf")) {
            next.awaitLog(" joined: ", 3);
            pings.awaitAnswers(10);
            network.awaitNoEntry(1, TO_2, "output:12");
            network.awaitNoEntry(2, TO_2, "output:2");
          }
        });
  }

  @EachSwitchVersion
  void shouldFollowAHostUnderLearningSwitchesWhenItMovedWhileTheControllerWasAway(String version)
      throws Exception {
    try (PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = StartedController.start("fair-share");
        Triangle network = new Triangle(ovs, folder, controller.port(), version)) {
      network.pull(1, 3); // learning switches and loops do not go together
      network.awaitReachable(2, 1);
      try (Pings pings = network.ping(2, 1)) {
        pings.awaitAnswers(5);
        controller.kill();
        network.move(2, 2, 3);
        try (StartedController next = startAgain(controller, "learning-switch.conf")) {
          next.awaitLog(" joined: ", 3);
          pings.awaitAnswers(10);
          network.awaitNoEntry(2, TO_2, "output:2");
        }
      }
    }
  }

  @EachSwitchVersion
  void shouldLoseNothingAndTouchNothingWhenTheControllerIsStartedAgain(String version)
      throws Exception {
    routed(
        version,
        1,
        2,
        (controller, network, pings) -> {
          Predicate<Entry> isOfThePing = // what its packets renew stays, the rest ends by itself
              entry ->
                  entry.text().contains("dl_src=00:00:00:00:00:01,dl_dst=00:00:00:00:00:02")
                      || entry.text().contains("dl_src=00:00:00:00:00:02,dl_dst=00:00:00:00:00:01");
          pings.awaitAnswers(SETTLED);
          List<Entry> before =
              network.entriesWith(ROUTE_FLOW).stream().filter(isOfThePing).toList();
          assertThat(before).as("two switches, two directions").hasSizeGreaterThanOrEqualTo(4);
          controller.kill();
          pings.awaitAnswers(10);
          try (StartedController next = startAgain(controller, "routing.conf")) {
            next.awaitLog(" flow entries: ", 2);
            pings.awaitAnswers(SETTLED);
            List<Entry> after = network.entriesWith(ROUTE_FLOW);
            assertThat(before)
                .allSatisfy(
                    entry ->
                        assertThat(after)
                            .as("as it was, and older")
                            .anyMatch(
                                same ->
                                    same.text().equals(entry.text())
                                        && same.seconds() > entry.seconds()));
            assertThat(pings.lost()).isZero();
          }
        });
  }

  /** With OpenFlow 1.3 that takes the table-miss entry, too. */
  @EachSwitchVersion
  void shouldRouteAnewWhenSomebodyHasDeletedAllEntriesOfASwitch(String version) throws Exception {
    routed(
        version,
        1,
        2,
        (controller, network, pings) -> {
          network.deleteEntries(2);
          pings.awaitAnswers(10);
          if (version.equals("OpenFlow13")) {
            controller.awaitLog(": its table-miss entry was removed, and is sent again", 1);
          }
        });
  }

  /** No switch reports that. OpenFlow 1.0 takes the cookie away, so nobody can tell whose it is. */
  @Test
  void shouldFindEntriesThatSomebodyHasChanged() throws Exception {
    routed(
        "OpenFlow13",
        1,
        2,
        (controller, network, pings) -> {
          network.changeEntries(1, TO_2 + ",actions=drop");
          network.awaitNoEntry(1, TO_2, "actions=drop");
          pings.awaitAnswers(10);
        },
        "--set",
        "maestro.applications.check-entries-every=1s");
  }

  @Test
  void shouldRouteAnewWhenTheSwitchesAreStartedAgain() throws Exception {
    try (PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = StartedController.startWith("routing.conf");
        Triangle network = new Triangle(ovs, folder, controller.port(), "OpenFlow13")) {
      network.awaitReachable(1, 2);
      try (Pings pings = network.ping(1, 2)) {
        pings.awaitAnswers(5);
        ovs.restartSwitches();
        pings.awaitAnswers(10);
      }
    }
  }
}
