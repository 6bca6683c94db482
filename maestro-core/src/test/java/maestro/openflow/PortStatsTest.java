package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFPortStatsEntry;
import org.projectfloodlight.openflow.protocol.OFPortStatsReply;
import org.projectfloodlight.openflow.protocol.OFPortStatsRequest;
import org.projectfloodlight.openflow.protocol.OFStatsReplyFlags;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/** Requests and replies about the counters of ports, compared with openflowj. */
class PortStatsTest {
  private final PortStatsFlyweight part = new PortStatsFlyweight();

  static OFPortStatsReply reply(int version, int xid, boolean more, long... rxTxByPort) {
    OFFactory factory = ColdCodec.factory(version);
    List<OFPortStatsEntry> entries =
        IntStream.range(0, rxTxByPort.length / 2)
            .mapToObj(
                i ->
                    factory
                        .buildPortStatsEntry()
                        .setPortNo(OFPort.of(i + 1))
                        .setRxPackets(U64.of(1))
                        .setTxPackets(U64.of(2))
                        .setRxBytes(U64.of(rxTxByPort[2 * i]))
                        .setTxBytes(U64.of(rxTxByPort[2 * i + 1]))
                        .setRxDropped(U64.of(3))
                        .setTxDropped(U64.of(4))
                        .setRxErrors(U64.of(5))
                        .setTxErrors(U64.of(6))
                        .setRxFrameErr(U64.of(7))
                        .setRxOverErr(U64.of(8))
                        .setRxCrcErr(U64.of(9))
                        .setCollisions(U64.of(10))
                        .build())
            .toList();
    return factory
        .buildPortStatsReply()
        .setXid(xid)
        .setFlags(more ? Set.of(OFStatsReplyFlags.REPLY_MORE) : Set.of())
        .setEntries(entries)
        .build();
  }

  private static ByteBuffer bytes(OFPortStatsReply reply) {
    return ByteBuffer.wrap(ColdCodec.bytes(reply));
  }

  private static ByteBuffer cut(OFPortStatsReply reply, int length) {
    ByteBuffer cut = ByteBuffer.wrap(Arrays.copyOf(ColdCodec.bytes(reply), length));
    return length >= OpenFlow.HEADER_BYTES ? cut.putShort(2, (short) length) : cut;
  }

  @EachVersion
  void shouldAskForAllPorts(int version) throws MalformedMessageException {
    byte[] request = PortStatsFlyweight.request(version, 77);
    OFPortStatsRequest read =
        (OFPortStatsRequest) ColdCodec.read(ByteBuffer.wrap(request), 0, request.length);
    assertThat(read.getPortNo()).isEqualTo(OFPort.ANY);
    assertThat(read.getXid()).isEqualTo(77);
  }

  @EachVersion
  void shouldReadTheCountersOfEachPort(int version) {
    OFPortStatsReply reply = reply(version, 1, true, 10, 20, 30, PortStatsFlyweight.UNKNOWN);
    ByteBuffer b = bytes(reply);

    assertThat(part.wrap(b, 0, b.limit())).isTrue();

    assertThat(part.hasMore()).isTrue();
    assertThat(part.count()).isEqualTo(2);
    assertThat(part.port(0)).isEqualTo(1);
    assertThat(part.port(1)).isEqualTo(2);
    assertThat(part.counter(1, PortCounter.RX_BYTES)).isEqualTo(30);
    assertThat(part.counter(1, PortCounter.TX_BYTES)).isEqualTo(PortStatsFlyweight.UNKNOWN);
    for (int i = 0; i < 2; i++) {
      assertThat(counters(part, i)).isEqualTo(counters(reply.getEntries().get(i)));
    }
  }

  /** What the flyweight has read, in the order of the wire. */
  static List<Long> counters(PortStatsFlyweight part, int index) {
    return Stream.of(PortCounter.values()).map(each -> part.counter(index, each)).toList();
  }

  /** The same as openflowj has read it. */
  static List<Long> counters(OFPortStatsEntry entry) {
    return Stream.of(
            entry.getRxPackets(),
            entry.getTxPackets(),
            entry.getRxBytes(),
            entry.getTxBytes(),
            entry.getRxDropped(),
            entry.getTxDropped(),
            entry.getRxErrors(),
            entry.getTxErrors())
        .map(U64::getValue)
        .toList();
  }

  @EachVersion
  void shouldHaveOneNumberForTheSwitchItselfInAllVersions(int version) {
    ByteBuffer b = bytes(reply(version, 1, false, 10, 20));
    if (version == OpenFlow.VERSION_10) {
      b.putShort(12, (short) 0xfffe);
    } else {
      b.putInt(16, 0xffff_fffe);
    }

    assertThat(part.wrap(b, 0, b.limit())).isTrue();
    assertThat(part.port(0)).isEqualTo(OpenFlow.PORT_LOCAL);
  }

  @EachVersion
  void shouldRefuseWhatIsNoWholeReply(int version) {
    OFPortStatsReply reply = reply(version, 1, false, 10, 20);
    for (int length = 0; length < ColdCodec.bytes(reply).length; length++) {
      ByteBuffer cut = cut(reply, length);
      boolean isEmptyReply = length == (version == OpenFlow.VERSION_10 ? 12 : 16);
      assertThat(part.wrap(cut, 0, length)).as("%d bytes", length).isEqualTo(isEmptyReply);
      assertThat(part.count()).isZero();
    }
  }

  @Test
  void shouldRefuseAnswersToOtherQuestions() {
    ByteBuffer b = bytes(reply(OpenFlow.VERSION_13, 1, false, 10, 20));
    b.putShort(8, (short) 5);
    assertThat(part.wrap(b, 0, b.limit())).isFalse();
    b.putShort(8, (short) 4).put(1, (byte) OpenFlow.ERROR);
    assertThat(part.wrap(b, 0, b.limit())).isFalse();
  }
}
