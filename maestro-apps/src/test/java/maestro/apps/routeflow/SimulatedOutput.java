package maestro.apps.routeflow;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.Sent;
import maestro.api.SwitchOutput;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * What a stage does with the requests of a {@link SimulatedNetwork}; it happens at once. Answers
 * that route-flow never gives are an error.
 */
final class SimulatedOutput implements SwitchOutput {
  /** Of an output of OpenFlow 1.3. */
  private static final int OUTPUT_BYTES = 16;

  private final SimulatedNetwork network;

  SimulatedOutput(SimulatedNetwork network) {
    this.network = network;
  }

  @Override
  public void forward(FlowRequest request, int port) {
    network.transmit(request, port);
  }

  @Override
  public void forward(FlowRequest request, int[] ports, int count) {
    for (int i = 0; i < count; i++) {
      forward(request, ports[i]); // to the in-port, too, which the platform calls IN_PORT
    }
  }

  @Override
  public void drop(FlowRequest request) {}

  @Override
  public void installAndForward(FlowRequest request, int port, FlowOptions options) {
    install(request.datapathId(), request, request.inPort(), port, options);
    forward(request, port);
  }

  @Override
  public Sent install(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    network.install(datapathId, inPort, request.ethSrc(), request.ethDst(), port);
    return Sent.YES;
  }

  @Override
  public void forward(FlowRequest request, FlowActions actions) {
    throw new AssertionError("forwards by " + actions);
  }

  @Override
  public void installAndForward(FlowRequest request, FlowActions actions, FlowOptions options) {
    ByteBuffer bytes = actions.encoded(4);
    int[] ports = new int[bytes.capacity() / OUTPUT_BYTES];
    for (int i = 0; i < ports.length; i++) {
      ports[i] = bytes.getInt(i * OUTPUT_BYTES + 4);
    }
    network.installBroadcast(request, ports, options.hardTimeoutSeconds() * 1_000_000_000L);
    for (int port : ports) {
      if (port != request.inPort()) { // a switch sends nothing back by a list of actions
        forward(request, port);
      }
    }
  }

  @Override
  public void installDrop(FlowRequest request, FlowOptions options) {
    throw new AssertionError("installs a drop");
  }

  @Override
  public Sent install(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options) {
    throw new AssertionError("installs " + actions);
  }

  @Override
  public Optional<OFMessage> entry(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    OFFactory factory = OFFactories.getFactory(OFVersion.OF_10);
    Match match =
        factory
            .buildMatch()
            .setExact(MatchField.IN_PORT, OFPort.of(inPort))
            .setExact(MatchField.ETH_SRC, MacAddress.of(request.ethSrc()))
            .setExact(MatchField.ETH_DST, MacAddress.of(request.ethDst()))
            .build();
    OFPort out = port == inPort ? OFPort.IN_PORT : OFPort.of(port);
    return Optional.of(
        factory
            .buildFlowAdd()
            .setMatch(match)
            .setActions(List.of(factory.actions().output(out, 0xffff)))
            .build());
  }

  @Override
  public void flood(FlowRequest request) {
    throw new AssertionError("floods, which loops do not forgive");
  }

  @Override
  public void reply(FlowRequest request, byte[] frame, int length) {
    throw new AssertionError("replies");
  }

  @Override
  public void removeFlowsTo(FlowRequest request, long ethDst) {
    throw new AssertionError("removes flows");
  }

  @Override
  public void consume(FlowRequest request) {
    throw new AssertionError("consumes");
  }

  @Override
  public Sent send(long datapathId, OFMessage message) {
    throw new AssertionError("sends " + message);
  }
}
