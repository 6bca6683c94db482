package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import maestro.emulator.dataplane.TableSizes;
import maestro.openflow.ColdCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;

/** Random FLOW_MODs, frames and waits: the switch does what a list that is scanned does. */
class ReferenceTest {
  private static final int STEPS = 4_000;
  private static final int MOST_EXACT = 5;
  private static final int MOST_WILDCARD = 12;
  private static final int[] TYPES = {0x800, 0x800, 0x800, 0x806, 0x86dd};
  private static final int[] PROTOCOLS = {1, 6, 17};
  private static final int[] ADDRESSES = {0x0a000001, 0x0a000002, 0x0a000103, 0x0a010001};

  /** A frame and what it says, by the one who made it. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Made(byte[] bytes, Map<String, Long> fields) {}

  @ParameterizedTest
  @CsvSource({
    "1, LINEAR",
    "2, LINEAR",
    "3, LINEAR",
    "4, LINEAR",
    "5, LINEAR",
    "6, LINEAR",
    "1, TUPLE_SPACE",
    "2, TUPLE_SPACE",
    "3, TUPLE_SPACE",
    "4, TUPLE_SPACE",
    "5, TUPLE_SPACE",
    "6, TUPLE_SPACE"
  })
  void shouldDoWhatAScannedListDoes(long seed, TableSizes.WildcardSearch search) {
    Followed followed = follow(new Random(seed), STEPS, search);
    assertThat(followed.matched()).isBetween(STEPS / 10, STEPS * 6 / 10);
    assertThat(followed.errors()).isPositive();
  }

  /** How many frames matched an entry, and how many ERRORs were said. */
  record Followed(int matched, int errors) {}

  /** Does the same to a switch and to a list, and compares what they do. */
  static Followed follow(Random random, int steps, TableSizes.WildcardSearch search) {
    Rig10 rig = new Rig10(new TableSizes(MOST_EXACT, MOST_WILDCARD, search), 0);
    ReferenceSwitch reference = new ReferenceSwitch(MOST_EXACT, MOST_WILDCARD);
    int matched = 0;
    int errors = 0;
    for (int step = 0; step < steps; step++) {
      int kind = random.nextInt(10);
      if (kind < 3) {
        ReferenceSwitch.Command command = command(random, step);
        reference.apply(command, rig.nowNs);
        rig.tell(bytes(command));
      } else if (kind == 3) {
        rig.passSeconds(random.nextInt(8) / 4.0);
        reference.expire(rig.nowNs);
      } else {
        int port = 1 + random.nextInt(SwitchRig.PORTS);
        Made frame = frame(random);
        frame.fields().put("in", (long) port);
        List<Integer> left = rig.receive(port, frame.bytes());
        List<Integer> expected =
            reference.receive(frame.fields(), frame.bytes().length, port, rig.nowNs);
        assertThat(rig.packetIns()).hasSize(expected == null ? 1 : 0);
        assertThat(left).isEqualTo(expected == null ? List.of() : expected);
        matched += expected == null ? 0 : 1;
      }
      List<String> said = said(rig.take());
      assertThat(said).as("step %d", step).containsExactlyInAnyOrderElementsOf(reference.said);
      errors += (int) said.stream().filter(each -> each.contains("/")).count();
      reference.said.clear();
    }
    assertThat(entries(rig))
        .containsExactlyInAnyOrderElementsOf(
            reference.entries.stream().map(ReferenceSwitch.Entry::toString).toList());
    return new Followed(matched, errors);
  }

