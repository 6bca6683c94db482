package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class FrameFlyweightTest {
  private static final String ETHERNET = "f1f2f3f4f5f6 0a0b0c0d0e0f";
  private static final String IPV4_TCP =
      ETHERNET
          + "0800"
          + "45 b8 0028 0001 4000 40 06 0000 c0a80001 c0a80002"
          + "e001 0050 00000000 00000000 50020000 00000000";
  private static final String IPV6 =
      "6b8 00000 0018 %s 40 20010db8000000000000000000000001 fe800000000000000000000000000002";
  private static final String UDP = "c000 0035 0008 0000";

  private final FrameFlyweight frame = new FrameFlyweight();

  /** Wraps the frame three bytes into its buffer, with one byte behind it. */
  private boolean wrap(String hex) {
    ByteBuffer b = Bytes.hex("aabbcc" + hex + "dd");
    return frame.wrap(b, 3, b.capacity() - 4);
  }

  private static String ipv6(int nextHeader, String rest) {
    return ETHERNET + "86dd" + IPV6.formatted(String.format("%02x", nextHeader)) + rest;
  }

  private void assertNoNetworkFields() {
    assertThat(frame.isIpv4()).isFalse();
    assertThat(frame.isIpv6()).isFalse();
    assertThat(frame.isArp()).isFalse();
    assertThat(frame.ipv4Src()).isZero();
    assertThat(frame.ipv4Dst()).isZero();
    assertThat(frame.ipProtocol()).isEqualTo(-1);
    assertThat(frame.ipv6SrcHigh()).isZero();
    assertThat(frame.ipv6SrcLow()).isZero();
    assertThat(frame.ipv6DstHigh()).isZero();
    assertThat(frame.ipv6DstLow()).isZero();
    assertThat(frame.arpOperation()).isEqualTo(-1);
    assertThat(frame.arpSenderIpv4()).isZero();
    assertThat(frame.arpTargetIpv4()).isZero();
    assertNoTransport();
  }

  private void assertNoTransport() {
    assertThat(frame.l4Src()).isEqualTo(-1);
    assertThat(frame.l4Dst()).isEqualTo(-1);
  }

  private void assertTransport(int src, int dst) {
    assertThat(frame.l4Src()).isEqualTo(src);
    assertThat(frame.l4Dst()).isEqualTo(dst);
  }

  @Test
  void shouldReadEthernetWhenThereIsNothingMore() {
    assertThat(wrap(ETHERNET + "88cc")).isTrue();
    assertThat(frame.ethDst()).isEqualTo(0xf1f2f3f4f5f6L);
    assertThat(frame.ethSrc()).isEqualTo(0x0a0b0c0d0e0fL);
    assertThat(frame.isMulticast()).isTrue();
    assertThat(frame.ethType()).isEqualTo(0x88cc);
    assertThat(frame.vlanId()).isEqualTo(-1);
    assertThat(frame.payloadOffset()).isEqualTo(3 + 14);
    assertThat(frame.payloadLength()).isZero();
    assertNoNetworkFields();
  }

  @Test
  void shouldReadTheTargetOfNeighbourMessagesOnly() {
    String message = "%02x 00 0000 00000000 20010db8000000000000000000000009";
    for (int type : new int[] {135, 136}) {
      assertThat(wrap(ipv6(58, message.formatted(type)))).isTrue();
      assertThat(frame.ndTargetHigh()).isEqualTo(0x2001_0db8_0000_0000L);
      assertThat(frame.ndTargetLow()).isEqualTo(9);
    }
    assertThat(wrap(ipv6(58, message.formatted(134)))).isTrue();
    assertThat(frame.ndTargetHigh()).isZero();
    assertThat(wrap(ipv6(17, message.formatted(135)))).isTrue();
    assertThat(frame.ndTargetLow()).isZero();
    String cut = ipv6(58, message.formatted(135));
    assertThat(wrap(cut.substring(0, cut.length() - 2))).isTrue();
    assertThat(frame.ndTargetHigh()).isZero();
  }

  @Test
  void shouldRefuseWhenShorterThanEthernetHeader() {
    assertThat(wrap(ETHERNET + "88")).isFalse();
    assertThat(wrap("")).isFalse();
  }

  @Test
  void shouldTellMulticastByTheGroupBitAlone() {
    assertThat(wrap("fe0000000000 000000000001 0800")).isTrue();
    assertThat(frame.isMulticast()).isFalse();
    assertThat(wrap("ffffffffffff 000000000001 0800")).isTrue();
    assertThat(frame.isMulticast()).isTrue();
    assertThat(wrap("0180c200000e 000000000001 0800")).isTrue();
    assertThat(frame.isMulticast()).isTrue();
  }

  @Test
  void shouldReadIpv4AndTcp() {
    assertThat(wrap(IPV4_TCP)).isTrue();
    assertThat(frame.isIpv4()).isTrue();
    assertThat(frame.isIpv6()).isFalse();
    assertThat(frame.isArp()).isFalse();
    assertThat(frame.ethType()).isEqualTo(0x0800);
    assertThat(frame.ipv4Src()).isEqualTo(0xc0a80001);
    assertThat(frame.ipv4Dst()).isEqualTo(0xc0a80002);
    assertThat(frame.ipProtocol()).isEqualTo(6);
    assertTransport(0xe001, 80);
    assertThat(frame.payloadLength()).isEqualTo(40);
  }

  @Test
  void shouldGiveSameFieldsWhateverIsAskedFirst() {
    assertThat(wrap(IPV4_TCP)).isTrue();
    assertThat(frame.l4Dst()).isEqualTo(80);
    assertThat(wrap(IPV4_TCP)).isTrue();
    assertThat(wrap(IPV4_TCP)).isTrue();
    assertThat(frame.payloadOffset()).isEqualTo(3 + 14);
    assertThat(wrap(ETHERNET + "88cc")).isTrue();
    assertNoNetworkFields();
  }

  @Test
  void shouldLookBehindVlanTags() {
    String ip = IPV4_TCP.substring(ETHERNET.length());
    assertThat(wrap(ETHERNET + "8100 b064" + ip)).isTrue();
    assertThat(frame.vlanId()).isEqualTo(100);
    assertThat(frame.ethType()).isEqualTo(0x0800);
    assertThat(frame.payloadOffset()).isEqualTo(3 + 18);
    assertTransport(0xe001, 80);

    assertThat(wrap(ETHERNET + "88a8 effe 8100 0001" + ip)).isTrue();
    assertThat(frame.vlanId()).isEqualTo(0xffe);
    assertThat(frame.ethType()).isEqualTo(0x0800);
    assertThat(frame.payloadOffset()).isEqualTo(3 + 22);
    assertTransport(0xe001, 80);

    assertThat(wrap(ETHERNET + "8100 0000" + ip)).isTrue();
    assertThat(frame.vlanId()).as("priority tag").isZero();
  }

  @Test
  void shouldStopAtThirdOrTruncatedTag() {
    assertThat(wrap(ETHERNET + "8100 0001 8100 0002 8100 0003 0800")).isTrue();
    assertThat(frame.ethType()).isEqualTo(0x8100);
    assertThat(frame.vlanId()).isEqualTo(1);
    assertThat(frame.payloadLength()).isEqualTo(4);

    assertThat(wrap(ETHERNET + "8100 0001 08")).isTrue();
    assertThat(frame.ethType()).isEqualTo(0x8100);
    assertThat(frame.vlanId()).isEqualTo(-1);
    assertThat(frame.payloadOffset()).isEqualTo(3 + 14);
    assertThat(frame.payloadLength()).isEqualTo(3);
    assertNoNetworkFields();
  }

  @Test
  void shouldSkipIpv4OptionsBeforePorts() {
    assertThat(
            wrap(
                ETHERNET + "0800 46 00 0020 0001 0000 40 11 0000 c0a80001 c0a80002 01010101" + UDP))
        .isTrue();
    assertTransport(0xc000, 53);
  }

  @Test
  void shouldReadIcmpTypeAndCodeAsPorts() {
    assertThat(
            wrap(
                ETHERNET
                    + "0800 45 00 001c 0001 0000 40 01 0000 c0a80001 c0a80002 03 ff 0000 00000000"))
        .isTrue();
    assertThat(frame.ipProtocol()).isEqualTo(1);
    assertTransport(3, 0xff);
    assertThat(wrap(ipv6(58, "88 01 0000 00000000"))).isTrue();
    assertTransport(0x88, 1);
    assertThat(wrap(ipv6(1, "08 01 0000 00000000"))).isTrue();
    assertThat(frame.ipProtocol()).as("ICMP of the other IP").isEqualTo(1);
    assertNoTransport();
  }

  @Test
  void shouldReadSctpPorts() {
    assertThat(wrap(ipv6(132, UDP))).isTrue();
    assertTransport(0xc000, 53);
  }

  @Test
  void shouldHaveNoPortsWhenFragmentIsNotTheFirst() {
    String fragment = ETHERNET + "0800 45 00 001c 0001 %s 40 11 0000 c0a80001 c0a80002" + UDP;
    assertThat(wrap(fragment.formatted("2000"))).isTrue();
    assertTransport(0xc000, 53);
    assertThat(wrap(fragment.formatted("2001"))).isTrue();
    assertThat(frame.ipProtocol()).isEqualTo(17);
    assertNoTransport();
    assertThat(wrap(fragment.formatted("1000"))).isTrue();
    assertNoTransport();
  }

  @Test
  void shouldTrustNoLengthOfIpv4() {
    String ip = ETHERNET + "0800 %s 00 %s 0001 0000 40 11 0000 c0a80001 c0a80002" + UDP;
    assertThat(wrap(ip.formatted("45", "ffff"))).isTrue();
    assertTransport(0xc000, 53);
    assertThat(wrap(ip.formatted("45", "0017"))).isTrue();
    assertThat(frame.ipv4Src()).isEqualTo(0xc0a80001);
    assertNoTransport();
    assertThat(wrap(ip.formatted("45", "0000"))).isTrue();
    assertNoTransport();
    assertThat(wrap(ip.formatted("4f", "ffff"))).isTrue();
    assertThat(frame.ipProtocol()).isEqualTo(17);
    assertNoTransport();
    assertThat(wrap(ip.formatted("44", "001c"))).isTrue();
    assertNoNetworkFields();
    assertThat(wrap(ip.formatted("65", "001c"))).isTrue();
    assertNoNetworkFields();
  }

  @Test
  void shouldHaveNoNetworkFieldsWhenHeaderIsCutOff() {
    String ip = ETHERNET + "0800 45 00 001c 0001 0000 40 11 0000 c0a80001 c0a80002" + UDP;
    assertThat(wrap(ip.substring(0, ip.length() - UDP.length() - 2))).isTrue();
    assertThat(frame.ethType()).isEqualTo(0x0800);
    assertNoNetworkFields();
    String v6 = ipv6(17, "");
    assertThat(wrap(v6.substring(0, v6.length() - 2))).isTrue();
    assertNoNetworkFields();
  }

  @Test
  void shouldReadIpv6AndUdp() {
    assertThat(wrap(ipv6(17, UDP))).isTrue();
    assertThat(frame.isIpv6()).isTrue();
    assertThat(frame.isIpv4()).isFalse();
    assertThat(frame.ipv6SrcHigh()).isEqualTo(0x20010db800000000L);
    assertThat(frame.ipv6SrcLow()).isEqualTo(1);
    assertThat(frame.ipv6DstHigh()).isEqualTo(0xfe80000000000000L);
    assertThat(frame.ipv6DstLow()).isEqualTo(2);
    assertThat(frame.ipProtocol()).isEqualTo(17);
    assertThat(frame.ipv4Src()).isZero();
    assertTransport(0xc000, 53);
  }

  @Test
  void shouldWalkIpv6ExtensionHeaders() {
    String hopByHop = "3c 00 000000000000";
    String destination = "2c 01 0000000000000000000000000000";
    String firstFragment = "33 00 0001 00000000";
    String authentication = "11 01 0000 0000000000000000";
    assertThat(wrap(ipv6(0, hopByHop + destination + firstFragment + authentication + UDP)))
        .isTrue();
    assertThat(frame.ipProtocol()).as("the payload length of 24 ends before UDP").isEqualTo(-1);
    assertNoTransport();
    String longer =
        ipv6(0, hopByHop + destination + firstFragment + authentication + UDP)
            .replace("0018 00", "0034 00");
    assertThat(wrap(longer)).isTrue();
    assertThat(frame.ipProtocol()).isEqualTo(17);
    assertTransport(0xc000, 53);
  }

  @Test
  void shouldHaveNoPortsWhenIpv6FragmentIsNotTheFirst() {
    assertThat(wrap(ipv6(44, "11 00 0008 00000000" + UDP))).isTrue();
    assertThat(frame.ipProtocol()).isEqualTo(17);
    assertNoTransport();
    assertThat(wrap(ipv6(44, "11 00 0001 00000000" + UDP))).isTrue();
    assertTransport(0xc000, 53);
  }

  @Test
  void shouldGiveUpWhenIpv6ChainIsCutOffOrTooLong() {
    assertThat(wrap(ipv6(0, "11 00 0000"))).isTrue();
    assertThat(frame.isIpv6()).isTrue();
    assertThat(frame.ipProtocol()).isEqualTo(-1);
    assertThat(wrap(ipv6(0, "11 ff 0000 00000000" + UDP))).isTrue();
    assertThat(frame.ipProtocol()).isEqualTo(17);
    assertNoTransport();
    String chain = "00 00 000000000000".repeat(9) + "11 00 000000000000" + UDP;
    assertThat(wrap(ipv6(0, chain).replace("0018 00", "0100 00"))).isTrue();
    assertThat(frame.ipProtocol()).isEqualTo(-1);
    assertNoTransport();
  }

  @Test
  void shouldRefuseIpv6WhenVersionIsNotSix() {
    assertThat(wrap(ipv6(17, UDP).replace("6b8 ", "4b8 "))).isTrue();
    assertNoNetworkFields();
  }

  @Test
  void shouldReadArp() {
    String arp = ETHERNET + "0806 0001 0800 06 04 0002 0a0b0c0d0e0f c0a80001 f1f2f3f4f5f6 c0a80002";
    assertThat(wrap(arp)).isTrue();
    assertThat(frame.isArp()).isTrue();
    assertThat(frame.arpOperation()).isEqualTo(2);
    assertThat(frame.arpSenderIpv4()).isEqualTo(0xc0a80001);
    assertThat(frame.arpTargetIpv4()).isEqualTo(0xc0a80002);
    assertThat(frame.isIpv4()).isFalse();
    assertThat(frame.ipProtocol()).isEqualTo(-1);

    assertThat(wrap(arp.substring(0, arp.length() - 2))).as("cut off").isTrue();
    assertNoNetworkFields();
    assertThat(wrap(arp.replace("0001 0800 06 04", "0001 0800 08 04")))
        .as("other address lengths")
        .isTrue();
    assertNoNetworkFields();
  }
}
