package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import maestro.openflow.entry.FlowModEncoder;
import maestro.openflow.entry.FlowModFlyweight;
import maestro.openflow.entry.L2FlowAdd;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every reader against every kind of damage. A buffer holds exactly the bytes of the message, so
 * whatever reads outside of them throws, and whatever throws fails.
 */
class MalformedInputTest {
  /** Looks at the range and, when it is accepted, at every field. Returns whether it was. */
  private interface Reader {
    boolean read(ByteBuffer b, int at, int length);
  }

  private static final class Sample {
    final String name;
    final Reader reader;
    final byte[] bytes;

    Sample(String name, Reader reader, byte[] bytes) {
      this.name = name;
      this.reader = reader;
      this.bytes = bytes;
    }

    /** Whether it begins with an OpenFlow header; a frame does not. */
    boolean hasHeader() {
      return (bytes[0] & 0xff) <= OpenFlow.VERSION_13;
    }
  }

  /** Takes what the accessors return, so that calling them is for something. */
  private static long sink;

  private static List<Sample> messages() {
    List<Sample> samples = new ArrayList<>();
    Reader packetIn = packetInReader();
    Reader packetOut = packetOutReader();
    Reader flowMod = flowModReader();
    Reader hello = (b, at, length) -> HelloCodec.negotiate(b, at, length) > 0;
    add(samples, "1.0 PACKET_IN", packetIn, "010a0016 00000001 00000102 0040 0003 00 00 deadbeef");
    add(
        samples,
        "1.3 PACKET_IN, in_port alone",
        packetIn,
        "040a002e 00000001 ffffffff 0040 00 00 0123456789abcdef 0001 000c 80000004 00000003 00000000 0000 deadbeef");
    add(
        samples,
        "1.3 PACKET_IN, three fields",
        packetIn,
        "040a0042 00000001 ffffffff 0040 00 00 0123456789abcdef"
            + "0001 001e 80000408 0102030405060708 80000004 00000003 80000a02 0800 0000 0000 deadbeef cafe babe");
    add(
        samples,
        "1.0 PACKET_OUT",
        packetOut,
        "010d0024 00000001 ffffffff 0003 0010 0001000800640000 000000080004ffff dead beef");
    add(
        samples,
        "1.3 PACKET_OUT",
        packetOut,
        "040d0034 00000001 ffffffff 00000003 0018 000000000000 0018000800000000"
            + "0000001000000004 ffff000000000000 deadbeef");
    ByteBuffer flow = ByteBuffer.allocate(256);
    for (int version : new int[] {1, 4}) {
      int add = new L2FlowAdd().entry(1, 10, 0, 1, 7).encode(flow, 0, version, 1, 3, 5, 6, 4, -1);
      samples.add(new Sample(version + " FLOW_MOD add", flowMod, Bytes.copy(flow, 0, add)));
      int delete = FlowModEncoder.deleteByEthDst(flow, 0, version, 1, 5);
      samples.add(new Sample(version + " FLOW_MOD delete", flowMod, Bytes.copy(flow, 0, delete)));
    }
    add(
        samples,
        "4 FLOW_MOD, masks and two instructions",
        flowMod,
        "040e0078 00000001 0000000000000000 0000000000000000 00 00 0000 0000 0001 ffffffff ffffffff ffffffff 0000 0000"
            + "0001 0024 8000070c f1f2f3f4f5f6 ffffffffffff 8000090c 010000000000 010000000000 00000000"
            + "0001000807000000 0003001800000000 0000001000000004 ffff000000000000");
    add(
        samples,
        "HELLO",
        hello,
        "04000020 00000001 0002000c 1122334455667788 00000000 00010008 00000012");
    return samples;
  }

  private static List<Sample> frames() {
    List<Sample> samples = new ArrayList<>();
    Reader frame = frameReader();
    String ethernet = "f1f2f3f4f5f6 0a0b0c0d0e0f";
    String ipv4 =
        "0800 46 00 0024 0001 0000 40 11 0000 c0a80001 c0a80002 01010101 c000 0035 000c 0000 deadbeef";
    add(samples, "IPv4 with options", frame, ethernet + ipv4);
    add(samples, "two VLAN tags", frame, ethernet + "88a8 0001 8100 0002" + ipv4);
    add(
        samples,
        "ARP",
        frame,
        ethernet + "0806 0001 0800 06 04 0001 0a0b0c0d0e0f c0a80001 000000000000 c0a80002");
    add(
        samples,
        "IPv6 with extension headers",
        frame,
        ethernet
            + "86dd 60000000 0034 00 40 20010db8000000000000000000000001 fe800000000000000000000000000002"
            + "3c00000000000000 2c010000000000000000000000000000 3300000100000000 110100000000000000000000"
            + "c000 0035 0008 0000");
    return samples;
  }

  private static void add(List<Sample> samples, String name, Reader reader, String hex) {
    samples.add(new Sample(name, reader, Bytes.of(hex)));
  }

  private static Reader packetInReader() {
    PacketInFlyweight m = new PacketInFlyweight();
    return (b, at, length) -> {
      boolean accepted = m.wrap(b, at, length);
      if (accepted) {
        sink +=
            m.version()
                + m.xid()
                + m.bufferId()
                + m.totalLength()
                + m.inPort()
                + m.reason()
                + m.cookie();
        assertDataInside(m.dataOffset(), m.dataLength(), at, length);
      }
      return accepted;
    };
  }

