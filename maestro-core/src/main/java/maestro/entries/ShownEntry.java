package maestro.entries;

import java.nio.ByteBuffer;
import maestro.api.FlowEntry;
import maestro.api.PortInfo;
import maestro.nulls.Initializer;
import maestro.openflow.ColdCodec;
import maestro.openflow.FlowStatsEntryFlyweight;
import maestro.openflow.Header;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;

/**
 * A flow entry as applications see it: reused, over the flyweight of its bytes. Confined to one
 * thread.
 */
final class ShownEntry implements FlowEntry {
  private static final int STATS_TYPE = 8;
  private static final short FLOW = 1;
  private static final int HEADER_BYTES_10 = 12;
  private static final int HEADER_BYTES_13 = 16;

  private final EntrySwitch owner;
  private FlowStatsEntryFlyweight entry;
  private long nowNs;

  ShownEntry(EntrySwitch owner) {
    this.owner = owner;
  }

  /** Shows another entry, which came at {@code cameNs}. */
  @Initializer
  ShownEntry show(FlowStatsEntryFlyweight next, long cameNs) {
    entry = next;
    nowNs = cameNs;
    return this;
  }

  @Override
  public int table() {
    return entry.table();
  }

  @Override
  public int priority() {
    return entry.priority();
  }

  @Override
  public long cookie() {
    return entry.cookie();
  }

  @Override
  public int idleTimeoutSeconds() {
    return entry.idleTimeoutSeconds();
  }

  @Override
  public int hardTimeoutSeconds() {
    return entry.hardTimeoutSeconds();
  }

  @Override
  public long ageSeconds() {
    return entry.ageSeconds();
  }

  @Override
  public long packets() {
    return entry.packets();
  }

  @Override
  public long nowNs() {
    return nowNs;
  }

  @Override
  public boolean hasInPort() {
    return entry.hasInPort();
  }

  @Override
  public int inPort() {
    return entry.inPort();
  }

  @Override
  public boolean hasEthSrc() {
    return entry.hasEthSrc();
  }

  @Override
  public long ethSrc() {
    return entry.ethSrc();
  }

  @Override
  public boolean hasEthDst() {
    return entry.hasEthDst();
  }

  @Override
  public long ethDst() {
    return entry.ethDst();
  }

  @Override
  public boolean hasVlan() {
    return entry.hasVlan();
  }

  @Override
  public int vlan() {
    return entry.vlan();
  }

  @Override
  public int outputCount() {
    return entry.outputCount();
  }

  @Override
  public int output(int i) {
    return entry.output(i);
  }

  @Override
  public boolean leadsNowhere() {
    for (int i = 0; i < entry.outputCount(); i++) {
      int port = entry.output(i);
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
    int version = entry.version();
    int header = version == OpenFlow.VERSION_10 ? HEADER_BYTES_10 : HEADER_BYTES_13;
    int bytes = header + entry.length();
    ByteBuffer reply = ByteBuffer.allocate(bytes);
    Header.encode(reply, 0, version, OpenFlow.statsReply(version), bytes, 0);
    reply.putShort(STATS_TYPE, FLOW);
    reply.put(header, entry.buffer(), entry.offset(), entry.length());
    try {
      return ((OFFlowStatsReply) ColdCodec.read(reply, 0, bytes)).getEntries().get(0);
    } catch (MalformedMessageException e) {
      throw new IllegalStateException("openflowj does not know the entry: " + e.getMessage(), e);
    }
  }
}
