package maestro.sequence.batch;

import java.util.Arrays;
import java.util.Optional;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.HeldRequest;
import maestro.api.Sent;
import maestro.api.SwitchOutput;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * Passes the answers of a stage on, and reports them to {@link StageCheck}.
 *
 * <p>The worker's own.
 */
final class CheckedOutput implements SwitchOutput {
  /** What becomes of a packet that is dropped. */
  static final String DROP = "drop";

  private final WorkerOutput output;
  private final String who;
  private final StageCheck check;

  CheckedOutput(WorkerOutput output, String who, StageCheck check) {
    this.output = output;
    this.who = who;
    this.check = check;
  }

  private void answers(FlowRequest request, String outcome) {
    check.answered(who, RequestView.of(request), outcome, false);
  }

  private static String port(int port) {
    return "port " + Integer.toUnsignedString(port);
  }

  private static String with(FlowOptions options, String outcome) {
    return options.actions().isNone() ? outcome : options.actions() + " and " + outcome;
  }

  /** The options with which an entry at the request's own switch is installed. */
  private FlowOptions installs(FlowRequest request, FlowActions then, FlowOptions options) {
    RequestView view = RequestView.of(request);
    return check.installs(view, output.wanted(view, options), then, options);
  }

  @Override
  public void forward(FlowRequest request, int port) {
    answers(request, port(port));
    output.forward(request, port);
  }

  @Override
  public void forward(FlowRequest request, int[] ports, int count) {
    answers(request, count == 0 ? DROP : "ports " + Arrays.toString(Arrays.copyOf(ports, count)));
    output.forward(request, ports, count);
  }

  @Override
  public void forward(FlowRequest request, FlowActions actions) {
    answers(request, actions.toString());
    output.forward(request, actions);
  }

  @Override
  public void flood(FlowRequest request) {
    answers(request, "flood");
    output.flood(request);
  }

  @Override
  public void drop(FlowRequest request) {
    answers(request, DROP);
    output.drop(request);
  }

  @Override
  public void installAndForward(FlowRequest request, int port, FlowOptions options) {
    answers(request, with(options, port(port)));
    FlowOptions finer = installs(request, FlowActions.NONE, options);
    output.installAndForward(request, port, finer);
  }

  @Override
  public void installAndForward(FlowRequest request, FlowActions actions, FlowOptions options) {
    answers(request, with(options, actions.toString()));
    FlowOptions finer = installs(request, actions, options);
    output.installAndForward(request, actions, finer);
  }

  @Override
  public void installDrop(FlowRequest request, FlowOptions options) {
    answers(request, DROP);
    FlowOptions finer = installs(request, FlowActions.NONE, options);
    output.installDrop(request, finer);
  }

  @Override
  public void reply(FlowRequest request, byte[] frame, int length) {
    check.answered(who, RequestView.of(request), "a frame of its own", true);
    output.reply(request, frame, length);
  }

  @Override
  public void before(FlowRequest request, FlowActions actions) {
    output.before(request, actions);
  }

  @Override
  public void consume(FlowRequest request) {
    check.consumed(RequestView.of(request));
    output.consume(request);
  }

  @Override
  public Optional<HeldRequest> hold(FlowRequest request) {
    Optional<HeldRequest> held = output.hold(request);
    if (held.isPresent()) {
      check.consumed(RequestView.of(request));
    }
    return held;
  }

  @Override
  public void removeFlowsTo(FlowRequest request, long ethDst) {
    check.removes(request.datapathId());
    output.removeFlowsTo(request, ethDst);
  }

  @Override
  public Sent install(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    return output.install(datapathId, request, inPort, port, options);
  }

  @Override
  public Sent install(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options) {
    return output.install(datapathId, request, inPort, vlan, actions, options);
  }

  @Override
  public Optional<OFMessage> entry(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    return output.entry(datapathId, request, inPort, port, options);
  }

  @Override
  public Optional<OFMessage> entry(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options) {
    return output.entry(datapathId, request, inPort, vlan, actions, options);
  }

  @Override
  public Sent send(long datapathId, OFMessage message) {
    if (message instanceof OFFlowMod && !(message instanceof OFFlowAdd)) {
      check.removes(datapathId);
    }
    return output.send(datapathId, message);
  }
}