  private static Reader packetOutReader() {
    PacketOutFlyweight m = new PacketOutFlyweight();
    return (b, at, length) -> {
      boolean accepted = m.wrap(b, at, length);
      if (accepted) {
        sink += m.version() + m.xid() + m.bufferId() + m.inPort() + m.outputPort();
        assertDataInside(m.dataOffset(), m.dataLength(), at, length);
      }
      return accepted;
    };
  }

  private static Reader flowModReader() {
    FlowModFlyweight m = new FlowModFlyweight();
    return (b, at, length) -> {
      boolean accepted = m.wrap(b, at, length);
      if (accepted) {
        sink += m.version() + m.command() + m.bufferId() + m.flags() + m.tableId();
        sink += m.outputPort() + m.matchEthDst() + m.matchEthSrc();
      }
      return accepted;
    };
  }

  private static Reader frameReader() {
    FrameFlyweight m = new FrameFlyweight();
    return (b, at, length) -> {
      boolean accepted = m.wrap(b, at, length);
      if (accepted) {
        sink += m.ethDst() + m.ethSrc() + (m.isMulticast() ? 1 : 0) + m.ethType() + m.vlanId();
        assertDataInside(m.payloadOffset(), m.payloadLength(), at, length);
        sink += m.ipv4Src() + m.ipv4Dst() + m.ipProtocol() + m.l4Src() + m.l4Dst();
        sink += m.ipv6SrcHigh() + m.ipv6SrcLow() + m.ipv6DstHigh() + m.ipv6DstLow();
        sink += m.arpOperation() + m.arpSenderIpv4() + m.arpTargetIpv4();
      }
      return accepted;
    };
  }

  private static void assertDataInside(int offset, int dataLength, int at, int length) {
    if (dataLength < 0 || offset < at || offset + dataLength != at + length) {
      fail("data [%d, +%d) of a message in [%d, +%d)", offset, dataLength, at, length);
    }
  }

  /** Reads from exactly these bytes, on the heap and off it; anything thrown names the bytes. */
  private static boolean read(Sample sample, byte[] bytes) {
    try {
      boolean heap = sample.reader.read(ByteBuffer.wrap(bytes), 0, bytes.length);
      boolean direct = sample.reader.read(Bytes.direct(bytes), 0, bytes.length);
      assertThat(direct).isEqualTo(heap);
      return heap;
    } catch (RuntimeException e) {
      return fail(sample.name + ": " + Bytes.toHex(bytes), e);
    }
  }

  @TestFactory
  List<DynamicTest> shouldRefuseEveryTruncatedMessage() {
    return each(
        messages(),
        sample -> {
          assertThat(read(sample, sample.bytes)).as("whole").isTrue();
          for (int length = 0; length < sample.bytes.length; length++) {
            byte[] cut = Arrays.copyOf(sample.bytes, length);
            assertThat(read(sample, cut)).as("%d bytes", length).isFalse();
          }
        });
  }

  @TestFactory
  List<DynamicTest> shouldStayInsideWhenTruncatedMessageSaysSo() {
    return each(
        messages(),
        sample -> {
          for (int length = 0; length < sample.bytes.length; length++) {
            byte[] cut = Bytes.withHonestLength(Arrays.copyOf(sample.bytes, length));
            boolean accepted = read(sample, cut);
            if (length < OpenFlow.HEADER_BYTES) {
              assertThat(accepted).isFalse();
            }
          }
        });
  }

  @TestFactory
  List<DynamicTest> shouldRefuseEveryOtherLengthInTheHeader() {
    return each(
        messages(),
        sample -> {
          byte[] damaged = sample.bytes.clone();
          for (int length = 0; length <= 0xffff; length++) {
            ByteBuffer.wrap(damaged).putShort(Header.LENGTH, (short) length);
            boolean accepted = sample.reader.read(ByteBuffer.wrap(damaged), 0, damaged.length);
            assertThat(accepted).isEqualTo(length == damaged.length);
          }
        });
  }

  @TestFactory
  List<DynamicTest> shouldStayInsideWhateverSingleByteIsDamaged() {
    List<Sample> all = messages();
    all.addAll(frames());
    return each(
        all,
        sample -> {
          for (int i = 0; i < sample.bytes.length; i++) {
            byte[] damaged = sample.bytes.clone();
            for (int value = 0; value < 256; value++) {
              damaged[i] = (byte) value;
              boolean accepted = read(sample, damaged);
              if (!sample.hasHeader()) {
                assertThat(accepted).isTrue();
              }
            }
          }
        });
  }

  @TestFactory
  List<DynamicTest> shouldStayInsideWhateverIsDamagedAndCutOff() {
    List<Sample> all = messages();
    all.addAll(frames());
    return each(
        all,
        sample -> {
          Random random = new Random(sample.name.hashCode());
          for (int i = 0; i < 20_000; i++) {
            byte[] damaged = Arrays.copyOf(sample.bytes, random.nextInt(sample.bytes.length + 1));
            for (int hits = random.nextInt(4); hits > 0 && damaged.length > 0; hits--) {
              damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            read(sample, sample.hasHeader() ? Bytes.withHonestLength(damaged) : damaged);
          }
        });
  }

  @TestFactory
  List<DynamicTest> shouldReadTruncatedFramesAsFarAsTheyGo() {
    return each(
        frames(),
        sample -> {
          for (int length = 0; length <= sample.bytes.length; length++) {
            assertThat(read(sample, Arrays.copyOf(sample.bytes, length))).isEqualTo(length >= 14);
          }
        });
  }

  private interface Check {
    void run(Sample sample);
  }

  private static List<DynamicTest> each(List<Sample> samples, Check check) {
    return samples.stream()
        .map(sample -> DynamicTest.dynamicTest(sample.name, () -> check.run(sample)))
        .toList();
  }
}
