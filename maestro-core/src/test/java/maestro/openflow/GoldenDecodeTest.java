package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import maestro.openflow.entry.FlowModFlyweight;
import org.junit.jupiter.api.Test;

/** What we read, against vectors written by hand from the specifications. */
class GoldenDecodeTest {
  private final PacketInFlyweight packetIn = new PacketInFlyweight();
  private final PacketOutFlyweight packetOut = new PacketOutFlyweight();
  private final FlowModFlyweight flowMod = new FlowModFlyweight();

  /**
   * Three bytes of something else, then the message, then one more: offsets must be taken from
   * {@code at}.
   */
  private static ByteBuffer embedded(String hex) {
    return Bytes.hex("aabbcc" + hex + "dd");
  }

  private static int length(ByteBuffer embedded) {
    return embedded.capacity() - 4;
  }

  private boolean packetIn(String hex) {
    ByteBuffer b = embedded(hex);
    return packetIn.wrap(b, 3, length(b));
  }

  private boolean packetOut(String hex) {
    ByteBuffer b = embedded(hex);
    return packetOut.wrap(b, 3, length(b));
  }

  private boolean flowMod(String hex) {
    ByteBuffer b = embedded(hex);
    return flowMod.wrap(b, 3, length(b));
  }

  @Test
  void shouldReadHeaderWhenBytesAreHigh() {
    ByteBuffer b = embedded("f4 93 fffe 80000001");
    assertThat(Header.version(b, 3)).isEqualTo(0xf4);
    assertThat(Header.type(b, 3)).isEqualTo(0x93);
    assertThat(Header.length(b, 3)).isEqualTo(0xfffe);
    assertThat(Header.xid(b, 3)).isEqualTo(0x80000001);
  }

  @Test
  void shouldReadPacketInWhenVersion10() {
    assertThat(packetIn("01 0a 0016 91223344 00000102 ffdc 0003 01 00 deadbeef")).isTrue();
    assertThat(packetIn.version()).isEqualTo(1);
    assertThat(packetIn.xid()).isEqualTo(0x91223344);
    assertThat(packetIn.bufferId()).isEqualTo(0x102);
    assertThat(packetIn.totalLength()).isEqualTo(0xffdc);
    assertThat(packetIn.inPort()).isEqualTo(3);
    assertThat(packetIn.reason()).isEqualTo(1);
    assertThat(packetIn.cookie()).isZero();
    assertThat(packetIn.dataOffset()).isEqualTo(3 + 18);
    assertThat(packetIn.dataLength()).isEqualTo(4);
    assertThat(packetIn.buffer().getInt(packetIn.dataOffset())).isEqualTo(0xdeadbeef);
  }

  @Test
  void shouldNormaliseReservedInPortWhenVersion10() {
    assertThat(packetIn("01 0a 0012 00000001 ffffffff 003c fffe 00 00")).isTrue();
    assertThat(packetIn.inPort()).isEqualTo(OpenFlow.PORT_LOCAL);
    assertThat(packetIn.bufferId()).isEqualTo(OpenFlow.NO_BUFFER);
    assertThat(packetIn.dataLength()).isZero();
  }

  @Test
  void shouldReadPacketInWhenMatchIsInPortAlone() {
    assertThat(
            packetIn(
                "04 0a 002e 11223344 ffffffff 0040 01 07 8123456789abcdef"
                    + "0001 000c 80000004 00000003 00000000 0000 deadbeef"))
        .isTrue();
    assertThat(packetIn.version()).isEqualTo(4);
    assertThat(packetIn.xid()).isEqualTo(0x11223344);
    assertThat(packetIn.bufferId()).isEqualTo(OpenFlow.NO_BUFFER);
    assertThat(packetIn.totalLength()).isEqualTo(64);
    assertThat(packetIn.inPort()).isEqualTo(3);
    assertThat(packetIn.reason()).isEqualTo(1);
    assertThat(packetIn.cookie()).isEqualTo(0x8123456789abcdefL);
    assertThat(packetIn.dataOffset()).isEqualTo(3 + 42);
    assertThat(packetIn.dataLength()).isEqualTo(4);
  }

