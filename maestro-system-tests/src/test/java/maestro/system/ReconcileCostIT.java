package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.api.FlowOptions;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.scenario.ScenarioFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What it costs to hold 10,000 entries of one switch against what should be there, beside a load of
 * 79 others: how long after its join it is done, and what throughput and probing delay are with and
 * without it, in turns. With {@code -Dmaestro.reconcile.turns=10} as docs/results/reconcile.md has
 * it; the numbers are printed. The load is by a plan, below what the machine can do, so that what
 * is missing is missing because of the reconciliation.
 *
 * <p>Open vSwitch needs a processor for its answer, which it takes from the load when both are on
 * one machine. With {@code -Dmaestro.reconcile.switch=bare} the switch has its answer ready, and
 * what others lose is lost to the controller.
 */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ReconcileCostIT {
  private static final int TURNS = Integer.getInteger("maestro.reconcile.turns", 1);
  private static final String LOAD = System.getProperty("maestro.reconcile.load", "rate");
  private static final String RATE = System.getProperty("maestro.reconcile.rate", "200k");
  private static final boolean IS_BARE =
      "bare".equals(System.getProperty("maestro.reconcile.switch"));
  private static final String MEASURE_SECONDS = "4";
  private static final long DATAPATH_ID = 0x2710;
  private static final int RIGHT = 9_000;
  private static final int WRONG = 1_000;
  private static final String COOKIE = "0x6d61657374726f";
  private static final Pattern JOINED =
      Pattern.compile("(?m)^(\\S+) INFO \\S+ - switch 00:00:00:00:00:00:27:10 at \\S+ joined");
  private static final Pattern DONE =
      Pattern.compile(
          "(?m)^(\\S+) INFO \\S+ - switch 00:00:00:00:00:00:27:10 at \\S+: flow entries: 9000 right,"
              + " 1000 removed since they lead nowhere \\((\\d+) ms\\)");

  @TempDir Path folder;

  @Test
  void shouldBeDoneSoonAndCostOthersLittleWhenOneSwitchHasTenThousandEntries() throws Exception {
    if (!IS_BARE) {
      Rigs.need("ovs-vswitchd", "ovsdb-server", "ovs-vsctl", "ovs-ofctl");
    }
    try (FullSwitch full = IS_BARE ? new Bare() : new OpenVSwitch(folder);
        StartedController controller = StartedController.start("fair-share")) {
      for (int turn = 1; turn <= TURNS; turn++) {
        full.fill();
        LoadResult without = load(controller, Progress.NONE);
        LoadResult with = load(controller, new JoinInTheMiddle(full, controller));
        int joinedSoFar = turn;
        Awaitility.await()
            .alias("it is done")
            .until(() -> DONE.matcher(controller.log()).results().count() == joinedSoFar);
        full.leave();
        print(turn, without, with, controller.log());
        assertThat(with.failure()).isEmpty();
      }
      assertThat(controller.log()).doesNotContain("check of its flow entries failed", " ERROR ");
    }
  }

  /** A switch that holds the entries. */
  private interface FullSwitch extends AutoCloseable {
    /** Puts the entries in that were removed. */
    void fill() throws Exception;

    void join(int port) throws Exception;

    /** Leaves; its entries stay. */
    void leave() throws Exception;

    @Override
    void close() throws IOException;
  }

  private static final class OpenVSwitch implements FullSwitch {
    private final PrivateOpenVSwitch ovs;
    private final Path entries;

    OpenVSwitch(Path folder) throws Exception {
      ovs = PrivateOpenVSwitch.dummy(folder);
      entries = Files.write(folder.resolve("entries.txt"), entries());
      ovs.run(
          "ovs-vsctl add-br br0 -- set bridge br0 fail-mode=secure"
              + " other-config:datapath-id=%016x".formatted(DATAPATH_ID)
              + " -- add-port br0 p1 -- set interface p1 type=dummy"
              + " -- add-port br0 p2 -- set interface p2 type=dummy"
              + " -- set-controller br0 tcp:127.0.0.1:1");
    }

    @Override
    public void fill() throws Exception {
      ovs.run("ovs-ofctl add-flows br0 " + entries);
    }

    @Override
    public void join(int port) throws Exception {
      ovs.run("ovs-vsctl set-controller br0 tcp:127.0.0.1:" + port);
    }

    @Override
    public void leave() throws Exception {
      ovs.run("ovs-vsctl set-controller br0 tcp:127.0.0.1:1");
    }

    @Override
    public void close() throws IOException {
      ovs.close();
    }
  }

  /** Has its answer ready, and forgets what it is told to remove. */
  private static final class Bare implements FullSwitch {
    private static final int ENTRY_BYTES = 96;
    private static final int ENTRIES_OF_PART = (65_535 - BareSwitch.PART_BYTES) / ENTRY_BYTES;
    private static final int IN_PORT_AND_ADDRESSES = 0x3f_ffff & ~(1 | 1 << 2 | 1 << 3);
    private static final long HOST = 0x0200_0000_ff00L;

    private final List<byte[]> parts = new ArrayList<>();
    private BareSwitch connected;

    Bare() {
      for (int i = 0; i < RIGHT + WRONG; i += ENTRIES_OF_PART) {
        parts.add(part(i, Math.min(RIGHT + WRONG, i + ENTRIES_OF_PART)));
      }
    }

    private static byte[] part(int from, int to) {
      byte[] bytes = BareSwitch.part(0, to < RIGHT + WRONG, (to - from) * ENTRY_BYTES);
      ByteBuffer part = ByteBuffer.wrap(bytes);
      for (int i = from; i < to; i++) {
        int at = BareSwitch.PART_BYTES + (i - from) * ENTRY_BYTES;
        long host = HOST | (i & 0xff);
        part.putShort(at, (short) ENTRY_BYTES)
            .putInt(at + 4, IN_PORT_AND_ADDRESSES)
            .putShort(at + 8, (short) 2)
            .putLong(at + 10, host << 16)
            .putLong(at + 16, (0x0200_0001_0000L | i) << 16)
            .putShort(at + 52, (short) 100)
            .putLong(at + 64, FlowOptions.DEFAULT_COOKIE)
            .putShort(at + 90, (short) 8)
            .putShort(at + 92, (short) (i < RIGHT ? 1 : 99));
      }
      return bytes;
    }

    @Override
    public void fill() {}

    @Override
    public void join(int port) throws IOException {
      connected = new BareSwitch(port, DATAPATH_ID, 1, 2);
      try {
        connected.showEntries(parts);
      } catch (IOException e) {
        // closed by leave
      }
    }

    @Override
    public void leave() throws IOException {
      connected.close();
    }

    @Override
    public void close() throws IOException {
      if (connected != null) {
        connected.close();
      }
    }
  }

  /** From one host by port 2 to many by port 1, and to others by a port that is not there. */
  private static List<String> entries() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < RIGHT + WRONG; i++) {
      lines.add(
          "cookie=%s,priority=100,in_port=2,dl_src=02:00:00:00:ff:%02x,dl_dst=02:00:00:01:%02x:%02x,actions=output:%d"
              .formatted(COOKIE, i & 0xff, i >>> 8, i & 0xff, i < RIGHT ? 1 : 99));
    }
    return lines;
  }

  private static LoadResult load(StartedController controller, Progress progress) throws Exception {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "load=" + LOAD,
                "network.switches=79",
                "probing.enabled=true",
                "durations.warm-up=2 s",
                "durations.measure=" + MEASURE_SECONDS + " s"));
    if (LOAD.equals("rate")) {
      settings.add("rates.total=" + RATE);
    }
    return Emulation.count(
        ScenarioFile.defaultsWith(settings.toArray(String[]::new)),
        new InetSocketAddress(
            InetAddress.getLoopbackAddress(), Integer.parseInt(controller.port())),
        progress);
  }

  /** Connects the switch when a quarter of the measured time is over. */
  private static final class JoinInTheMiddle implements Progress {
    private final FullSwitch full;
    private final StartedController controller;
    private boolean joins;

    JoinInTheMiddle(FullSwitch full, StartedController controller) {
      this.full = full;
      this.controller = controller;
    }

    @Override
    public void at(Stage stage, long doneMs, long totalMs, long answered) {
      if (!joins && stage == Stage.MEASURING && doneMs > totalMs / 4) {
        joins = true;
        new Thread(this::join).start(); // so that the load is not kept waiting
      }
    }

    private void join() {
      try {
        full.join(Integer.parseInt(controller.port()));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void print(int turn, LoadResult without, LoadResult with, String log) {
    String joined = last(JOINED, log, 1);
    String done = last(DONE, log, 1);
    long afterJoinMs =
        Duration.between(OffsetDateTime.parse(joined), OffsetDateTime.parse(done)).toMillis();
    System.out.printf(
        Locale.ROOT,
        "reconcile: turn %d: without %d answers, probes p99 %.2f ms; with %d answers (%+.1f %%),"
            + " probes p99 %.2f ms; done %d ms after the join, asked for %s ms%n",
        turn,
        without.answeredRequests(),
        p99Ms(without),
        with.answeredRequests(),
        100.0 * with.answeredRequests() / without.answeredRequests() - 100,
        p99Ms(with),
        afterJoinMs,
        last(DONE, log, 2));
  }

  private static double p99Ms(LoadResult result) {
    return result.probing().getValueAtPercentile(99) / 1e6;
  }

  private static String last(Pattern pattern, String text, int group) {
    Matcher matcher = pattern.matcher(text);
    String last = null;
    while (matcher.find()) {
      last = matcher.group(group);
    }
    assertThat(last).as(text).isNotNull();
    return last;
  }
}
