package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.api.BatchStage;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.apps.testkit.Allocation;
import maestro.apps.testkit.FakeBatch;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.SilentOutput;
import org.junit.jupiter.api.Test;

class RouteZeroAllocationTest extends RoutedNetwork {
  private static final int SWITCHES = 20;

  @Test
  void shouldAllocateNothingWhenPathsAreInstalledAndPacketsFlooded() {
    ring(SWITCHES, "");
    platform.set("hosts", new HostAtItsSwitch());
    BatchStage stage = platform.start(new RouteFlow()).batch().orElseThrow().get();
    FakeBatch batch =
        new FakeBatch(
            FakeRequest.between(1, HOST_PORT, 1, 11),
            FakeRequest.between(7, HOST_PORT, 7, 7),
            FakeRequest.between(5, HOST_PORT, 5, BROADCAST),
            FakeRequest.between(5, 1, 4, STRANGER),
            FakeRequest.between(12, 2, 13, 3));
    int entries = 11 + 10;
    allocatesNothing(stage, batch, entries + 1 + 2);
  }

  @Test
  void shouldAllocateNothingWhenTagsArePushedAndPopped() {
    Vlans.Builder vlans = Vlans.builder();
    for (long id = 1; id <= SWITCHES; id++) {
      vlans.access(id, HOST_PORT, 10);
    }
    ring(SWITCHES, "");
    platform.set("hosts", new HostAtItsSwitch());
    platform.declare(vlans.build());
    BatchStage stage = platform.start(new RouteFlow()).batch().orElseThrow().get();
    FakeBatch batch =
        new FakeBatch(
            FakeRequest.between(1, HOST_PORT, 1, 11),
            FakeFrame.between(12, 3).vlan(10).at(13, 2),
            FakeRequest.between(5, HOST_PORT, 5, BROADCAST),
            FakeFrame.between(4, BROADCAST).vlan(10).at(5, 1),
            FakeFrame.between(4, STRANGER).vlan(20).at(5, 1));
    int entries = 11 + 11;
    allocatesNothing(stage, batch, entries + 3);
  }

  private static void allocatesNothing(BatchStage stage, FakeBatch batch, long answers) {
    SilentOutput output = new SilentOutput();
    stage.onBatch(batch, output);
    assertThat(output.answerCount()).isEqualTo(answers);
    double bytes =
        Allocation.bytesPerRequest(
            batch.count(),
            () -> {
              batch.rewind();
              stage.onBatch(batch, output);
            });
    assertThat(bytes).isLessThan(0.02);
    assertThat(output.answerCount() % answers).isZero();
  }

  /** Host n is at switch n. */
  private static final class HostAtItsSwitch implements HostLocations {
    @Override
    public long locationOf(long ethAddress) {
      return ethAddress == STRANGER ? UNKNOWN : ethAddress;
    }

    @Override
    public long locationOf(int vlan, long ethAddress) {
      return locationOf(ethAddress);
    }

    @Override
    public long datapathIdOf(long location) {
      return location;
    }

    @Override
    public int portOf(long location) {
      return HOST_PORT;
    }

    @Override
    public long ethAddressOf(int ipv4) {
      return UNKNOWN;
    }

    @Override
    public int count() {
      return SWITCHES;
    }
  }
}
