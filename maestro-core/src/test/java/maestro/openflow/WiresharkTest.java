package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import maestro.openflow.entry.FlowModFlyweight;
import maestro.testkit.Programs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A third opinion: Wireshark dissects every message that we write, and finds nothing wrong with it.
 */
class WiresharkTest {
  private static final int CONTROLLER_PORT = 6653;
  private static final int LINK_TYPE_ETHERNET = 1;
  private static final int HEADERS_BYTES = 14 + 20 + 20;

  private static final String MALFORMED =
      "_ws.malformed || _ws.expert.group == \"Undecoded\" || (tcp.len > 0 && !(openflow_v1 ||"
          + " openflow_v4))";

  @TempDir Path directory;

  /**
   * What we encode, but for what the dissector of 1.0 (Wireshark 4.0) cannot do: it leaves the body
   * of an ERROR and actions other than OUTPUT undecoded, and expects an action in every FLOW_MOD,
   * though the specification does not. {@link OpenVSwitchTest} checks those too.
   */
  private static List<byte[]> messages() {
    return EncodedMessages.all().stream()
        .map(EncodedMessages.Encoded::bytes)
        .filter(m -> m[0] != OpenFlow.VERSION_10 || isDissected10(m))
        .toList();
  }

  private static boolean isDissected10(byte[] message) {
    return switch (message[1]) {
      case OpenFlow.ERROR -> false;
      case OpenFlow.FLOW_MOD ->
          message.length > FlowModFlyweight.ACTIONS_10
              && areOutputs(message, FlowModFlyweight.ACTIONS_10, message.length);
      case OpenFlow.PACKET_OUT -> {
        int actions = PacketOutFlyweight.ACTIONS_10;
        int length = message[PacketOutFlyweight.ACTIONS_LENGTH_10 + 1];
        yield areOutputs(message, actions, actions + length);
      }
      default -> true;
    };
  }

  private static boolean areOutputs(byte[] message, int from, int to) {
    boolean areOutputs = true;
    for (int at = from; at < to; at += message[at + 3]) {
      areOutputs &= message[at + 1] == 0;
    }
    return areOutputs;
  }

  /** A pcap file with each message in a TCP segment of its own, as the controller would send it. */
  private static byte[] pcap(List<byte[]> messages) {
    ByteBuffer pcap = ByteBuffer.allocate(64 * 1024);
    pcap.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4).putInt(0).putInt(0);
    pcap.putInt(65535).putInt(LINK_TYPE_ETHERNET);
    int sequence = 1;
    int seconds = 0;
    for (byte[] message : messages) {
      int bytes = HEADERS_BYTES + message.length;
      pcap.putInt(seconds++).putInt(0).putInt(bytes).putInt(bytes);
      pcap.put(Bytes.of("020000000002 020000000001 0800"));
      pcap.put(Bytes.of("4500"))
          .putShort((short) (bytes - 14))
          .put(Bytes.of("00004000 40060000 7f000001 7f000002"));
      pcap.putShort((short) CONTROLLER_PORT).putShort((short) 40000).putInt(sequence).putInt(1);
      pcap.put(Bytes.of("5018 ffff 0000 0000")).put(message);
      sequence += message.length;
    }
    return Bytes.copy(pcap, 0, pcap.position());
  }

  /** What tshark prints about the messages, a line for each that the filter lets through. */
  private List<String> tshark(List<byte[]> messages, String... arguments)
      throws IOException, InterruptedException {
    Path file = Files.write(directory.resolve("messages.pcap"), pcap(messages));
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", file.toString()));
    Collections.addAll(command, arguments);
    return Programs.run(command);
  }

  @Test
  void shouldFindNothingMalformed() throws IOException, InterruptedException {
    assumeTrue(Programs.isInstalled("tshark"), "tshark is not installed");
    List<byte[]> messages = messages();
    assertThat(tshark(messages, "-Y", MALFORMED)).isEmpty();
    assertThat(
            tshark(messages, "-T", "fields", "-e", "openflow_1_0.type", "-e", "openflow_v4.type"))
        .containsExactlyElementsOf(messages.stream().map(WiresharkTest::typeColumns).toList());
  }

  /** The type of a message in the column of its version. */
  private static String typeColumns(byte[] message) {
    return message[0] == OpenFlow.VERSION_10 ? message[1] + "\t" : "\t" + message[1];
  }

  @Test
  void shouldNoticeWhenMessageIsDamaged() throws IOException, InterruptedException {
    assumeTrue(Programs.isInstalled("tshark"), "tshark is not installed");
    byte[] damaged = messages().get(1);
    damaged[FlowModFlyweight.MATCH_13 + 9] = 99;
    assertThat(tshark(List.of(damaged), "-Y", MALFORMED)).hasSize(1);
  }
}
