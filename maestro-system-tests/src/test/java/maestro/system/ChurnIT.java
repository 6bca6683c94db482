package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import maestro.Maestro;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.bench.isolation.Attack;
import maestro.bench.isolation.AttackCounts;
import maestro.bench.isolation.Attacks;
import maestro.bench.isolation.GoodSwitch;
import maestro.bench.isolation.IsolationResult.Noticed;
import maestro.bench.isolation.Target;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Switches that come and go in five ways while another one is served: under each strategy 5 000, or
 * 20 000 with {@code -Dmaestro.churn.times=3600}, a hundred thousand in all.
 */
@Tag("soak")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ChurnIT {
  private static final List<String> WAYS =
      List.of(
          "connect-close",
          "connect-reset",
          "mid-handshake-disconnect",
          "mid-message-disconnect",
          "ask-and-reset");
  private static final int FIRST_TIMES = 400;
  private static final int TIMES = Integer.getInteger("maestro.churn.times", 600);
  private static final long MIB = 1 << 20;
  private static final long HEAP_SLACK_BYTES = 4 * MIB;

  /**
   * Buffers of 64 KiB are kept for the most connections that ever had one at the same time: more
   * when the controller was late. Of all 20 000 connections, one that is lost in seventy is more
   * than this.
   */
  private static final long DIRECT_SLACK_BYTES = 16 * MIB;

  @ParameterizedTest
  @CsvSource({
    "shared-queue, 1",
    "static-partition, 4",
    "dynamic-partition, 1",
    "round-robin, 4",
    "fair-share, 4"
  })
  void shouldKeepNothingAndTellEachLeaveOnceWhenSwitchesComeAndGo(String strategy, int version)
      throws Exception {
    Presence presence = new Presence();
    try (Maestro maestro =
        InProcess.controller(
            strategy,
            2,
            Map.of(
                "sequences.presence.on", "[switch-joined, switch-left]",
                "sequences.presence.run", "[presence]"),
            List.of(presence))) {
      GoodSwitch good = GoodSwitch.start(maestro.address(), version, null);
      Target target = new Target(maestro.address(), version, 1, null);
      churn(target, FIRST_TIMES);
      presence.awaitAlone();
      Held before = Held.now();
      churn(target, TIMES);
      presence.awaitAlone();
      Held after = // what is just ending may take a moment
          Awaitility.await()
              .pollInSameThread()
              .until(
                  Held::now,
                  held ->
                      held.descriptors() <= before.descriptors()
                          && held.threads() <= before.threads());
      Noticed noticed = good.finish();

      assertThat(noticed.isWhole()).as(noticed.toString()).isTrue();
      presence.awaitJoined((FIRST_TIMES + TIMES) * (WAYS.size() - 1) + 1);
      assertThat(presence.mistakes()).isEmpty();
      assertThat(after.descriptors()).isLessThanOrEqualTo(before.descriptors());
      assertThat(after.threads()).isLessThanOrEqualTo(before.threads());
      assertThat(after.directBytes())
          .isLessThanOrEqualTo(before.directBytes() + DIRECT_SLACK_BYTES);
      assertThat(after.heapBytes()).isLessThanOrEqualTo(before.heapBytes() + HEAP_SLACK_BYTES);
    }
  }

  private static void churn(Target target, int times) throws Exception {
    AttackCounts counts = new AttackCounts();
    for (String way : WAYS) {
      Attack attack =
          Attacks.ALL.stream().filter(each -> each.name().equals(way)).findFirst().orElseThrow();
      for (int i = 0; i < times; i++) {
        attack.trial().run(target, counts);
      }
    }
    assertThat(counts.closedCount()).as("closed by the controller").isZero();
  }

  /** What this process holds; the emulated switches are in it and hold nothing when it is asked. */
  private record Held(long descriptors, int threads, long directBytes, long heapBytes) {
    static Held now() throws IOException {
      System.gc();
      try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
        return new Held(
            open.count(),
            ManagementFactory.getThreadMXBean().getThreadCount(),
            ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum(),
            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
      }
    }
  }

  /** Counts who comes and goes. */
  private static final class Presence implements Application, EventStage {
    // Guarded by this.
    private final Set<Long> present = new HashSet<>();
    private final List<String> mistakes = new ArrayList<>();
    private int joined;

    @Override
    public String name() {
      return "presence";
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public Stages start(ApplicationContext context) {
      return Stages.events(this);
    }

    @Override
    public synchronized void onSwitchJoined(SwitchInfo info) {
      joined++;
      if (!present.add(info.datapathId())) {
        mistakes.add(info + " joined twice");
      }
    }

    @Override
    public synchronized void onSwitchLeft(SwitchInfo info) {
      if (!present.remove(info.datapathId())) {
        mistakes.add(info + " left and was not there");
      }
    }

    synchronized List<String> mistakes() {
      return List.copyOf(mistakes);
    }

    /** Waits until only the good switch is there; makes no thread, since threads are counted. */
    void awaitAlone() {
      Awaitility.await().pollInSameThread().until(() -> presentCount() == 1);
    }

    void awaitJoined(int count) {
      Awaitility.await().until(() -> joinedCount() == count);
    }

    private synchronized int presentCount() {
      return present.size();
    }

    private synchronized int joinedCount() {
      return joined;
    }
  }
}
