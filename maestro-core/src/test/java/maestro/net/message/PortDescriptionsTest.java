package maestro.net.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import maestro.api.PortInfo;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFPortDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFPortStatus;

class PortDescriptionsTest {
  private static final String NAME = "73312d65746831" + "00".repeat(9);
  private static final String NO_MORE_FEATURES = "00000000".repeat(3);

  private static OFMessage read(String hex) throws MalformedMessageException {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    return ColdCodec.read(ByteBuffer.wrap(bytes), 0, bytes.length);
  }

  /** number 16, address 48, name, config, state, four feature words. */
  private static String port10(String number, String config, String state, String current) {
    return number + "0a0b0c0d0e0f" + NAME + config + state + current + NO_MORE_FEATURES;
  }

  /** number 32, pad, address 48, pad, name, config, state, four feature words, two speeds. */
  private static String port13(String number, String config, String state, String current) {
    return number
        + "00000000 0a0b0c0d0e0f 0000"
        + NAME
        + config
        + state
        + current
        + NO_MORE_FEATURES
        + "00989680 00989680"; // 10 Gbit/s
  }

  private static PortInfo status10(String config, String state) throws MalformedMessageException {
    String port = port10("0001", config, state, "00000000");
    return PortDescriptions.describe(
        ((OFPortStatus) read("01 0c 0040 00000001 02 00000000000000" + port)).getDesc());
  }

  private static PortInfo status13(String config, String state) throws MalformedMessageException {
    String port = port13("00000001", config, state, "00000000");
    return PortDescriptions.describe(
        ((OFPortStatus) read("04 0c 0050 00000001 02 00000000000000" + port)).getDesc());
  }

  @Test
  void shouldDescribePortsOfVersion10FeaturesReply() throws MalformedMessageException {
    OFMessage reply =
        read(
            "01 06 0080 00000001 0000000000000007 00000100 02 000000 000000c7 00000fff"
                + port10("0001", "00000000", "00000000", "000000c0")
                + port10("fffe", "00000001", "00000001", "00000000"));
    List<OFPortDesc> ports = ((OFFeaturesReply) reply).getPorts();
    assertThat(ports)
        .map(PortDescriptions::describe)
        .containsExactly(
            new PortInfo(1, 0x0a0b0c0d0e0fL, "s1-eth1", true, 10_000_000),
            new PortInfo(OpenFlow.PORT_LOCAL, 0x0a0b0c0d0e0fL, "s1-eth1", false, 0));
  }

  @Test
  void shouldDescribePortsOfVersion13PortDesc() throws MalformedMessageException {
    OFMessage reply =
        read(
            "04 13 0090 00000001 000d 0000 00000000"
                + port13("00000001", "00000000", "00000004", "00000840")
                + port13("fffffffe", "00000001", "00000001", "00000000"));
    assertThat(((OFPortDescStatsReply) reply).getEntries())
        .map(PortDescriptions::describe)
        .containsExactly(
            new PortInfo(1, 0x0a0b0c0d0e0fL, "s1-eth1", true, 10_000_000),
            new PortInfo(OpenFlow.PORT_LOCAL, 0x0a0b0c0d0e0fL, "s1-eth1", false, 10_000_000));
  }

  @Test
  void shouldBeUpOnlyWhenNeitherLinkNorConfigurationIsDown() throws MalformedMessageException {
    assertThat(status10("00000000", "00000000").up()).isTrue();
    assertThat(status10("00000001", "00000000").up()).isFalse();
    assertThat(status10("00000000", "00000001").up()).isFalse();
    assertThat(status10("00000010", "00000200").up()).as("NO_FLOOD, STP forwarding").isTrue();
    assertThat(status10("00000010", "00000200").floods()).isFalse();
    assertThat(status10("00000000", "00000200").floods()).isTrue();
    assertThat(status10("00000000", "00000300").up()).as("STP blocked").isFalse();
    assertThat(status10("00000000", "00000300").blocked()).isTrue();
    assertThat(status10("00000000", "00000301").blocked()).as("down").isFalse();
    assertThat(status10("00000000", "00000100").up()).as("STP learning").isFalse();
    assertThat(status10("00000000", "00000100").blocked()).isTrue();
    assertThat(status10("00000000", "00000000").blocked()).as("STP listening, or none").isFalse();
    assertThat(status10("00000020", "00000000").up()).as("NO_FWD").isFalse();
    assertThat(status13("00000000", "00000000").up()).isTrue();
    assertThat(status13("00000001", "00000000").up()).isFalse();
    assertThat(status13("00000000", "00000001").up()).isFalse();
    assertThat(status13("00000000", "00000004").up()).as("live").isTrue();
    assertThat(status13("00000010", "00000000").floods()).as("a bit without meaning").isTrue();
    assertThat(status13("00000020", "00000000").up()).as("NO_FWD").isFalse();
    assertThat(status13("00000000", "00000006").up()).as("blocked").isFalse();
  }

  @Test
  void shouldTellTheSpeedOfTheFeaturesWhenVersion13SaysNone() throws MalformedMessageException {
    String noSpeed = port13("00000001", "00000000", "00000000", "000001a0");
    noSpeed = noSpeed.replace("00989680 00989680", "00000000 00000000");
    OFPortStatus status = (OFPortStatus) read("04 0c 0050 00000001 02 00000000000000" + noSpeed);
    assertThat(PortDescriptions.describe(status.getDesc()).speedKbps()).isEqualTo(100_000_000);
  }
}
