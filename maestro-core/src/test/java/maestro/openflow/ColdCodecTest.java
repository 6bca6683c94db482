package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFBadRequestCode;
import org.projectfloodlight.openflow.protocol.OFControllerRole;
import org.projectfloodlight.openflow.protocol.OFEchoRequest;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFPortReason;
import org.projectfloodlight.openflow.protocol.OFRoleReply;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.DatapathId;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

class ColdCodecTest {
  /** One of each message that a controller or a switch sends in the course of a session. */
  private static List<OFMessage> messages(int version) {
    OFFactory f = ColdCodec.factory(version);
    boolean is10 = version == OpenFlow.VERSION_10;
    OFPortDesc port =
        f.buildPortDesc()
            .setPortNo(OFPort.of(3))
            .setName("eth3")
            .setHwAddr(MacAddress.of(0x0a0b0c0d0e0fL))
            .build();
    OFFeaturesReply.Builder features =
        f.buildFeaturesReply()
            .setDatapathId(DatapathId.of(7))
            .setNBuffers(256)
            .setNTables((short) 2);
    List<OFMessage> messages = new ArrayList<>();
    if (is10) {
      features.setPorts(List.of(port, port));
    } else {
      messages.add(f.buildPortDescStatsRequest().build());
      messages.add(f.buildPortDescStatsReply().setEntries(List.of(port, port)).build());
      messages.add(
          f.buildRoleRequest()
              .setRole(OFControllerRole.ROLE_MASTER)
              .setGenerationId(U64.of(-2))
              .build());
      messages.add(
          f.buildRoleReply()
              .setRole(OFControllerRole.ROLE_SLAVE)
              .setGenerationId(U64.of(9))
              .build());
    }
    messages.add(features.build());
    messages.add(f.featuresRequest());
    messages.add(f.buildPortStatus().setReason(OFPortReason.DELETE).setDesc(port).build());
    messages.add(
        f.buildFlowRemoved()
            .setReason(OFFlowRemovedReason.IDLE_TIMEOUT)
            .setMatch(f.buildMatch().setExact(MatchField.IN_PORT, OFPort.of(3)).build())
            .build());
    messages.add(f.buildEchoRequest().setData(new byte[] {1, 2, 3}).build());
    messages.add(f.buildEchoReply().setData(new byte[] {1, 2, 3}).build());
    messages.add(f.barrierRequest());
    messages.add(f.barrierReply());
    messages.add(f.buildGetConfigReply().setMissSendLen(128).build());
    messages.add(f.buildSetConfig().setMissSendLen(0xffff).build());
    messages.add(f.buildDescStatsReply().setHwDesc("emulated").build());
    messages.add(
        f.errorMsgs().buildBadRequestErrorMsg().setCode(OFBadRequestCode.BAD_TYPE).build());
    return messages;
  }

  private static OFMessage read(String hex) throws MalformedMessageException {
    byte[] bytes = Bytes.of(hex);
    return ColdCodec.read(ByteBuffer.wrap(bytes), 0, bytes.length);
  }

  @Test
  void shouldWriteAndReadWhenWarmedUp() {
    assertThatCode(ColdCodec::warmUp).doesNotThrowAnyException();
  }

