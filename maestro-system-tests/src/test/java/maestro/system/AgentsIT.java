package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.report.ResultJson;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.SwitchResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Load from agents on machines of their own: namespaces with an address each. */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class AgentsIT {
  private static final String MAESTRO = Rigs.PROJECT.resolve("maestro").toString();
  private static final Map<String, String> SECRET =
      Map.of("MAESTRO_SECRET", "only this test knows it", "MAESTRO_JVM_OPTS", "-Xmx256m");
  private static final int COORDINATOR = 1;
  private static final int LIMIT_PORT = 6653;
  private static final String LISTEN_AGENTS = Hosts.address(COORDINATOR) + ":6699";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void shouldOfferEachSwitchTheRateOfOneProcessWhenLoadIsDivided(int agentCount) throws Exception {
    try (Rigs rigs = Rigs.acquire("bash", "ip");
        Hosts hosts = new Hosts(rigs, 5)) {
      startLimit(hosts);
      ProgramOutput alone = emulate(hosts, "alone", "durations.measure=2 s", List.of());
      assertThat(alone.code()).as(alone::text).isZero();
      startAgents(hosts, agentCount);
      ProgramOutput divided =
          emulate(hosts, "divided", "durations.measure=2 s", agents(agentCount));
      assertThat(divided.code()).as(divided::text).isZero();

      RunResult one = result("alone");
      RunResult many = result("divided");
      assertThat(many.subject().scenario().agentCount()).isEqualTo(agentCount);
      assertThat(many.switches()).hasSameSizeAs(one.switches());
      for (int i = 0; i < one.switches().size(); i++) {
        SwitchResult expected = one.switches().get(i);
        SwitchResult found = many.switches().get(i);
        assertThat(found.dpid()).isEqualTo(expected.dpid());
        double planned = expected.offeredRequestsPerSecond() * one.answers().measuredSeconds();
        assertThat(found.offeredRequestsPerSecond() * many.answers().measuredSeconds())
            .isBetween(planned - 1.01, planned + 1.01);
        assertThat((double) found.answeredRequests()).isBetween(1.0, planned * 1.1 + 2);
      }
      assertThat(many.answers().errors()).isEqualTo(ErrorCounts.NONE);
    }
  }

  @Test
  void shouldNameTheAgentWhenItIsCutOff() throws Exception {
    try (Rigs rigs = Rigs.acquire("bash", "ip");
        Hosts hosts = new Hosts(rigs, 5)) {
      startLimit(hosts);
      List<ProgramOutput> agents = startAgents(hosts, 2);
      ProgramOutput emulate = emulate(hosts, "cut", "durations.measure=100 s", agents(2));
      agents.get(0).awaitText("working for the coordinator");
      emulate.awaitText("2 of 2 agents are here");
      hosts.cut(3);

      assertThat(emulate.code()).as(emulate::text).isEqualTo(1);
      assertThat(emulate.text())
          .containsPattern(
              "agent host3 \\(10\\.77\\.0\\.3:\\d+\\) is lost: nothing was heard of it for 2.5 s;"
                  + " its switches \\d to \\d are left out");
      assertThat(result("cut").completion().complete()).isFalse();
      agents.get(0).awaitText("waiting again");
      agents.get(1).awaitText("waiting again");
      ProgramOutput again = emulate(hosts, "again", "durations.measure=500 ms", agents(1));
      assertThat(again.code()).as("the other agent works again:\n" + again.text()).isZero();
    }
  }

  private void startLimit(Hosts hosts) throws IOException {
    start(hosts, COORDINATOR, "limit", "bench", "limit", "--listen", limit())
        .awaitText("limit: listening on");
  }

  private List<ProgramOutput> startAgents(Hosts hosts, int count) throws IOException {
    List<ProgramOutput> agents = new ArrayList<>();
    for (int host = COORDINATOR + 1; host <= COORDINATOR + count; host++) {
      agents.add(
          start(
              hosts,
              host,
              "agent" + host,
              "agent",
              "--coordinator",
              LISTEN_AGENTS,
              "--name",
              "host" + host));
    }
    return agents;
  }

  private static List<String> agents(int count) {
    return List.of("--agents", String.valueOf(count), "--listen-agents", LISTEN_AGENTS);
  }

  private ProgramOutput emulate(Hosts hosts, String name, String set, List<String> more)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("emulate", "--controller", limit(), "--out", folder.resolve(name).toString()));
    for (String each :
        List.of(
            "load=rate",
            "rates.total=20k",
            "rates.distribution=zipf(1)",
            "network.switches=8",
            "hosts=80",
            "durations.warm-up=1 s",
            set)) {
      arguments.addAll(List.of("--set", each));
    }
    arguments.addAll(more);
    return start(hosts, COORDINATOR, name, arguments.toArray(String[]::new));
  }

  private ProgramOutput start(Hosts hosts, int host, String name, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(MAESTRO));
    command.addAll(List.of(arguments));
    return hosts.start(host, folder.resolve(name + ".out"), SECRET, command);
  }

  private RunResult result(String name) throws IOException {
    return ResultJson.read(Files.readString(folder.resolve(name).resolve("results.json"))).get(0);
  }

  private static String limit() {
    return Hosts.address(COORDINATOR) + ":" + LIMIT_PORT;
  }
}