  @Test
  void shouldFindInPortWhenOtherFieldsSurroundIt() {
    assertThat(
            packetIn(
                "04 0a 004c 00000001 00000007 0040 00 00 0000000000000000"
                    + "0001 002a"
                    + "80000408 0102030405060708" // metadata
                    + "ffff 02 08 00002320 00000009" // an experimenter's field
                    + "80000004 fffffffe" // in_port
                    + "80000a02 0800" // eth_type
                    + "000000000000" // to a multiple of 8
                    + "0000 cafe"))
        .isTrue();
    assertThat(packetIn.inPort()).isEqualTo(OpenFlow.PORT_LOCAL);
    assertThat(packetIn.dataOffset()).isEqualTo(3 + 24 + 48 + 2);
    assertThat(packetIn.dataLength()).isEqualTo(2);
  }

  @Test
  void shouldRefusePacketInWhenItIsNotOne() {
    String match = "0001 000c 80000004 00000003 00000000 0000";
    String fixed = "00000001 00000007 0040 00 00 0000000000000000";
    assertThat(packetIn("04 0a 002a" + fixed + match)).isTrue();
    assertThat(packetIn("04 0b 002a" + fixed + match)).as("type").isFalse();
    assertThat(packetIn("02 0a 002a" + fixed + match)).as("version 1.1").isFalse();
    assertThat(packetIn("00 0a 002a" + fixed + match)).as("version 0").isFalse();
    assertThat(packetIn("04 0a 002b" + fixed + match)).as("length too long").isFalse();
    assertThat(packetIn("04 0a 0029" + fixed + match)).as("length too short").isFalse();
    assertThat(packetIn("04 0a 0000" + fixed + match)).as("length 0").isFalse();
    assertThat(packetIn("04 0a 002a" + fixed + match.replace("0001 000c", "0000 000c")))
        .as("match type")
        .isFalse();
    assertThat(packetIn("04 0a 002a" + fixed + match.replace("000c", "0003")))
        .as("match of 3 bytes")
        .isFalse();
    assertThat(packetIn("04 0a 002a" + fixed + match.replace("000c", "0011")))
        .as("match too long")
        .isFalse();
    assertThat(packetIn("04 0a 002a" + fixed + match.replace("000c", "000b")))
        .as("field cut off")
        .isFalse();
    assertThat(packetIn("04 0a 002a" + fixed + match.replace("000c", "0010")))
        .as("field of zeros, no more")
        .isTrue();
    assertThat(packetIn("04 0a 0022" + fixed + "0001 0004 00000000 0000"))
        .as("no in_port")
        .isFalse();
    assertThat(packetIn("01 0a 0011 00000001 00000007 0040 0001 00")).as("1.0, 17 bytes").isFalse();
  }

  @Test
  void shouldReadPacketOutWhenVersion10() {
    assertThat(packetOut("01 0d 001c 55667788 ffffffff 0003 0008 0000 0008 fffb ffff deadbeef"))
        .isTrue();
    assertThat(packetOut.version()).isEqualTo(1);
    assertThat(packetOut.xid()).isEqualTo(0x55667788);
    assertThat(packetOut.bufferId()).isEqualTo(OpenFlow.NO_BUFFER);
    assertThat(packetOut.inPort()).isEqualTo(3);
    assertThat(packetOut.outputPort()).isEqualTo(OpenFlow.PORT_FLOOD);
    assertThat(packetOut.dataOffset()).isEqualTo(3 + 24);
    assertThat(packetOut.dataLength()).isEqualTo(4);
  }

  @Test
  void shouldReadPacketOutWhenVersion13() {
    assertThat(
            packetOut(
                "04 0d 0034 55667788 00000102 fffffffd 0018 000000000000"
                    + "0018 0008 00000000" // dec_nw_ttl
                    + "0000 0010 00000004 ffff 000000000000"
                    + "deadbeef"))
        .isTrue();
    assertThat(packetOut.version()).isEqualTo(4);
    assertThat(packetOut.bufferId()).isEqualTo(0x102);
    assertThat(packetOut.inPort()).isEqualTo(OpenFlow.PORT_CONTROLLER);
    assertThat(packetOut.outputPort()).isEqualTo(4);
    assertThat(packetOut.dataOffset()).isEqualTo(3 + 48);
    assertThat(packetOut.dataLength()).isEqualTo(4);
  }

