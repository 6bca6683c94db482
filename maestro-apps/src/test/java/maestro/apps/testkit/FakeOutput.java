package maestro.apps.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import maestro.api.FlowActions;
import maestro.api.FlowField;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.Sent;
import maestro.api.SwitchOutput;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** Says in words what a stage has answered. */
public final class FakeOutput implements SwitchOutput {
  private final List<String> said = new ArrayList<>();
  private final List<byte[]> replies = new ArrayList<>();
  private FlowActions installed = FlowActions.NONE;

  /** What was answered since the last time this was asked. */
  public List<String> takeSaid() {
    List<String> taken = List.copyOf(said);
    said.clear();
    return taken;
  }

  /** The frames of all replies. */
  public List<byte[]> replies() {
    return replies;
  }

  /** The list of the last entry that was installed by a list. */
  public FlowActions installed() {
    return installed;
  }

  @Override
  public void forward(FlowRequest request, int port) {
    said.add("forward port " + port);
  }

  @Override
  public void forward(FlowRequest request, int[] ports, int count) {
    said.add(
        "forward ports "
            + IntStream.of(ports)
                .limit(count)
                .sorted()
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(" ")));
  }

  @Override
  public void flood(FlowRequest request) {
    said.add("flood");
  }

  @Override
  public void drop(FlowRequest request) {
    said.add("drop");
  }

  @Override
  public void installAndForward(FlowRequest request, int port, FlowOptions options) {
    said.add(
        "install %sport %d idle %d hard %d"
            .formatted(
                before(options), port, options.idleTimeoutSeconds(), options.hardTimeoutSeconds()));
  }

  @Override
  public Sent install(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    said.add("install at %d: port %d to %d".formatted(datapathId, inPort, port));
    return Sent.YES;
  }

  @Override
  public void forward(FlowRequest request, FlowActions actions) {
    said.add("forward " + ActionText.of(actions));
  }

  @Override
  public void installAndForward(FlowRequest request, FlowActions actions, FlowOptions options) {
    installed = actions;
    said.add(
        "install %s%s idle %d hard %d"
            .formatted(
                before(options),
                ActionText.of(actions),
                options.idleTimeoutSeconds(),
                options.hardTimeoutSeconds()));
  }

  /** Whether the VLAN is matched in any case, and what is done first. */
  private static String before(FlowOptions options) {
    boolean isVlanMatched = (options.fields() & FlowField.VLAN.bit()) != 0;
    String actions = ActionText.of(options.actions());
    return (isVlanMatched ? "by VLAN " : "") + (actions.isEmpty() ? "" : actions + " ");
  }

  @Override
  public void installDrop(FlowRequest request, FlowOptions options) {
    said.add(
        "install drop idle %d hard %d"
            .formatted(options.idleTimeoutSeconds(), options.hardTimeoutSeconds()));
  }

  @Override
  public Sent install(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options) {
    said.add(
        "install at %d: port %d vlan %d to %s%s"
            .formatted(datapathId, inPort, vlan, before(options), ActionText.of(actions)));
    return Sent.YES;
  }

  @Override
  public Optional<OFMessage> entry(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    said.add("entry at %d: port %d to %d".formatted(datapathId, inPort, port));
    return Optional.empty();
  }

  @Override
  public void reply(FlowRequest request, byte[] frame, int length) {
    said.add("reply");
    replies.add(Arrays.copyOf(frame, length));
  }

  @Override
  public void removeFlowsTo(FlowRequest request, long ethDst) {
    said.add("remove flows to " + ethDst);
  }

  @Override
  public void consume(FlowRequest request) {
    said.add("consume");
  }

  @Override
  public Sent send(long datapathId, OFMessage message) {
    said.add("send to %d: %s".formatted(datapathId, message.getType()));
    return Sent.YES;
  }
}
