package maestro.network.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import maestro.openflow.FrameNumbers;
import org.junit.jupiter.api.Test;

/** A host answers whoever asks for its address, by ARP and by neighbour discovery, and no other. */
class HostTest {
  private static final int HOSTS = 3;
  private static final int INDEX = 1;
  private static final long OWN = Host.ethernet(INDEX);
  private static final long ROUTER = 0x0a00_0000_0001L;
  private static final int OWN_IP = HostIps.usual(INDEX);
  private static final long LINK_LOCAL = 0xfe80L << 48;
  private static final long HOST_PREFIX = 0xfd00L << 48;
  private static final int ROUNDS = 2_000;

  private final HostIps ips = new HostIps(HOSTS);
  private final List<byte[]> sent = new ArrayList<>();
  private final Host host =
      new Host(
          INDEX,
          HOSTS,
          ips,
          new Host.Wire() {
            @Override
            public void send(int from, ByteBuffer frame, int lengthBytes) {
              byte[] copy = new byte[lengthBytes];
              frame.get(0, copy);
              sent.add(copy);
            }

            @Override
            public void requested(int number) {
              throw new AssertionError("nobody pings");
            }

            @Override
            public void delivered(int number, boolean isReply) {
              throw new AssertionError("nobody pings");
            }
          });

  private static byte[] arp(int operation, long eth, int ip, long targetEth, int target) {
    ByteBuffer b = ByteBuffer.allocate(HostFrames.ARP_BYTES);
    HostFrames.arp(b, operation, eth, ip, targetEth, target);
    return b.array();
  }

  private List<byte[]> answersTo(byte[] frame) {
    sent.clear();
    host.receive(ByteBuffer.wrap(frame), 0, frame.length);
    return sent;
  }