  @Test
  void shouldReportFirstOutputWhenThereAreSeveralOrNone() {
    assertThat(
            packetOut(
                "01 0d 0020 00000001 00000001 0003 0010 0000 0008 0005 0000 0000 0008 0006 0000"))
        .isTrue();
    assertThat(packetOut.outputPort()).isEqualTo(5);
    assertThat(packetOut("01 0d 0010 00000001 00000001 ffff 0000")).isTrue();
    assertThat(packetOut.outputPort()).isEqualTo(-1);
    assertThat(packetOut.inPort()).isEqualTo(OpenFlow.PORT_ANY);
    assertThat(packetOut.dataLength()).isZero();
  }

  @Test
  void shouldRefusePacketOutWhenActionsLie() {
    String head = "01 0d 0018 00000001 00000001 0003";
    assertThat(packetOut(head + "0008 0000 0008 0005 0000")).isTrue();
    assertThat(packetOut(head + "0009 0000 0008 0005 0000")).as("list past the end").isFalse();
    assertThat(packetOut(head + "0004 0000 0008 0005 0000")).as("half an action").isFalse();
    assertThat(packetOut(head + "0008 0000 0000 0005 0000")).as("action of 0 bytes").isFalse();
    assertThat(packetOut(head + "0008 0000 0010 0005 0000")).as("action past the end").isFalse();
    assertThat(packetOut(head + "0008 0001 0010 0005 0000"))
        .as("any action past the end")
        .isFalse();
    assertThat(
            packetOut("04 0d 0020 00000001 00000001 00000003 0008 000000000000 0000 0010 00000005"))
        .as("a 1.3 OUTPUT of which half is there")
        .isFalse();
    assertThat(packetOut(head + "0008 0001 000c 0005 0000")).as("not a multiple of 8").isFalse();
    assertThat(
            packetOut("04 0d 0020 00000001 00000001 00000003 0008 000000000000 0000 0008 00000005"))
        .as("a 1.3 OUTPUT of 8 bytes")
        .isFalse();
  }

  @Test
  void shouldReadFlowModWhenVersion10() {
    assertThat(
            flowMod(
                "01 0e 0050 01020304"
                    + "003ffff2 0003 0a0b0c0d0e0f f1f2f3f4f5f6 0000 0000 0000 0000 0000 00000000 00000000 0000 0000"
                    + "8123456789abcdef 0000 000a 012c 8000 00000102 ffff 0001 0000 0008 fffd ffff"))
        .isTrue();
    assertThat(flowMod.version()).isEqualTo(1);
    assertThat(flowMod.command()).isZero();
    assertThat(flowMod.tableId()).isZero();
    assertThat(flowMod.bufferId()).isEqualTo(0x102);
    assertThat(flowMod.flags()).isEqualTo(1);
    assertThat(flowMod.outputPort()).isEqualTo(OpenFlow.PORT_CONTROLLER);
    assertThat(flowMod.matchEthSrc()).isEqualTo(0x0a0b0c0d0e0fL);
    assertThat(flowMod.matchEthDst()).isEqualTo(0xf1f2f3f4f5f6L);
  }

  @Test
  void shouldSayMinusOneWhenVersion10WildcardsAll() {
    assertThat(
            flowMod(
                "01 0e 0048 01020304"
                    + "003fffff 0003 0a0b0c0d0e0f f1f2f3f4f5f6 0000 0000 0000 0000 0000 00000000 00000000 0000 0000"
                    + "0000000000000000 0004 0000 0000 0000 ffffffff ffff 0000"))
        .isTrue();
    assertThat(flowMod.command()).isEqualTo(4);
    assertThat(flowMod.outputPort()).isEqualTo(-1);
    assertThat(flowMod.matchEthSrc()).isEqualTo(-1);
    assertThat(flowMod.matchEthDst()).isEqualTo(-1);
  }

