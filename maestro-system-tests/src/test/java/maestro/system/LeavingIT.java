package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import maestro.Maestro;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchOutput;
import maestro.system.Triangle.Entry;
import maestro.system.Triangle.Pings;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.IpProtocol;

/** What an application has put into real switches goes when the application does. */
class LeavingIT extends OnTriangle {
  private static final String ACCESS_CONTROL = "0x616363657373";
  private static final String STRANGERS = "0x7777";
  private static final String REMOVED = " flow entries: .* removed of applications that do not run";

  /** What becomes of a network that no ping gets through, by a rule. */
  private interface Change {
    void run(StartedController controller, Triangle network, Pings pings) throws Exception;
  }

  private void denied(String version, Change change) throws Exception {
    Files.writeString(folder.resolve("secured.rules"), "deny ip_proto=icmp\n");
    Files.copy(example("secured.conf"), file());
    try (PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller =
            StartedController.start(List.of("--config", file().toString()));
        Triangle network = new Triangle(ovs, folder, controller.port(), version)) {
      network.addEntry(1, "cookie=" + STRANGERS + ",priority=7,in_port=3,actions=drop");
      try (Pings pings = network.ping(1, 2)) {
        network.awaitMatched(1, ACCESS_CONTROL, 30); // longer than it takes to know a network
        assertThat(pings.answered()).isZero();
        change.run(controller, network, pings);
      }
    }
  }

  private static void assertOpen(Triangle network, Pings pings) throws Exception {
    pings.awaitAnswers(5);
    network.awaitNone(ACCESS_CONTROL);
    assertThat(network.entries(1)).extracting(Entry::cookie).contains(STRANGERS);
  }

  private Path file() {
    return folder.resolve("maestro.conf");
  }

  private static Path example(String name) {
    return Rigs.PROJECT.resolve("config").resolve(name);
  }

  @EachSwitchVersion
  void shouldLetPacketsPassAgainWhenTheRulesAreTakenOutOfARunningController(String version)
      throws Exception {
    denied(
        version,
        (controller, network, pings) -> {
          Path next = Files.copy(example("routing.conf"), folder.resolve("next"));
          Files.move(next, file(), StandardCopyOption.ATOMIC_MOVE);
          controller.hangUp();
          controller.awaitLog("the new configuration is in force", 1);
          network.awaitNone(ACCESS_CONTROL);
          assertThat(controller.log()).containsPattern(REMOVED).doesNotContain(" left: ");
          assertOpen(network, pings);
        });
  }

  @EachSwitchVersion
  void shouldLetPacketsPassAgainWhenAControllerWithoutTheRulesTakesOver(String version)
      throws Exception {
    denied(
        version,
        (controller, network, pings) -> {
          controller.kill();
          try (StartedController next =
              StartedController.start(
                  List.of("--config", example("routing.conf").toString()),
                  "127.0.0.1:" + controller.port(),
                  Files.createTempFile("maestro-", ".log"))) {
            assertOpen(network, pings); // before it ends: entries may run out later
            assertThat(next.log()).containsPattern(REMOVED);
          }
        });
  }

  @Test
  void shouldLetPacketsPassAgainWhenTheApplicationHasFailedTooOften() throws Exception {
    Denying denying = new Denying();
    Map<String, String> settings =
        Map.of(
            "sequences.switching.run", "[denying, learning-switch]",
            "sequences.joins.on", "switch-joined",
            "sequences.joins.run", "[denying]",
            "maestro.applications.fault-budget", "3");
    try (PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        Maestro maestro = InProcess.controller("fair-share", 2, settings, List.of(denying));
        Triangle network =
            new Triangle(ovs, folder, "" + maestro.address().getPort(), "OpenFlow13")) {
      network.pull(1, 3); // learning switches and loops do not go together
      network.addEntry(1, "cookie=" + STRANGERS + ",priority=7,in_port=3,actions=drop");
      network.awaitReachable(3, 2);
      String cookie = "0x%x".formatted(denying.cookie);
      network.awaitMatched(1, cookie, 0); // before anything is to be denied
      try (Pings pings = network.ping(1, 2);
          Pings others = network.ping(3, 2)) {
        network.awaitMatched(1, cookie, 10);
        assertThat(pings.answered()).isZero();
        denying.fails = true;
        network.move(3, 3, 2); // and so asks, again and again
        pings.awaitAnswers(5);
        network.awaitNone(cookie);
        assertThat(network.entries(1)).extracting(Entry::cookie).contains(STRANGERS);
        others.awaitAnswers(5);
      }
    }
  }

  /** Drops what host 1 pings, by an entry that the platform gives a cookie; fails when told to. */
  private static final class Denying implements Application, RequestStage, EventStage {
    private ApplicationContext context;
    private volatile long cookie;
    private volatile boolean fails;

    @Override
    public String name() {
      return "denying";
    }

    @Override
    public String version() {
      return "1.0";
    }

    @Override
    public Stages start(ApplicationContext newContext) {
      context = newContext;
      cookie = newContext.cookie();
      return Stages.batch(() -> this).andEvents(this);
    }

    @Override
    public void onSwitchJoined(SwitchInfo info) {
      if (info.datapathId() == 1) {
        OFFactory factory = context.switches().factory(info.datapathId());
        context
            .switches()
            .send(
                info.datapathId(),
                factory
                    .buildFlowAdd()
                    .setPriority(1000)
                    .setMatch(
                        factory
                            .buildMatch()
                            .setExact(MatchField.ETH_TYPE, EthType.IPv4)
                            .setExact(MatchField.IP_PROTO, IpProtocol.ICMP)
                            .build())
                    .build());
      }
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      if (fails) {
        throw new IllegalStateException("as the test wants it");
      }
    }
  }
}
