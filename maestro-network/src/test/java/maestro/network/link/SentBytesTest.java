package maestro.network.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import maestro.emulator.topology.TopologyException;
import maestro.network.plan.LinkSettings;
import maestro.network.plan.NetworkPlan;
import org.junit.jupiter.api.Test;

/** The load of a link over time: nothing is shown before it has left. */
class SentBytesTest {
  private static final long MS_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int SEEDS = Integer.getInteger("maestro.load.seeds", 200);

  private final NetworkPlan plan;
  private long nowNs = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(1); // the clock wraps within a run

  SentBytesTest() throws TopologyException {
    plan = NetworkPlan.named("linear:2", 1);
  }

  @Test
  void shouldKeepAllBytesWhenStepsBecomeLonger() {
    Links links = Links.alike(plan, LinkSettings.ofDelay(0));
    SentBytes loads = new SentBytes(links, () -> nowNs);
    links.count(loads);
    for (int i = 0; i < 1000; i++) {
      long unused = links.arrivalNs(links.from(0, 1), nowNs, 1);
      nowNs += 100 * MS_NS;
    }
    loads.fillAll();
    assertThat(loads.stepNs()).isEqualTo(800 * MS_NS);
    assertThat(loads.of(links.from(0, 1))).hasSize(126).startsWith(8).contains(0);
    assertThat(Arrays.stream(loads.of(links.from(0, 1))).sum()).isEqualTo(1000);
    assertThat(loads.of(links.from(1, 1))).containsOnly(0);
  }

  @Test
  void shouldNeverShowMoreThanTheBandwidthAndEndWithAllThatHasLeft() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long bitsPerSecond = 1000L << random.nextInt(30);
      int queueBytes = random.nextInt(1 << 20);
      Links links = Links.alike(plan, new LinkSettings(0, bitsPerSecond, queueBytes, 0.01));
      int there = links.from(0, 1);
      SentBytes loads = new SentBytes(links, () -> nowNs);
      links.count(loads);
      long sentBytes = 0;
      for (int burst = 0; burst < 20; burst++) {
        for (int frame = random.nextInt(100); frame > 0; frame--) {
          int lengthBytes = random.nextInt(60, 1515);
          long droppedBefore = links.dropped(there);
          long unused = links.arrivalNs(there, nowNs, lengthBytes);
          sentBytes += links.dropped(there) == droppedBefore ? lengthBytes : 0;
          nowNs += random.nextInt(3) * 10L * random.nextInt(100_000);
        }
        nowNs += random.nextLong(2_000 * MS_NS);
      }
      loads.fillAll();
      assertWithin(loads.of(there), loads.stepNs() / 8e9 * bitsPerSecond, seed);
      nowNs += 8_000_000_000L * (1 + queueBytes) / bitsPerSecond + TimeUnit.SECONDS.toNanos(13);
      loads.fillAll();
      assertWithin(loads.of(there), loads.stepNs() / 8e9 * bitsPerSecond, seed);
      assertThat(Arrays.stream(loads.of(there)).sum()).as("seed %d", seed).isEqualTo(sentBytes);
    }
  }

  private static void assertWithin(long[] steps, double mostBytes, int seed) {
    for (long each : steps) {
      assertThat(each).as("seed %d", seed).isBetween(0L, (long) Math.ceil(mostBytes) + 1);
    }
  }
}
