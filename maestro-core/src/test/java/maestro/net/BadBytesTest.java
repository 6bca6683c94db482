package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.net.BesideGoodSwitch.Outcome;
import maestro.net.BesideGoodSwitch.Phase;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bytes that no switch should send, beside a good switch: every type with every length, in every
 * phase of the handshake; lengths that lie; strangers. The table of what is right is written here
 * once more, from the specifications.
 */
@Timeout(600)
class BadBytesTest {
  private static final String BAD_TYPE = "1/1";
  private static final String BAD_LENGTH = "1/6";

  /** The fewest bytes of what a switch may send, by type (1.0.0, section 5; 1.3.5, section 7). */
  private static final Map<Integer, Integer> LEAST_10 =
      Map.ofEntries(
          Map.entry(0, 8),
          Map.entry(1, 12),
          Map.entry(2, 8),
          Map.entry(3, 8),
          Map.entry(4, 12),
          Map.entry(6, 32),
          Map.entry(8, 12),
          Map.entry(10, 18),
          Map.entry(11, 88),
          Map.entry(12, 64),
          Map.entry(17, 12),
          Map.entry(19, 8),
          Map.entry(21, 16));

  private static final Map<Integer, Integer> LEAST_13 =
      Map.ofEntries(
          Map.entry(0, 8),
          Map.entry(1, 12),
          Map.entry(2, 8),
          Map.entry(3, 8),
          Map.entry(4, 16),
          Map.entry(6, 32),
          Map.entry(8, 12),
          Map.entry(10, 34),
          Map.entry(11, 56),
          Map.entry(12, 80),
          Map.entry(19, 16),
          Map.entry(21, 8),
          Map.entry(23, 16),
          Map.entry(25, 24),
          Map.entry(27, 32));

  /** What may be longer than its least by any number of bytes; the others only by whole parts. */
  private static final Set<Integer> OPEN_10 = Set.of(0, 1, 2, 3, 4, 10, 17);

  private static final Set<Integer> OPEN_13 = Set.of(0, 1, 2, 3, 4, 10, 19);

  private static BesideGoodSwitch beside(int version) {
    return new BesideGoodSwitch(version, Rig.setup());
  }

  @ParameterizedTest
  @CsvSource({"1, FEATURES", "1, READY", "4, FEATURES", "4, READY"})
  void shouldRefuseOrCloseWhateverTypeAndLengthAMessageHas(int version, Phase phase) {
    try (BesideGoodSwitch beside = beside(version)) {
      for (var sample : SampleMessages.of(version).entrySet()) {
        FakeSwitch client = beside.attacker(phase);
        for (int length = 0; length <= sample.getValue().length + 8; length++) {
          byte[] bytes = withLength(sample.getValue(), length);
          Outcome outcome = beside.attack(client, bytes);
          assertOutcome(version, sample.getKey(), bytes, length, outcome);
          if (outcome.closed() || phase == Phase.FEATURES) {
            beside.forget(client);
            client = beside.attacker(phase);
          }
        }
        beside.forget(client);
      }
    }
  }

  private static void assertOutcome(
      int version, int type, byte[] bytes, int length, Outcome outcome) {
    String what = "version %d, type %d, length %d: %s".formatted(version, type, length, outcome);
    Integer least = (version == 1 ? LEAST_10 : LEAST_13).get(type);
    if (length < 8 || (least != null && length < least)) {
      assertThat(outcome.closed()).as(what).isTrue();
      assertThat(outcome.errors()).as(what).isEqualTo(type == 1 ? List.of() : List.of(BAD_LENGTH));
    } else if (least == null) {
      assertThat(outcome.closed()).as(what).isFalse();
      assertThat(outcome.errors()).as(what).containsExactly(BAD_TYPE);
    } else if ((version == 1 ? OPEN_10 : OPEN_13).contains(type) && type != 10 && type != 19) {
      assertThat(outcome.closed()).as(what).isFalse();
      assertThat(outcome.errors()).as(what).isEmpty();
    } else if (isReadByOpenflowj(bytes)) {
      assertThat(outcome.closed()).as(what).isFalse();
    } else if (outcome.closed()) {
      assertThat(outcome.errors()).as(what).containsExactly(BAD_LENGTH);
    }
  }

  private static boolean isReadByOpenflowj(byte[] bytes) {
    try {
      ColdCodec.read(ByteBuffer.wrap(bytes), 0, bytes.length);
      return true;
    } catch (MalformedMessageException e) {
      return false;
    }
  }

