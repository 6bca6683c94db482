package maestro.emulator.switches;

import com.google.common.collect.Lists;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFPortFeatures;
import org.projectfloodlight.openflow.protocol.OFPortReason;
import org.projectfloodlight.openflow.protocol.OFPortState;
import org.projectfloodlight.openflow.protocol.OFPortStatsEntry;
import org.projectfloodlight.openflow.protocol.OFPortStatsRequest;
import org.projectfloodlight.openflow.protocol.OFStatsReplyFlags;
import org.projectfloodlight.openflow.protocol.OFStatsRequest;
import org.projectfloodlight.openflow.protocol.OFTableStatsEntry;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/**
 * The answers of a switch to requests for statistics and for its ports.
 *
 * <p>The switch has no data plane: the counters of its ports are 0, and of its flow table it knows
 * only how many entries were added. It knows which ports are down. Confined to one thread.
 */
final class StatisticsReplies {
  private static final int PORTS_A_MESSAGE = 500;
  private static final int TABLE_ENTRIES = 1 << 20;
  private static final int ALL_WILDCARDS_10 = 0x3fffff;
  private static final int ONE_GIGABIT_KBPS = 1_000_000;

  private final SwitchDescription description;
  private final OFFactory factory;
  private final BitSet downPorts = new BitSet();

  StatisticsReplies(SwitchDescription description) {
    this.description = description;
    this.factory = ColdCodec.factory(description.version());
  }

  /** The messages of the reply; none for an unsupported kind of statistics. */
  List<OFMessage> replies(OFStatsRequest<?> request, long flowCount) {
    long xid = request.getXid();
    return switch (request.getStatsType()) {
      case PORT -> portStatistics(xid, ((OFPortStatsRequest) request).getPortNo());
      case PORT_DESC -> portDescriptions(xid);
      default -> {
        OFMessage only = reply(request, flowCount);
        yield only == null ? List.of() : List.of(only);
      }
    };
  }

  /** No queues on any port; the reply repeats the port. */
  byte[] queues(ByteBuffer b, int at) {
    byte[] reply = new byte[16];
    ByteBuffer r = ByteBuffer.wrap(reply);
    int version = description.version();
    Header.encode(r, 0, version, Header.type(b, at) + 1, reply.length, Header.xid(b, at));
    if (version == OpenFlow.VERSION_10) {
      r.putShort(8, b.getShort(at + 8));
    } else {
      r.putInt(8, b.getInt(at + 8));
    }
    return reply;
  }

  private OFMessage reply(OFStatsRequest<?> request, long flowCount) {
    long xid = request.getXid();
    return switch (request.getStatsType()) {
      case DESC -> description(xid);
      case FLOW -> factory.buildFlowStatsReply().setXid(xid).setEntries(List.of()).build();
      case AGGREGATE ->
          factory
              .buildAggregateStatsReply()
              .setXid(xid)
              .setPacketCount(U64.ZERO)
              .setByteCount(U64.ZERO)
              .setFlowCount(flowCount)
              .build();
      case TABLE ->
          factory.buildTableStatsReply().setXid(xid).setEntries(List.of(table(flowCount))).build();
      case QUEUE -> factory.buildQueueStatsReply().setXid(xid).setEntries(List.of()).build();
      case GROUP -> factory.buildGroupStatsReply().setXid(xid).setEntries(List.of()).build();
      case GROUP_DESC ->
          factory.buildGroupDescStatsReply().setXid(xid).setEntries(List.of()).build();
      case GROUP_FEATURES ->
          factory.buildGroupFeaturesStatsReply().setXid(xid).setCapabilities(Set.of()).build();
      case METER -> factory.buildMeterStatsReply().setXid(xid).setEntries(List.of()).build();
      case METER_CONFIG ->
          factory.buildMeterConfigStatsReply().setXid(xid).setEntries(List.of()).build();
      case METER_FEATURES ->
          factory
              .buildMeterFeaturesStatsReply()
              .setXid(xid)
              .setFeatures(factory.buildMeterFeatures().build())
              .build();
      case TABLE_FEATURES ->
          factory.buildTableFeaturesStatsReply().setXid(xid).setEntries(List.of()).build();
      default -> null;
    };
  }

  private List<OFMessage> portDescriptions(long xid) {
    List<OFMessage> replies = new ArrayList<>();
    for (List<OFPortDesc> part : Lists.partition(ports(), PORTS_A_MESSAGE)) {
      replies.add(
          factory
              .buildPortDescStatsReply()
              .setXid(xid)
              .setFlags(more(replies.size(), description.portCount()))
              .setEntries(part)
              .build());
    }
    return replies;
  }

