package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import maestro.api.BatchStage;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.Sent;
import maestro.api.SwitchOutput;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.apps.testkit.FakeBatch;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFMessage;

class RouteZeroAllocationTest extends RoutedNetwork {
  private static final int SWITCHES = 20;
  private static final int WARM_UP = 50_000;
  private static final int ROUNDS = 100_000;

  private final CountingOutput output = new CountingOutput();

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

  private void allocatesNothing(BatchStage stage, FakeBatch batch, long answers) {
    run(stage, batch, WARM_UP);
    output.answers = 0;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    threads.getCurrentThreadAllocatedBytes();

    long before = threads.getCurrentThreadAllocatedBytes();
    run(stage, batch, ROUNDS);
    long allocatedBytes = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(allocatedBytes).isLessThan(ROUNDS / 10);
    assertThat(output.answers).isEqualTo(answers * ROUNDS);
  }

  private void run(BatchStage stage, FakeBatch batch, int rounds) {
    for (int i = 0; i < rounds; i++) {
      batch.rewind();
      stage.onBatch(batch, output);
    }
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

  private static final class CountingOutput implements SwitchOutput {
    private long answers;

    @Override
    public void forward(FlowRequest request, int port) {
      answers++;
    }

    @Override
    public void forward(FlowRequest request, int[] ports, int count) {
      answers++;
    }

    @Override
    public void flood(FlowRequest request) {
      answers++;
    }

    @Override
    public void drop(FlowRequest request) {
      answers++;
    }

    @Override
    public void installAndForward(FlowRequest request, int port, FlowOptions options) {
      answers++;
    }

    @Override
    public Sent install(
        long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
      answers++;
      return Sent.YES;
    }

    @Override
    public void forward(FlowRequest request, FlowActions actions) {
      answers++;
    }

    @Override
    public void installAndForward(FlowRequest request, FlowActions actions, FlowOptions options) {
      answers++;
    }

    @Override
    public void installDrop(FlowRequest request, FlowOptions options) {
      answers++;
    }

    @Override
    public Sent install(
        long datapathId,
        FlowRequest request,
        int inPort,
        int vlan,
        FlowActions actions,
        FlowOptions options) {
      answers++;
      return Sent.YES;
    }

    @Override
    public Optional<OFMessage> entry(
        long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
      throw new AssertionError("builds a message");
    }

    @Override
    public void reply(FlowRequest request, byte[] frame, int length) {
      answers++;
    }

    @Override
    public void removeFlowsTo(FlowRequest request, long ethDst) {
      answers++;
    }

    @Override
    public void consume(FlowRequest request) {
      answers++;
    }

    @Override
    public Sent send(long datapathId, OFMessage message) {
      answers++;
      return Sent.YES;
    }
  }
}
