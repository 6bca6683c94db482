package maestro.apps.testkit;

import java.util.Optional;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.Sent;
import maestro.api.SwitchOutput;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** Takes everything and allocates nothing, for tests that count what a stage allocates. */
public class SilentOutput implements SwitchOutput {
  private long replies;

  /** How many frames were sent back. */
  public long replyCount() {
    return replies;
  }

  @Override
  public void forward(FlowRequest request, int port) {}

  @Override
  public void forward(FlowRequest request, int[] ports, int count) {}

  @Override
  public void flood(FlowRequest request) {}

  @Override
  public void drop(FlowRequest request) {}

  @Override
  public void installAndForward(FlowRequest request, int port, FlowOptions options) {}

  @Override
  public Sent install(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    return Sent.YES;
  }

  @Override
  public void forward(FlowRequest request, FlowActions actions) {}

  @Override
  public void installAndForward(FlowRequest request, FlowActions actions, FlowOptions options) {}

  @Override
  public void installDrop(FlowRequest request, FlowOptions options) {}

  @Override
  public Sent install(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options) {
    return Sent.YES;
  }

  @Override
  public Optional<OFMessage> entry(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    return Optional.empty();
  }

  @Override
  public void reply(FlowRequest request, byte[] frame, int length) {
    replies++;
  }

  @Override
  public void removeFlowsTo(FlowRequest request, long ethDst) {}

  @Override
  public void consume(FlowRequest request) {}

  @Override
  public Sent send(long datapathId, OFMessage message) {
    return Sent.YES;
  }
}