  /** The message with this length, in its header and, but for less than a header, in truth. */
  private static byte[] withLength(byte[] message, int length) {
    byte[] bytes = Arrays.copyOf(message, Math.max(8, length));
    ByteBuffer.wrap(bytes).putShort(2, (short) length);
    return bytes;
  }

  @EachVersion
  void shouldTakeEverySampleWhenItIsWhole(int version) {
    for (byte[] sample : SampleMessages.of(version).values()) {
      assertThat(sample.length).isEqualTo(ByteBuffer.wrap(sample).getShort(2));
      boolean isExperimenters = sample[1] == 4; // of which openflowj knows some
      assertThat(isExperimenters || isReadByOpenflowj(sample)).as("type %s", sample[1]).isTrue();
    }
  }

  @EachVersion
  void shouldCloseWhateverComesFirstAndIsNoHello(int version) {
    try (BesideGoodSwitch beside = beside(version)) {
      for (var sample : SampleMessages.of(version).entrySet()) {
        int most = sample.getValue().length + 8;
        for (int length = 0; length <= most; length++) {
          FakeSwitch client = beside.attacker(Phase.FIRST_MESSAGE);
          Outcome outcome = beside.attack(client, withLength(sample.getValue(), length));
          boolean isHelloOrError = sample.getKey() <= 1;
          if (!isHelloOrError || length < 8) {
            assertThat(outcome.closed())
                .as("%s of %d: %s", sample.getKey(), length, outcome)
                .isTrue();
            assertThat(outcome.sent()).isEmpty();
          }
          beside.forget(client);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"FIRST_MESSAGE, 1", "FEATURES, 1", "FEATURES, 4", "READY, 1", "READY, 4"})
  void shouldSurviveEveryVersionAndTypeInAHeader(Phase phase, int agreed) {
    try (BesideGoodSwitch beside = beside(agreed)) {
      for (int version = 0; version < 256; version = version < 8 ? version + 1 : version + 31) {
        for (int type = 0; type < 256; type = type < 32 ? type + 1 : type + 37) {
          FakeSwitch client = beside.attacker(phase);
          byte[] header = {(byte) version, (byte) type, 0, 8, 0, 0, 0, 1};
          Outcome outcome = beside.attack(client, header);
          if (phase != Phase.FIRST_MESSAGE && version != agreed && type != 0) {
            assertThat(outcome.closed()).isTrue();
            assertThat(outcome.errors()).isEqualTo(type == 1 ? List.of() : List.of("1/0"));
          }
          beside.forget(client);
        }
      }
    }
  }

  /** One type of each version byte by byte: the others take the same way to the last byte. */
  @ParameterizedTest
  @CsvSource({"1, 2, 61", "1, 10, 1", "4, 10, 1", "4, 0, 61", "4, 1, 61", "4, 4, 61", "4, 200, 61"})
  void shouldTakeLongestMessageWhenItComesInPieces(int version, int type, int pieceBytes) {
    try (BesideGoodSwitch beside = beside(version)) {
      FakeSwitch client = beside.attacker(Phase.READY);
      byte[] longest =
          Arrays.copyOf(SampleMessages.message(version, type, "00".repeat(100)), 65535);
      longest[2] = (byte) 0xff;
      longest[3] = (byte) 0xff;
      for (int sent = 0, pieces = 0; sent < longest.length; sent += pieceBytes, pieces++) {
        int end = Math.min(longest.length, sent + pieceBytes);
        client.send(Arrays.copyOfRange(longest, sent, end));
        beside.rig.cycle();
        if (pieces % (4096 / pieceBytes) == 0) {
          beside.assertGoodSwitchIsAnswered(end + " bytes of one message");
        }
      }
      beside.rig.pump();
      Outcome outcome = beside.outcome(client, "a message of 65535 bytes of type " + type);
      assertThat(outcome.closed()).as("%s", outcome).isEqualTo(version == 4 && type == 10);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0001 0000 00000012",
        "0001 0003 00000012",
        "0001 0004 00000012",
        "0001 0006 00000012",
        "0001 0009 00000012",
        "0001 ffff 00000012",
        "0002 ffff 00000000",
        "0002 0000",
        "00",
        "0001 00",
        "0001 0008 000000",
        "0002 0004 0001 fff8 00000012",
        "0000 0000 0000 0000",
        "0002 0008 0001 0008 0000 0012 0001"
      })
  void shouldSayHelloFailedWhenElementsOfHelloLie(String elements) {
    try (BesideGoodSwitch beside = beside(4)) {
      for (int version : new int[] {4, 5, 6, 255}) {
        FakeSwitch client = beside.attacker(Phase.FIRST_MESSAGE);
        Outcome outcome = beside.attack(client, SampleMessages.message(version, 0, elements));
        assertThat(outcome.closed()).as("%s", outcome).isTrue();
        assertThat(outcome.errors()).containsExactly("0/0");
        assertThat(outcome.said()).contains("its elements do not fill its length");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET / HTTP/1.1\\r\\nHost: controller:6653\\r\\nAccept: */*\\r\\n\\r\\n | HTTP",
        "POST /wm/core HTTP/1.1\\r\\nContent-Length: 2\\r\\n\\r\\n{} | HTTP",
        "PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n | HTTP",
        "SSH-2.0-OpenSSH_9.2\\r\\n | SSH",
        "\\026\\003\\001\\002\\000\\001\\000\\001\\374\\003\\003 | TLS",
        "\\026\\003\\003\\000\\252\\001\\000\\000\\246\\003\\003 | TLS",
      })
  void shouldCloseAtOnceAndSayWhatItIsWhenStrangerConnects(String text, String name) {
    byte[] bytes = text.strip().translateEscapes().getBytes(StandardCharsets.ISO_8859_1);
    try (BesideGoodSwitch beside = beside(4)) {
      FakeSwitch client = beside.attacker(Phase.FIRST_MESSAGE);
      Outcome outcome = beside.attack(client, bytes);
      assertThat(outcome.closed()).isTrue();
      assertThat(outcome.sent()).isEmpty();
      assertThat(outcome.said()).contains("it speaks " + name).contains("127.0.0.1:");
    }
  }

  @Test
  void shouldNotWaitForTheRestOfMessageThatBeginsWrong() {
    try (BesideGoodSwitch beside = beside(4)) {
      for (String start :
          List.of("01 03 ffff 00000001", "04 15 ffff 00000001", "04 08 000d 00000001")) {
        Outcome outcome = beside.attack(beside.attacker(Phase.READY), FakeSwitch.hex(start));
        assertThat(outcome.closed()).as("%s: %s", start, outcome).isTrue();
        assertThat(outcome.errors()).hasSize(1);
      }
    }
  }

  @Test
  void shouldCloseWhenPortsAreNotWhole() {
    try (BesideGoodSwitch beside = beside(4)) {
      byte[] twoPorts = FakeSwitch.hex(Messages.portDesc(false, 1, 2));
      for (int length = 16; length <= twoPorts.length; length++) {
        FakeSwitch client = beside.attacker(Phase.PORTS);
        Outcome outcome = beside.attack(client, withLength(twoPorts, length));
        boolean whole = (length - 16) % 64 == 0;
        assertThat(outcome.closed()).as("%s bytes: %s", length, outcome).isEqualTo(!whole);
        if (!whole) {
          assertThat(outcome.errors()).containsExactly(BAD_LENGTH);
        }
        beside.forget(client);
      }
    }
  }

  @Test
  void shouldAnswerOrCloseWhateverLengthsMatchOfPacketInClaims() {
    String start = "0000001e ffffffff 003c 00 00 0123456789abcdef";
    String match = "0001 001e 80000408 0102030405060708 80000004 00000003 80000a02 0800 0000 0000";
    byte[] good = SampleMessages.message(4, 10, start + match + "00".repeat(60));
    try (BesideGoodSwitch beside = beside(4)) {
      FakeSwitch client = beside.attacker(Phase.READY);
      for (int at : new int[] {26, 31, 43, 51}) { // of the match, and of its three fields
        for (int length = 0; length < 256; length++) {
          byte[] lying = good.clone();
          lying[at] = (byte) length;
          lying[at == 26 ? 27 : at] = (byte) length;
          Outcome outcome = beside.attack(client, lying);
          if (outcome.closed()) {
            assertThat(outcome.errors()).containsExactly(BAD_LENGTH);
            beside.forget(client);
            client = beside.attacker(Phase.READY);
          } else {
            assertThat(outcome.sent()).hasSize(1);
          }
        }
      }
    }
  }
}
