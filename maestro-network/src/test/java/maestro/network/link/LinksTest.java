package maestro.network.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import maestro.emulator.topology.TopologyException;
import maestro.network.plan.LinkSettings;
import maestro.network.plan.NetworkPlan;
import org.junit.jupiter.api.Test;

class LinksTest {
  private static final long DELAY_NS = 1_000_000;
  private static final int FRAME_BYTES = 1000;

  private final NetworkPlan plan;

  LinksTest() throws TopologyException {
    plan = NetworkPlan.named("linear:2", 1);
  }

  @Test
  void shouldAddTheDelayWhenNothingElseIsBounded() {
    Links links = links(new LinkSettings(DELAY_NS, 0, 0, 0), 1);
    int there = links.toSwitch(1, 1);
    assertThat(links.from(0, 1)).isEqualTo(there);
    assertThat(links.arrivalNs(there, 5, FRAME_BYTES)).isEqualTo(5 + DELAY_NS);
    assertThat(links.arrivalNs(there, 5, FRAME_BYTES)).isEqualTo(5 + DELAY_NS);
    assertThat(links.frames(there)).isEqualTo(2);
    assertThat(links.bytes(there, 5)).isEqualTo(2 * FRAME_BYTES);
  }

  @Test
  void shouldLetFramesWaitForEachOtherWhenTheBandwidthIsBounded() {
    Links links = links(new LinkSettings(DELAY_NS, 8_000_000, 2 * FRAME_BYTES, 0), 1);
    int there = links.toSwitch(1, 1);
    long serializedNs = 1_000_000;
    assertThat(links.arrivalNs(there, 0, FRAME_BYTES)).isEqualTo(serializedNs + DELAY_NS);
    assertThat(links.arrivalNs(there, 0, FRAME_BYTES)).isEqualTo(2 * serializedNs + DELAY_NS);
    assertThat(links.arrivalNs(there, 0, FRAME_BYTES)).as("two would wait").isEqualTo(Links.LOST);
    assertThat(links.dropped(there)).isEqualTo(1);
    assertThat(links.arrivalNs(links.toSwitch(0, 1), 0, FRAME_BYTES))
        .as("the other direction is free")
        .isEqualTo(serializedNs + DELAY_NS);
    assertThat(links.arrivalNs(there, 9 * serializedNs, FRAME_BYTES))
        .as("it is idle again")
        .isEqualTo(10 * serializedNs + DELAY_NS);
  }

  @Test
  void shouldLoseThePartThatItIsToLoseAndTheSameAgainWithTheSameSeed() {
    LinkSettings lossy = new LinkSettings(0, 0, 0, 0.1);
    boolean[] once = losses(links(lossy, 7));
    assertThat(losses(links(lossy, 7))).isEqualTo(once);
    for (int seed = 0; seed < 20; seed++) {
      boolean[] other = losses(links(lossy, seed));
      for (int shift = -20; shift <= 20 && seed != 7; shift++) {
        assertThat(lostInBoth(once, other, shift))
            .as("seed %d, %d frames later: a hundredth of them", seed, shift)
            .isBetween(50L, 160L);
      }
    }
    long lost = IntStream.range(0, once.length).filter(i -> once[i]).count();
    assertThat(lost).isBetween(850L, 1150L);
  }

  private static long lostInBoth(boolean[] one, boolean[] other, int shift) {
    return IntStream.range(20, one.length - 20).filter(i -> one[i] && other[i + shift]).count();
  }

  private static boolean[] losses(Links links) {
    boolean[] lost = new boolean[10_000];
    for (int i = 0; i < lost.length; i++) {
      lost[i] = links.arrivalNs(links.toSwitch(0, 1), i, FRAME_BYTES) == Links.LOST;
      long unused = links.arrivalNs(links.toSwitch(1, 1), i, FRAME_BYTES); // another stream
    }
    return lost;
  }

  private Links links(LinkSettings settings, long seed) {
    return new Links(plan, link -> settings, settings, seed);
  }
}