  private List<OFMessage> portStatistics(long xid, OFPort asked) {
    List<OFPortStatsEntry> entries = portStatistics(asked);
    List<OFMessage> replies = new ArrayList<>();
    if (entries.isEmpty()) {
      replies.add(factory.buildPortStatsReply().setXid(xid).setEntries(entries).build());
    }
    for (List<OFPortStatsEntry> part : Lists.partition(entries, PORTS_A_MESSAGE)) {
      replies.add(
          factory
              .buildPortStatsReply()
              .setXid(xid)
              .setFlags(more(replies.size(), entries.size()))
              .setEntries(part)
              .build());
    }
    return replies;
  }

  /** Whether more messages follow the one of this number. */
  private static Set<OFStatsReplyFlags> more(int number, int portCount) {
    return (number + 1) * PORTS_A_MESSAGE < portCount
        ? EnumSet.of(OFStatsReplyFlags.REPLY_MORE)
        : Set.of();
  }

  List<OFPortDesc> ports() {
    List<OFPortDesc> ports = new ArrayList<>();
    for (int number = 1; number <= description.portCount(); number++) {
      ports.add(port(number));
    }
    return ports;
  }

  private OFPortDesc port(int number) {
    OFPortDesc.Builder port =
        factory
            .buildPortDesc()
            .setPortNo(OFPort.of(number))
            .setHwAddr(MacAddress.of(description.portAddress(number)))
            .setName("eth" + number)
            .setConfig(Set.of())
            .setState(downPorts.get(number) ? EnumSet.of(OFPortState.LINK_DOWN) : Set.of())
            .setCurr(EnumSet.of(OFPortFeatures.PF_1GB_FD, OFPortFeatures.PF_COPPER))
            .setAdvertised(Set.of())
            .setSupported(Set.of())
            .setPeer(Set.of());
    if (description.version() == OpenFlow.VERSION_13) {
      port.setCurrSpeed(ONE_GIGABIT_KBPS).setMaxSpeed(ONE_GIGABIT_KBPS);
    }
    return port.build();
  }

  /** A port goes down or up. Returns the PORT_STATUS. */
  OFMessage setPort(int number, boolean down) {
    downPorts.set(number, down);
    return factory.buildPortStatus().setReason(OFPortReason.MODIFY).setDesc(port(number)).build();
  }

  private OFMessage description(long xid) {
    return factory
        .buildDescStatsReply()
        .setXid(xid)
        .setMfrDesc("Maestro")
        .setHwDesc("emulated switch")
        .setSwDesc("maestro-emulator")
        .setSerialNum(Long.toUnsignedString(description.datapathId()))
        .setDpDesc("emulated switch " + Long.toUnsignedString(description.datapathId()))
        .build();
  }

  private OFTableStatsEntry table(long flowCount) {
    OFTableStatsEntry.Builder table =
        factory
            .buildTableStatsEntry()
            .setTableId(TableId.of(0))
            .setActiveCount(flowCount)
            .setLookupCount(U64.ZERO)
            .setMatchedCount(U64.ZERO);
    if (description.version() == OpenFlow.VERSION_10) {
      table.setName("table0").setWildcards(ALL_WILDCARDS_10).setMaxEntries(TABLE_ENTRIES);
    }
    return table.build();
  }

  private List<OFPortStatsEntry> portStatistics(OFPort asked) {
    List<OFPortStatsEntry> entries = new ArrayList<>();
    for (int number = 1; number <= description.portCount(); number++) {
      OFPort port = OFPort.of(number);
      if (asked.equals(OFPort.ANY) || asked.equals(port)) {
        entries.add(
            factory
                .buildPortStatsEntry()
                .setPortNo(port)
                .setRxPackets(U64.ZERO)
                .setTxPackets(U64.ZERO)
                .setRxBytes(U64.ZERO)
                .setTxBytes(U64.ZERO)
                .setRxDropped(U64.ZERO)
                .setTxDropped(U64.ZERO)
                .setRxErrors(U64.ZERO)
                .setTxErrors(U64.ZERO)
                .setRxFrameErr(U64.ZERO)
                .setRxOverErr(U64.ZERO)
                .setRxCrcErr(U64.ZERO)
                .setCollisions(U64.ZERO)
                .build());
      }
    }
    return entries;
  }
}
