package maestro.simulate.measure;

import java.util.Optional;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.Sent;
import maestro.api.SwitchOutput;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** Sends nothing: a stage with it costs what the stage itself costs. Stateless. */
record NoOutput() implements SwitchOutput {
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
    return Sent.NO_SUCH_SWITCH;
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
    return Sent.NO_SUCH_SWITCH;
  }

  @Override
  public Optional<OFMessage> entry(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    return Optional.empty();
  }

  @Override
  public void reply(FlowRequest request, byte[] frame, int length) {}

  @Override
  public void removeFlowsTo(FlowRequest request, long ethDst) {}

  @Override
  public void consume(FlowRequest request) {}

  @Override
  public Sent send(long datapathId, OFMessage message) {
    return Sent.NO_SUCH_SWITCH;
  }
}
