package maestro.network;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.network.dataplane.Controller;
import maestro.network.dataplane.ControllerOutput;
import maestro.network.dataplane.pipeline.PipelineSwitch;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFGroupDescStatsEntry;
import org.projectfloodlight.openflow.protocol.OFGroupDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/**
 * Asks one switch for its tables, as one more controller that stays for the time of a question.
 * Confined to the thread of the switch.
 */
public final class SwitchReader implements ControllerOutput {
  private final OFFactory factory;
  private final Controller session;
  private final List<OFMessage> said = new ArrayList<>();

  public SwitchReader(PipelineSwitch sw) {
    this.factory = ColdCodec.factory(sw.description().version());
    this.session = sw.addController();
  }

  /** The entries of all flow tables. */
  public List<OFFlowStatsEntry> flows() {
    boolean hasGroups = factory.getVersion().getWireVersion() != OpenFlow.VERSION_10;
    var request =
        factory
            .buildFlowStatsRequest()
            .setMatch(factory.matchWildcardAll())
            .setTableId(TableId.ALL)
            .setOutPort(OFPort.ANY);
    if (hasGroups) {
      request.setOutGroup(OFGroup.ANY);
    }
    List<OFFlowStatsEntry> entries = new ArrayList<>();
    for (OFMessage each : ask(request.build())) {
      if (each instanceof OFFlowStatsReply reply) {
        entries.addAll(reply.getEntries());
      }
    }
    return entries;
  }

  /** The groups; none in 1.0. */
  public List<OFGroupDescStatsEntry> groups() {
    List<OFGroupDescStatsEntry> entries = new ArrayList<>();
    if (factory.getVersion().getWireVersion() == OpenFlow.VERSION_10) {
      return entries;
    }
    for (OFMessage each : ask(factory.buildGroupDescStatsRequest().build())) {
      if (each instanceof OFGroupDescStatsReply reply) {
        entries.addAll(reply.getEntries());
      }
    }
    return entries;
  }

  private List<OFMessage> ask(OFMessage request) {
    session.connect(this);
    said.clear();
    tell(Header.alone(factory.getVersion().getWireVersion(), OpenFlow.HELLO, 1));
    tell(ColdCodec.bytes(request));
    session.disconnect();
    return List.copyOf(said);
  }

  private void tell(byte[] message) {
    session.handle(ByteBuffer.wrap(message), 0, message.length);
  }

  @Override
  public void send(byte[] message) {
    try {
      said.add(ColdCodec.read(ByteBuffer.wrap(message), 0, message.length));
    } catch (MalformedMessageException e) {
      throw new IllegalStateException("the switch sends what openflowj cannot read", e);
    }
  }

  @Override
  public @Nullable ByteBuffer roomForPacketIn(int bytes) {
    return null;
  }
}