  @Test
  void shouldReadFlowModWhenVersion13() {
    assertThat(
            flowMod(
                "04 0e 0070 01020304 8123456789abcdef 0000000000000000"
                    + "05 01 000a 012c 8000 00000102 ffffffff ffffffff 0011 0000"
                    + "0001 0020 80000004 00000003 80000606 f1f2f3f4f5f6 80000806 0a0b0c0d0e0f"
                    + "0001 0008 07 000000" // goto table 7
                    + "0004 0018 00000000 0000 0010 00000004 ffff 000000000000"))
        .isTrue();
    assertThat(flowMod.version()).isEqualTo(4);
    assertThat(flowMod.command()).isEqualTo(1);
    assertThat(flowMod.tableId()).isEqualTo(5);
    assertThat(flowMod.bufferId()).isEqualTo(0x102);
    assertThat(flowMod.flags()).isEqualTo(0x11);
    assertThat(flowMod.outputPort()).isEqualTo(4);
    assertThat(flowMod.matchEthSrc()).isEqualTo(0x0a0b0c0d0e0fL);
    assertThat(flowMod.matchEthDst()).isEqualTo(0xf1f2f3f4f5f6L);
  }

  private static String flowMod13(int length, String match, String instructions) {
    return String.format("04 0e %04x", length)
        + "00000001 0000000000000000 0000000000000000"
        + "00 00 0000 0000 0001 ffffffff ffffffff ffffffff 0000 0000"
        + match
        + instructions;
  }

  @Test
  void shouldTakeMaskedAddressOnlyWhenMaskIsAllOnes() {
    String dst = "8000070c f1f2f3f4f5f6 ffffffffffff";
    String src = "8000090c 010000000000 010000000000";
    assertThat(flowMod(flowMod13(88, "0001 0024" + dst + src + "00000000", ""))).isTrue();
    assertThat(flowMod.matchEthDst()).isEqualTo(0xf1f2f3f4f5f6L);
    assertThat(flowMod.matchEthSrc()).isEqualTo(-1);
    assertThat(flowMod.outputPort()).isEqualTo(-1);
  }

  @Test
  void shouldForgetTheLastMessageWhenWrappedAgain() {
    shouldReadFlowModWhenVersion13();
    assertThat(flowMod(flowMod13(56, "0001 0004 00000000", ""))).isTrue();
    assertThat(flowMod.outputPort()).isEqualTo(-1);
    assertThat(flowMod.matchEthSrc()).isEqualTo(-1);
    assertThat(flowMod.matchEthDst()).isEqualTo(-1);
  }

  @Test
  void shouldRefuseFlowModWhenMatchOrInstructionsLie() {
    String all = "0001 0004 00000000";
    String apply = "0004 0018 00000000 0000 0010 00000004 ffff 000000000000";
    assertThat(flowMod(flowMod13(80, all, apply))).isTrue();
    assertThat(flowMod(flowMod13(80, "0001 0021 00000000", apply)))
        .as("match past the end")
        .isFalse();
    assertThat(flowMod(flowMod13(80, "0001 0000 00000000", apply)))
        .as("match of 0 bytes")
        .isFalse();
    assertThat(flowMod(flowMod13(80, all, apply.replace("0018", "0020"))))
        .as("instruction past the end")
        .isFalse();
    assertThat(flowMod(flowMod13(80, all, apply.replace("0018", "0000"))))
        .as("instruction of 0 bytes")
        .isFalse();
    assertThat(flowMod(flowMod13(80, all, apply.replace("0018", "0014"))))
        .as("not a multiple of 8")
        .isFalse();
    assertThat(flowMod(flowMod13(80, all, apply.replace("0010", "0008"))))
        .as("OUTPUT of 8 bytes")
        .isFalse();
    assertThat(flowMod(flowMod13(60, all, "0001 0008"))).as("half an instruction").isFalse();
    assertThat(flowMod(flowMod13(64, "0001 000c 80000008 00000001 00000000", "")))
        .as("field past its match")
        .isFalse();
    assertThat(flowMod(flowMod13(64, "0001 000c 80000604 00000001 00000000", "")))
        .as("eth_dst of 4 bytes")
        .isFalse();
    assertThat(flowMod(flowMod13(64, "0001 000c 80000104 00000001 00000000", "")))
        .as("in_port with mask")
        .isFalse();
  }
}
