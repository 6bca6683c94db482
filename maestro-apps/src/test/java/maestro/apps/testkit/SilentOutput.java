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
  private long answers;

  /** How often a stage has answered; a message that it only has made for it is none. */
  public long answerCount() {
    return answers;
  }

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
    return Optional.empty();
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