  @Test
  void shouldReadWhatItWrote() throws MalformedMessageException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
    buffer.position(5).limit(4000);
    for (int version : new int[] {1, 4}) {
      for (OFMessage message : messages(version)) {
        byte[] written = ColdCodec.bytes(message);
        int bytes = written.length;
        buffer.put(11, written);
        OFMessage read = ColdCodec.read(buffer, 11, bytes);
        assertThat(read).isInstanceOf(message.getClass());
        // Not equal: of what 1.0 numbers 0 openflowj makes a name that was not there before.
        assertThat(ColdCodec.bytes(read)).isEqualTo(Bytes.copy(buffer, 11, bytes));
        assertThat(buffer.position()).isEqualTo(5);
        assertThat(buffer.limit()).isEqualTo(4000);
      }
    }
  }

  @Test
  void shouldReadBytesWrittenByHand() throws MalformedMessageException {
    OFFeaturesReply features =
        (OFFeaturesReply)
            read("04 06 0020 00000005 8000000000000007 00000100 fe 01 0000 0000004f 00000000");
    assertThat(features.getDatapathId().getLong()).isEqualTo(0x8000000000000007L);
    assertThat(features.getNBuffers()).isEqualTo(256);
    assertThat(features.getNTables()).isEqualTo((short) 254);
    assertThat(features.getAuxiliaryId().getValue()).isEqualTo((short) 1);
    OFEchoRequest echo = (OFEchoRequest) read("01 02 000b 80000000 aabbcc");
    assertThat(echo.getXid()).isEqualTo(0x80000000L);
    assertThat(echo.getData()).isEqualTo(Bytes.of("aabbcc"));
    OFRoleReply role = (OFRoleReply) read("04 19 0018 00000001 00000002 00000000 fffffffffffffffe");
    assertThat(role.getRole()).isEqualTo(OFControllerRole.ROLE_MASTER);
    assertThat(role.getGenerationId()).isEqualTo(U64.of(-2));
  }

  @Test
  void shouldWriteBytesWrittenByHand() {
    OFFactory f13 = ColdCodec.factory(4);
    assertThat(ColdCodec.bytes(f13.buildBarrierRequest().setXid(7).build()))
        .isEqualTo(Bytes.of("04 14 0008 00000007"));
    assertThat(ColdCodec.bytes(ColdCodec.factory(1).buildBarrierRequest().setXid(7).build()))
        .isEqualTo(Bytes.of("01 12 0008 00000007"));
    assertThat(ColdCodec.bytes(f13.buildPortDescStatsRequest().setXid(8).build()))
        .isEqualTo(Bytes.of("04 12 0010 00000008 000d 0000 00000000"));
  }

  @Test
  void shouldKeepNoReferenceToTheBuffer() throws MalformedMessageException {
    ByteBuffer buffer = ByteBuffer.wrap(Bytes.of("04 02 000b 00000001 aabbcc"));
    OFEchoRequest echo = (OFEchoRequest) ColdCodec.read(buffer, 0, 11);
    Arrays.fill(buffer.array(), (byte) 0);
    assertThat(echo.getData()).isEqualTo(Bytes.of("aabbcc"));
    assertThat(echo.getXid()).isEqualTo(1);
  }

  @Test
  void shouldSayWhatIsWrong() {
    assertThatThrownBy(() -> read("04 02 0008"))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("4 bytes, shorter than a header");
    assertThatThrownBy(() -> read("04 02 000c 00000001"))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("message of type 2, 8 bytes: its header says 12 bytes");
    assertThatThrownBy(() -> read("05 02 0008 00000001"))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("message of type 2, 8 bytes: version 5 is not spoken here");
    assertThatThrownBy(() -> read("04 63 0008 00000001"))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageStartingWith("message of type 99, 8 bytes: Unknown value");
    assertThatThrownBy(
            () ->
                read("04 0d 0020 00000001 ffffffff 00000003 0008 000000000000 0000 0010 00000004"))
        .as("an exception of Java's inside openflowj")
        .isInstanceOf(MalformedMessageException.class)
        .hasMessage("message of type 13, 32 bytes: a part of it is cut off");
  }

  @Test
  void shouldCarryNoStackTrace() {
    Throwable thrown =
        catchThrowableOfType(MalformedMessageException.class, () -> read("04 63 0008 00000001"));
    assertThat(thrown.getStackTrace()).isEmpty();
    assertThat(thrown).hasNoCause();
  }

  @Test
  void shouldThrowNothingElseWhenBytesAreDamaged() {
    Random random = new Random(20260103);
    int refused = 0;
    for (int version : new int[] {1, 4}) {
      for (OFMessage message : messages(version)) {
        byte[] whole = ColdCodec.bytes(message);
        for (int i = 0; i < 2000; i++) {
          byte[] damaged = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
          for (int hits = random.nextInt(4); hits > 0 && damaged.length > 0; hits--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
          }
          if (random.nextInt(4) != 0) {
            Bytes.withHonestLength(damaged);
          }
          try {
            OFMessage read = ColdCodec.read(ByteBuffer.wrap(damaged), 0, damaged.length);
            assertThat(read.getVersion().getWireVersion()).isEqualTo(damaged[0]);
          } catch (MalformedMessageException e) {
            refused++;
          }
        }
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }

  @Test
  void shouldRefuseToWriteWhenMessageIsTooLong() {
    OFMessage longest =
        ColdCodec.factory(4).buildEchoRequest().setData(new byte[65535 - 8]).build();
    assertThat(ColdCodec.bytes(longest)).hasSize(65535);
    OFMessage longer = ColdCodec.factory(4).buildEchoRequest().setData(new byte[65535 - 7]).build();
    assertThatThrownBy(() -> ColdCodec.bytes(longer)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRefuseFactoryOfOtherVersions() {
    assertThatThrownBy(() -> ColdCodec.factory(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("version 2: only 1 (1.0) and 4 (1.3) are spoken");
  }
}
