package maestro.entries;

import java.nio.ByteBuffer;
import maestro.api.FlowEntry;
import maestro.api.PortInfo;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import maestro.openflow.entry.FlowStatsEntryFlyweight;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;

/** A flow entry as applications see it: a flyweight over its bytes. Confined to one thread. */
final class ShownEntry extends FlowStatsEntryFlyweight implements FlowEntry {
  private static final int STATS_TYPE = 8;
  private static final short FLOW = 1;
  private static final int HEADER_BYTES_10 = 12;
  private static final int HEADER_BYTES_13 = 16;

  private final EntrySwitch owner;
  private long cameNs;

  ShownEntry(EntrySwitch owner) {
    this.owner = owner;
  }

  /** Sets when the entry came. */
  void cameAt(long ns) {
    cameNs = ns;
  }

  @Override
  public long nowNs() {
    return cameNs;
  }

  @Override
  public boolean leadsNowhere() {
    for (int i = 0; i < outputCount(); i++) {
      int port = output(i);
      if (Integer.compareUnsigned(port, OpenFlow.PORT_MAX) < 0) {
        PortInfo known = owner.port(port);
        if (known == null || !known.up()) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public OFFlowStatsEntry message() {
    int version = version();
    int header = version == OpenFlow.VERSION_10 ? HEADER_BYTES_10 : HEADER_BYTES_13;
    int bytes = header + length();
    ByteBuffer reply = ByteBuffer.allocate(bytes);
    Header.encode(reply, 0, version, OpenFlow.statsReply(version), bytes, 0);
    reply.putShort(STATS_TYPE, FLOW);
    reply.put(header, buffer(), offset(), length());
    try {
      return ((OFFlowStatsReply) ColdCodec.read(reply, 0, bytes)).getEntries().get(0);
    } catch (MalformedMessageException e) {
      throw new IllegalStateException("openflowj does not know the entry: " + e.getMessage(), e);
    }
  }
}
