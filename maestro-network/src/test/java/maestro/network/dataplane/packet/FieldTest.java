package maestro.network.dataplane.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import maestro.openflow.FrameNumbers;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;

/** The places of fields in a key. */
class FieldTest {
  private static final int[] TYPES = {
    FrameNumbers.TYPE_IPV4,
    FrameNumbers.TYPE_IPV6,
    FrameNumbers.TYPE_ARP,
    Field.TYPE_MPLS,
    Field.TYPE_MPLS_MULTICAST,
    Field.TYPE_PBB,
    0x88cc
  };
  private static final int[] PROTOCOLS = {
    Field.ICMP, Field.TCP, Field.UDP, Field.ICMPV6, Field.SCTP, 2
  };
  private static final int[] MESSAGES = {
    Field.NEIGHBOR_SOLICITATION, Field.NEIGHBOR_ADVERTISEMENT, 1
  };

  @Test
  void shouldNotShareAPlaceWhenAFrameHasBothFields() {
    for (int type : TYPES) {
      for (int protocol : PROTOCOLS) {
        for (int message : MESSAGES) {
          long[] values = new long[Key.WORDS];
          long[] masks = new long[Key.WORDS];
          know(Field.IN_PORT, 1, values, masks);
          know(Field.VLAN_VID, Field.VLAN_PRESENT, values, masks);
          know(Field.ETH_TYPE, type, values, masks);
          know(Field.IP_PROTO, protocol, values, masks);
          know(Field.ICMPV6_TYPE, message, values, masks);
          long[] taken = new long[Key.WORDS];
          for (int n = 0; n < Field.count(); n++) {
            if (Field.of(n).isIn(values, masks)) {
              take(Field.of(n), taken);
            }
          }
          assertThat(taken[Key.IN_PORT_WORD] & ~Key.IN_PORT).as("for tables").isZero();
        }
      }
    }
  }

  private static void know(Field field, long value, long[] values, long[] masks) {
    if (field.isIn(values, masks)) {
      field.put(values, value);
      field.put(masks, field.allBits());
    }
  }

  private static void take(Field field, long[] taken) {
    long[] its = new long[Key.WORDS];
    field.put(its, -1);
    if (field.isLong()) {
      field.putUpper(its, -1);
    }
    assertThat(Arrays.stream(its).map(Long::bitCount).sum()).isEqualTo(field.bits);
    for (int word = 0; word < Key.WORDS; word++) {
      assertThat(taken[word] & its[word]).as("%s, word %d", field, word).isZero();
      taken[word] |= its[word];
    }
  }

  @Test
  void shouldReadTheFieldsOfOldVersionsAlikeInAllVersions() {
    Random random = new Random(3);
    Packet old = new Packet(OpenFlow.VERSION_10);
    Packet now = new Packet(OpenFlow.VERSION_13);
    int[] protocols = {Field.ICMP, Field.TCP, Field.UDP};
    for (int i = 0; i < 10_000; i++) {
      int protocol = protocols[random.nextInt(protocols.length)];
      byte[] frame =
          random.nextInt(4) == 0
              ? Frames.arp(random.nextLong() >>> 16, 1, random.nextInt(), random.nextInt())
              : Frames.ipv4(
                  random.nextLong() >>> 16,
                  random.nextLong() >>> 16,
                  protocol,
                  random.nextInt(),
                  random.nextInt(),
                  random.nextInt(256),
                  random.nextInt(256));
      if (random.nextBoolean()) {
        frame = Frames.tagged(frame, random.nextInt(0x10000));
      }
      ByteBuffer cut = ByteBuffer.wrap(frame, 0, 14 + random.nextInt(frame.length - 13));
      assertThat(old.load(cut, 0, cut.limit(), 2)).isTrue();
      assertThat(now.load(cut, 0, cut.limit(), 2)).isTrue();
      old.refresh();
      now.refresh();
      long[] same = Arrays.copyOf(now.key, Key.FIRST_WORDS);
      Field.IP_ECN.put(same, 0);
      assertThat(old.key).isEqualTo(same);
    }
  }
}