  @Test
  void shouldAnswerArpOfWhoeverAsksAndLearnHostsAlone() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ROUNDS; i++) {
      long eth = random.nextLong(1L << 48) & ~(1L << 40);
      int ip = i % 10 == 0 ? 0 : random.nextInt(); // 0: a probe (RFC 5227)
      assertThat(answersTo(arp(HostFrames.REQUEST, eth, ip, 0, OWN_IP)))
          .as("asked by %012x with %s", eth, HostFrames.text(ip))
          .containsExactly(arp(HostFrames.REPLY, OWN, OWN_IP, eth, ip));
    }
    assertThat(host.knows(0) || host.knows(2)).as("no host has asked").isFalse();
    assertThat(answersTo(arp(HostFrames.REQUEST, ROUTER, HostIps.usual(0), 0, OWN_IP))).hasSize(1);
    assertThat(host.addressOf(0)).isEqualTo(ROUTER);
  }

  @Test
  void shouldBeSilentWhenArpAsksForAnotherOrIsItsOwn() {
    assertThat(answersTo(arp(HostFrames.REQUEST, ROUTER, 7, 0, OWN_IP + 1))).isEmpty();
    assertThat(answersTo(arp(HostFrames.REQUEST, OWN, OWN_IP, 0, OWN_IP))).isEmpty();
    assertThat(answersTo(arp(HostFrames.REQUEST, ROUTER, OWN_IP, 0, OWN_IP))).isEmpty();
    assertThat(answersTo(arp(HostFrames.REPLY, ROUTER, 7, OWN, OWN_IP))).isEmpty();
    ips.set(INDEX, HostIps.NONE);
    assertThat(answersTo(arp(HostFrames.REQUEST, ROUTER, 7, 0, HostIps.NONE))).isEmpty();
    assertThat(answersTo(arp(HostFrames.REQUEST, ROUTER, 7, 0, OWN_IP))).isEmpty();
  }

  /** A solicitation, without an option when {@code optionEth} is 0, for fd00::{@code target}. */
  private static byte[] solicitation(long eth, long high, long low, long optionEth, long target) {
    int bytes = optionEth == 0 ? 78 : 86;
    ByteBuffer b = ByteBuffer.allocate(bytes);
    long dst = HostFrames6.solicitedNode(target);
    b.putShort((short) (dst >>> 32)).putInt((int) dst);
    b.putShort((short) (eth >>> 32)).putInt((int) eth).putShort((short) FrameNumbers.TYPE_IPV6);
    b.putInt(6 << 28).putShort((short) (bytes - 54)).put((byte) 58).put((byte) 255);
    b.putLong(high).putLong(low).putLong(0xff02L << 48).putLong(0x0000_0001_ff00_0000L | target);
    b.putShort((short) (135 << 8)).putShort((short) 0).putInt(0);
    b.putLong(HOST_PREFIX).putLong(target);
    if (optionEth != 0) {
      b.putShort((short) 0x0101).putShort((short) (optionEth >>> 32)).putInt((int) optionEth);
    }
    return b.putShort(56, (short) ~sum(b, bytes)).array();
  }

  private static int sum(ByteBuffer b, int bytes) {
    long sum = 58L + bytes - 54;
    for (int at = 22; at < bytes; at += 2) {
      sum += b.getShort(at) & 0xffff;
    }
    while (sum > 0xffff) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return (int) sum;
  }

  private static void assertThatAnswers(byte[] frame, long dstEth, long high, long low, int flags) {
    ByteBuffer b = ByteBuffer.wrap(frame);
    assertThat(b.getLong(0) >>> 16).isEqualTo(dstEth);
    assertThat(HostFrames6.isNeighbour(b, 0, frame.length)).isTrue();
    assertThat(HostFrames6.type(b, 0)).isEqualTo(HostFrames6.ADVERTISEMENT);
    assertThat(HostFrames6.src(b, 0)).isEqualTo(INDEX + 1L);
    assertThat(HostFrames6.target(b, 0)).isEqualTo(INDEX + 1L);
    assertThat(b.getLong(38)).isEqualTo(high);
    assertThat(b.getLong(46)).isEqualTo(low);
    assertThat(b.get(58) & 0xff).as("solicited 40, override 20").isEqualTo(flags);
    assertThat(HostFrames6.optionEth(b, 0)).isEqualTo(OWN);
  }

  @Test
  void shouldAnswerSolicitationsOfWhoeverAsks() {
    long own = INDEX + 1L;
    assertThat(answersTo(solicitation(ROUTER, LINK_LOCAL, 7, ROUTER, own))).hasSize(1);
    assertThatAnswers(sent.get(0), ROUTER, LINK_LOCAL, 7, 0x60);
    assertThat(answersTo(solicitation(ROUTER, LINK_LOCAL, 7, 0, own))).hasSize(1);
    assertThatAnswers(sent.get(0), ROUTER, LINK_LOCAL, 7, 0x60);
    assertThat(answersTo(solicitation(ROUTER, 0, 0, 0, own))).as("a probe").hasSize(1);
    assertThatAnswers(sent.get(0), 0x3333_0000_0001L, 0xff02L << 48, 1, 0x20);
    assertThat(answersTo(solicitation(ROUTER, LINK_LOCAL, 7, ROUTER, own + 1))).isEmpty();
    assertThat(answersTo(solicitation(OWN, HOST_PREFIX, own, OWN, own))).isEmpty();
  }

  @Test
  void shouldAnswerNoSolicitationThatIsDamaged() {
    byte[] right = solicitation(ROUTER, LINK_LOCAL, 7, ROUTER, INDEX + 1L);
    for (int at = 12; at < right.length; at++) {
      boolean isUnchecked = at >= 14 && at < 18; // version, traffic class and flow label
      byte[] damaged = right.clone();
      damaged[at] = (byte) (damaged[at] ^ 0x80);
      assertThat(answersTo(damaged)).as("byte %d", at).hasSize(isUnchecked ? 1 : 0);
    }
    for (int bytes = 14; bytes < right.length; bytes++) {
      assertThat(answersTo(Arrays.copyOf(right, bytes))).as("%d bytes", bytes).isEmpty();
    }
  }
}
