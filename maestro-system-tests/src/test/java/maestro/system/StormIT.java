package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Broadcast storms on real switches, and what others beside them notice. Nothing here depends on
 * how fast the machine is: what may pass is so little that any machine storms, how many requests a
 * storm costs is held against the frames that were really sent, and each step waits for the one
 * before.
 */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class StormIT {
  private static final Duration LIMIT = Commands.PATIENCE;
  private static final int SECONDS = 4;
  private static final int SWITCHES = 5;
  private static final String FIRST_SWITCH = "st1";

  /** Under routing.conf what asks first is lost until discovery knows its ports. */
  private static final String WITH_LIGHT = "learning-switch.conf";

  /** Without storm-control and entries for broadcasts each frame is one at each switch. */
  private static final double MOST_REQUESTS_OF_A_FRAME_AT_A_SWITCH = 0.25;

  /** The frames of half a second pass while probes are awaited. */
  private static final double MOST_REQUESTS_WITH_A_CHECK = 0.5;

  private static final String WITHOUT_METERS = "OpenFlow10";
  private static final double LEAST_ANSWERED = 0.8;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "routing.conf, ring, OpenFlow13, drop, one groups",
    "learning-switch.conf, line, OpenFlow13, meter, one"
  })
  void shouldCostLittleAndHarmNobodyElseWhenAHostStorms(
      String configuration, String shape, String version, String action, String kinds)
      throws Exception {
    try (Rigs rigs = Rigs.acquire("mn", "ovs-vswitchd", "ovsdb-server", "ping", "ethtool");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = start(configuration, action);
        ProgramOutput network =
            ProgramOutput.start(
                folder.resolve("network.out"),
                ovs.environment(),
                command(rigs, shape, version, controller.port(), kinds))) {
      network.awaitText("ready: ");
      boolean hasLight = configuration.equals(WITH_LIGHT);
      CompletableFuture<LoadResult> light =
          CompletableFuture.supplyAsync(
              () -> hasLight ? countBeside(Integer.parseInt(controller.port())) : null);
      if (!hasLight) {
        begin();
      }
      long frames = 0;
      int storms = 0;
      for (String kind : kinds.split(" ", -1)) {
        if (action.equals("meter")) {
          awaitMeterThatDrops(ovs, version);
        }
        network.awaitText(kind + ": ");
        storms++;
        controller.awaitLog(" the storm is over ", storms);
        awaitNothingLeft(ovs, version);
        Map<String, String> values = line(network.text(), kind);
        frames += Long.parseLong(values.get("frames"));
        answersPings(network.text(), values);
        Files.createFile(folder.resolve(kind));
      }
      assertThat(network.code()).as(network.text()).isZero();
      if (hasLight) {
        losesNothing(light.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
      }
      String log = stop(controller);
      namesThePort(log, line(network.text(), "ready").get("port"), storms);
      costsAtMost(MOST_REQUESTS_OF_A_FRAME_AT_A_SWITCH, frames, log, network);
      report(configuration + ", " + action, frames, log);
    }
  }

  @ParameterizedTest
  @CsvSource({"OpenFlow13, sources groups", "OpenFlow10, sources"})
  void shouldBoundManySourcesWhenProbesFindThatThePortIsNoLink(String version, String kinds)
      throws Exception {
    try (Rigs rigs = Rigs.acquire("mn", "ovs-vswitchd", "ovsdb-server", "ping", "ethtool");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = start(WITH_LIGHT, "drop");
        ProgramOutput network =
            ProgramOutput.start(
                folder.resolve("network.out"),
                ovs.environment(),
                command(rigs, "line", version, controller.port(), kinds))) {
      network.awaitText("ready: ");
      CompletableFuture<LoadResult> light =
          CompletableFuture.supplyAsync(() -> countBeside(Integer.parseInt(controller.port())));
      String where = "57:01 port " + line(network.text(), "ready").get("port") + ": ";
      long frames = 0;
      int storms = 0;
      for (String kind : kinds.split(" ", -1)) {
        network.awaitText(kind + ": ");
        storms++;
        controller.awaitLog(where + "the storm is over ", storms);
        awaitNothingLeft(ovs, version);
        Map<String, String> values = line(network.text(), kind);
        frames += Long.parseLong(values.get("frames"));
        answersPings(network.text(), values);
        Files.createFile(folder.resolve(kind));
      }
      assertThat(network.code()).as(network.text()).isZero();
      losesNothing(light.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
      String log = stop(controller);
      assertThat(beginnings(log).filter(each -> each.contains(where)))
          .as(log)
          .hasSize(storms)
          .allMatch(each -> each.endsWith("; they are dropped until it is over"));
      assertThat(beginnings(log).filter(each -> !each.contains(where)))
          .as(log)
          .allMatch(StormIT::isAtALink);
      costsAtMost(MOST_REQUESTS_WITH_A_CHECK, frames, log, network);
      report(version + ", many sources", frames, log);
    }
  }

  /** Entries by hand take the storm to the third switch, whose link is the first to ask for it. */
  @ParameterizedTest
  @CsvSource({"OpenFlow13", "OpenFlow10"})
  void shouldNotCutALinkWhenTheStormOfManySourcesComesInByIt(String version) throws Exception {
    try (Rigs rigs = Rigs.acquire("mn", "ovs-vswitchd", "ovsdb-server", "ping", "ethtool");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = start(WITH_LIGHT, "drop");
        ProgramOutput network =
            ProgramOutput.start(
                folder.resolve("network.out"),
                ovs.environment(),
                command(rigs, "line", version, controller.port(), "sources"))) {
      network.awaitText("ready: ");
      Map<String, String> ready = line(network.text(), "ready");
      floodByHand(ovs, version, FIRST_SWITCH, ready.get("port"));
      floodByHand(ovs, version, "st2", ready.get("next"));
      begin();
      network.awaitText("sources: ");
      answersPings(network.text(), line(network.text(), "sources"));
      Files.createFile(folder.resolve("sources"));
      controller.awaitLog(" a storm of ", 1);
      assertThat(network.code()).as(network.text()).isZero();
      controller.terminate();
      String log = controller.log();
      assertThat(log).doesNotContain(" ERROR ", "Exception", "57:01 port ", "57:02 port 1: ");
      assertThat(beginnings(log)).as(log).isNotEmpty().allMatch(StormIT::isAtALink);
      assertThat(beginnings(log).findFirst().orElseThrow())
          .contains("57:03 port ")
          .contains(" leads to 00:00:00:00:00:00:57:02 port ");
    }
  }

  /** Stops the controller and returns its log, which must have no errors. */
  private static String stop(StartedController controller) throws Exception {
    controller.terminate();
    String log = controller.log();
    assertThat(log).doesNotContain(" ERROR ", "Exception");
    return log;
  }

  /** Bounds the requests of all switches by the frames that the storms sent. */
  private static void costsAtMost(
      double requestsOfAFrameAtASwitch, long frames, String log, ProgramOutput network) {
    assertThat((double) requests(log))
        .as(() -> network.text() + log)
        .isLessThan(requestsOfAFrameAtASwitch * frames * SWITCHES);
  }

  private static void report(String what, long frames, String log) {
    System.out.printf(
        "%s: %d requests of %d frames at %d switches%n", what, requests(log), frames, SWITCHES);
  }

  private static void floodByHand(
      PrivateOpenVSwitch ovs, String version, String bridge, String port)
      throws IOException, InterruptedException {
    String entry = "priority=60000,in_port=" + port + ",actions=flood";
    ovs.run("ovs-ofctl", "-O", version, "add-flow", bridge, entry);
  }

  private static StartedController start(String configuration, String action) throws IOException {
    String broadcasts = configuration.startsWith("routing") ? "route-flow" : "learning-switch";
    return StartedController.startWith(
        configuration,
        "--set",
        "applications.storm-control.max-frames-per-second=100",
        "--set",
        "applications.storm-control.hold=1 s",
        "--set",
        "applications.storm-control.action=" + action,
        "--set", // so that what an entry has forwarded is told soon
        "applications." + broadcasts + ".broadcast-timeout=1 s");
  }

  private List<String> command(Rigs rigs, String shape, String version, String port, String kinds) {
    List<String> command =
        new ArrayList<>(
            List.of("/usr/bin/python3", rigs.script("storm-network.py"), shape, version));
    command.addAll(List.of(port, "" + SECONDS, folder.toString()));
    command.addAll(List.of(kinds.split(" ", -1)));
    return command;
  }

  // ---- a light switch beside it ----

  /** A switch that asks little, and one that asks rarely; the storm begins when they have begun. */
  private LoadResult countBeside(int port) {
    try {
      return Emulation.count(
          ScenarioFile.defaultsWith(
              "openflow=\"1.3\"",
              "packets.buffered=false",
              "network.switches=1",
              "hosts=8",
              "load=rate",
              "rates.total=20",
              "probing.enabled=true",
              "durations.learn=30 s",
              "durations.warm-up=100 ms",
              "durations.measure=" + 2 * SECONDS + " s",
              "durations.drain=10 s"),
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
          this::at);
    } catch (ScenarioException e) {
      throw new IllegalStateException(e);
    }
  }

  private void at(Progress.Stage stage, long doneMs, long totalMs, long answered) {
    if (stage == Progress.Stage.MEASURING) {
      begin();
    }
  }

  private void begin() {
    Path begin = folder.resolve("begin");
    if (!Files.exists(begin)) {
      try {
        Files.createFile(begin);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void losesNothing(LoadResult light) {
    assertThat(light.failure()).isEmpty();
    assertThat(light.switches())
        .isNotEmpty()
        .allMatch(
            each ->
                each.allErrors().missing()
                        + each.allErrors().wrongPort()
                        + each.allErrors().malformed()
                    == 0)
        .allMatch(each -> each.allAnsweredRequests() == each.allSentRequests())
        .allMatch(each -> each.allSentRequests() > 0);
    assertThat(light.probing().getTotalCount()).isPositive();
  }

  // ---- what the switches have ----

  /** Waits until the meter at the first switch has let frames pass and has dropped others. */
  private static void awaitMeterThatDrops(PrivateOpenVSwitch ovs, String version)
      throws IOException, InterruptedException {
    Pattern stats =
        Pattern.compile("packet_in_count:(\\d+) .*0: packet_count:(\\d+)", Pattern.DOTALL);
    Awaitility.await()
        .alias("a meter drops")
        .until(
            () -> {
              Matcher matcher = stats.matcher(ofctl(ovs, version, "meter-stats"));
              return matcher.find()
                  && Long.parseLong(matcher.group(2)) > 0
                  && Long.parseLong(matcher.group(1)) > Long.parseLong(matcher.group(2))
                  && ofctl(ovs, version, "dump-flows").contains("meter:"); // or one entry has gone
            });
    assertThat(ofctl(ovs, version, "dump-meters")).contains("pktps", "rate=100 ");
  }

  /** Waits until no meter is left, and nothing that drops or meters. */
  private static void awaitNothingLeft(PrivateOpenVSwitch ovs, String version) {
    Awaitility.await()
        .alias("no entry or meter of the storm is left")
        .until(
            () -> {
              String flows = ofctl(ovs, version, "dump-flows");
              return !flows.contains("meter:")
                  && !flows.contains("actions=drop")
                  && (version.equals(WITHOUT_METERS)
                      || !ofctl(ovs, version, "dump-meters").contains("meter="));
            });
  }

  private static String ofctl(PrivateOpenVSwitch ovs, String version, String what)
      throws IOException, InterruptedException {
    return ovs.run("ovs-ofctl", "-O", version, what, FIRST_SWITCH);
  }

  // ---- what is said ----

  /** Each storm has a line when it begins and one when it is over, with the switch and the port. */
  private static void namesThePort(String log, String port, int storms) {
    String where = "00:00:00:00:00:00:57:01 port " + port + ": ";
    assertThat(beginnings(log))
        .as(log)
        .hasSize(storms)
        .allMatch(
            line -> line.matches(".* " + where + "a storm of [1-9]\\d{2,} frames/s to groups.*"));
    assertThat(log.lines().filter(line -> line.contains(" the storm is ")))
        .as(log)
        .hasSize(storms)
        .allMatch(line -> line.contains(where + "the storm is over after "));
  }

  private static Stream<String> beginnings(String log) {
    return log.lines().filter(line -> line.contains(" a storm of "));
  }

  private static boolean isAtALink(String beginning) {
    return beginning.contains("; nothing is done about it, since the port leads to ");
  }

  private static void answersPings(String said, Map<String, String> values) {
    assertThat(Long.parseLong(values.get("answered")))
        .as("pings of other hosts: %s", said)
        .isGreaterThanOrEqualTo((long) (LEAST_ANSWERED * Long.parseLong(values.get("pings"))));
  }

  private static long requests(String log) {
    Matcher matcher = Pattern.compile("stopped: (\\d+) flow requests served").matcher(log);
    assertThat(matcher.find()).as(log).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  /** What a line {@code NAME: key=value ...} of the driver says. */
  private static Map<String, String> line(String said, String name) {
    Map<String, String> values = new HashMap<>();
    said.lines()
        .filter(each -> each.startsWith(name + ": "))
        .flatMap(each -> Stream.of(each.substring(name.length() + 2).split(" ", -1)))
        .map(pair -> pair.split("=", 2))
        .forEach(pair -> values.put(pair[0], pair[1]));
    assertThat(values).as("%s: %s", name, said).isNotEmpty();
    return values;
  }
}