  @Test
  void shouldTellTheMatchThatWasMeant() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      ByteBuffer came = ByteBuffer.wrap(match(random));
      came.put(24, (byte) (came.get(24) | random.nextInt(4))); // bits that do not count
      came.putInt(0, came.getInt(0) | random.nextInt() << 22);
      boolean exact = MatchCodec10.isExact(came, 0);
      Match meant = MatchCodec10.read(came, 0);
      ByteBuffer told = ByteBuffer.wrap(MatchCodec10.write(meant, exact));
      assertThat(MatchCodec10.read(told, 0).isSame(meant)).isTrue();
      assertThat(MatchCodec10.isExact(told, 0)).isEqualTo(exact);
      assertThat(MatchCodec10.write(MatchCodec10.read(told, 0), exact)).isEqualTo(told.array());
      assertThat(told.get(24) & 3).isZero();
      assertThat(told.getInt(0) >>> 22).isZero();
    }
  }

  private static List<String> said(List<OFMessage> messages) {
    List<String> said = new ArrayList<>();
    for (OFMessage message : messages) {
      if (message instanceof OFFlowRemoved removed) {
        said.add(
            removed.getCookie().getValue()
                + " reason "
                + ColdCodec.bytes(removed)[58]
                + " after "
                + removed.getPacketCount().getValue());
      } else {
        byte[] bytes = ColdCodec.bytes((OFErrorMsg) message);
        said.add(ByteBuffer.wrap(bytes).getShort(8) + "/" + ByteBuffer.wrap(bytes).getShort(10));
      }
    }
    return said;
  }

  private static List<String> entries(Rig10 rig) {
    List<String> entries = new ArrayList<>();
    for (OFFlowStatsEntry e : rig.dump()) {
      int rank = e.getTableId().getValue() == 0 ? 100_000 : e.getPriority();
      List<Integer> outputs =
          e.getActions().stream().map(a -> ((OFActionOutput) a).getPort().getPortNumber()).toList();
      entries.add(
          rank
              + " cookie "
              + e.getCookie().getValue()
              + " "
              + outputs
              + " "
              + e.getPacketCount().getValue()
              + "/"
              + e.getByteCount().getValue());
    }
    return entries;
  }

  private static ReferenceSwitch.Command command(Random random, int step) {
    int kind = random.nextInt(10);
    int command = kind < 6 ? 0 : kind - 5;
    List<Integer> outputs = new ArrayList<>();
    for (int port = 1; port <= SwitchRig.PORTS; port++) {
      if (random.nextInt(3) == 0) {
        outputs.add(port);
      }
    }
    return new ReferenceSwitch.Command(
        command,
        match(random),
        1 + random.nextInt(3),
        step,
        random.nextInt(3),
        random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0,
        random.nextInt(4),
        random.nextInt(3) == 0 ? 1 + random.nextInt(SwitchRig.PORTS) : 0xffff,
        outputs);
  }

  /** Random fields with few values; each wildcarded or not by chance, sometimes none. */
  private static byte[] match(Random random) {
    ByteBuffer b = ByteBuffer.allocate(40);
    Made like = frame(random);
    Map<String, Long> f = like.fields();
    b.putShort(4, (short) (1 + random.nextInt(SwitchRig.PORTS)));
    b.putShort(6, (short) 0x0200).putInt(8, f.get("src").intValue());
    b.putShort(12, (short) 0x0200).putInt(14, f.get("dst").intValue());
    boolean tagged = f.getOrDefault("tagged", 0L) == 1;
    b.putShort(18, tagged ? f.get("vlan").shortValue() : (short) 0xffff);
    b.put(20, f.getOrDefault("pcp", 0L).byteValue());
    b.putShort(22, f.get("type").shortValue());
    b.put(24, (byte) (f.getOrDefault("dscp", 0L) << 2));
    b.put(25, f.getOrDefault("protocol", 0L).byteValue());
    b.putInt(28, f.getOrDefault("nwSrc", 0L).intValue());
    b.putInt(32, f.getOrDefault("nwDst", 0L).intValue());
    b.putShort(36, f.getOrDefault("tpSrc", 0L).shortValue());
    b.putShort(38, f.getOrDefault("tpDst", 0L).shortValue());
    if (random.nextInt(4) > 0) {
      int bits = random.nextInt() | (1 << random.nextInt(22));
      int wild = bits & (0xff | 3 << 20);
      wild |= prefixBits(random) << 8 | prefixBits(random) << 14;
      b.putInt(0, wild);
    }
    return b.array();
  }

  private static int prefixBits(Random random) {
    return random.nextBoolean() ? 32 + random.nextInt(32) : 8 * random.nextInt(4);
  }

  private static Made frame(Random random) {
    Map<String, Long> f = new TreeMap<>();
    long src = 0x0200_0000_0000L | random.nextInt(2);
    long dst = 0x0200_0000_0000L | random.nextInt(3);
    int type = TYPES[random.nextInt(TYPES.length)];
    long from = ADDRESSES[random.nextInt(ADDRESSES.length)];
    long to = ADDRESSES[random.nextInt(ADDRESSES.length)];
    byte[] bytes;
    if (type == 0x806) {
      int operation = 1 + random.nextInt(2);
      bytes = Frames.arp(src, operation, (int) from, (int) to);
      dst = 0x0200_0000_0001L;
      ByteBuffer.wrap(bytes).putShort(0, (short) 0x0200).putInt(2, (int) dst);
      f.put("protocol", (long) operation);
    } else {
      int protocol = PROTOCOLS[random.nextInt(PROTOCOLS.length)];
      long tpSrc = random.nextInt(2);
      long tpDst = 1L + random.nextInt(2);
      bytes = Frames.ipv4(src, dst, protocol, (int) from, (int) to, (int) tpSrc, (int) tpDst);
      if (type == 0x800) {
        f.put("protocol", (long) protocol);
        f.put("dscp", 0x29L >>> 2);
        f.put("tpSrc", tpSrc);
        f.put("tpDst", tpDst);
      }
    }
    if (type != 0x86dd) {
      f.put("nwSrc", from & 0xffff_ffffL);
      f.put("nwDst", to & 0xffff_ffffL);
    }
    ByteBuffer.wrap(bytes).putShort(12, (short) type);
    f.put("src", src);
    f.put("dst", dst);
    f.put("type", (long) type);
    if (random.nextInt(3) == 0) {
      long vlan = 5L + random.nextInt(2);
      long pcp = random.nextInt(2);
      bytes = Frames.tagged(bytes, (int) (pcp << 13 | vlan));
      f.put("tagged", 1L);
      f.put("vlan", vlan);
      f.put("pcp", pcp);
    }
    return new Made(bytes, f);
  }

  private static byte[] bytes(ReferenceSwitch.Command c) {
    int lengthBytes = 72 + 8 * c.outputs().size();
    ByteBuffer b = ByteBuffer.allocate(lengthBytes);
    b.put((byte) 1).put((byte) 14).putShort((short) lengthBytes).putInt(9).put(c.match());
    b.putLong(c.cookie()).putShort((short) c.command()).putShort((short) c.idle());
    b.putShort((short) c.hard()).putShort((short) c.priority()).putInt(-1);
    b.putShort((short) c.outPort()).putShort((short) c.flags());
    for (int port : c.outputs()) {
      b.putShort((short) 0).putShort((short) 8).putShort((short) port).putShort((short) 0);
    }
    return b.array();
  }
}
