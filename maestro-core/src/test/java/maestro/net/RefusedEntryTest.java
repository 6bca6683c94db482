package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.RequestStage;
import maestro.net.message.RefusedEntry;
import maestro.net.session.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A switch that refuses flow entries, each time with one type and code. */
class RefusedEntryTest {
  private static final int FLOW_MOD = 14;
  private static final int PACKET_OUT = 13;
  private static final int NO_BUFFER = -1;
  private static final int BAD_REQUEST = 1;
  private static final int MOST_TYPE = 14;
  private static final int MOST_CODE = 16;
  private static final int LEAST_DATA = 64;

  /** Where a switch finds the buffer in a FLOW_MOD, and in a PACKET_OUT. */
  private static int buffer(byte[] message) {
    int inFlowMod = message[0] == 1 ? 64 : 32;
    return ByteBuffer.wrap(message).getInt(Messages.type(message) == FLOW_MOD ? inFlowMod : 8);
  }

  private static byte[] error(byte[] refused, int type, int code, int dataBytes) {
    int bytes = Math.min(dataBytes, refused.length);
    return ByteBuffer.allocate(12 + bytes)
        .put(refused[0])
        .put((byte) 1)
        .putShort((short) (12 + bytes))
        .putInt(Messages.xid(refused))
        .putShort((short) type)
        .putShort((short) code)
        .put(refused, 0, bytes)
        .array();
  }

  /** A switch that refuses entries or takes them, and what becomes of its packets. */
  private static final class Network {
    private final Rig rig;
    private final FakeSwitch client;
    private final int version;
    private final boolean hasBuffers;
    private int asked;
    private int tried;

    Network(Rig rig, int version, long datapathId, boolean hasBuffers) {
      this.rig = rig;
      this.client = rig.join(version, datapathId);
      this.version = version;
      this.hasBuffers = hasBuffers;
    }

    /** How often a packet was sent on; {@code refuses} may answer an entry with an ERROR. */
    int packet(Predicate<byte[]> refuses) {
      int bufferId = hasBuffers ? 100 + asked : NO_BUFFER;
      asked++;
      client.take();
      client.send(Messages.packetIn(version, 5, bufferId, 1, Messages.FRAME));
      rig.settle();
      int sent = 0;
      for (byte[] message : client.take()) {
        boolean isEntry = Messages.type(message) == FLOW_MOD;
        tried += isEntry ? 1 : 0;
        boolean isRefused = isEntry && refuses.test(message);
        boolean isOfPacket = Messages.type(message) == PACKET_OUT || buffer(message) != NO_BUFFER;
        if (isOfPacket && !isRefused) {
          assertThat(buffer(message)).isEqualTo(bufferId);
          sent++;
        }
      }
      rig.pump();
      return sent;
    }
  }

  private static RequestStage stage(boolean usual) {
    FlowOptions options = FlowOptions.timeouts(10, 0);
    return (request, output) -> {
      if (usual) {
        output.installAndForward(request, 2, options);
      } else {
        output.installAndForward(request, FlowActions.NONE.output(2), options);
      }
    };
  }

  /** Whatever the reason is, and however much of the entry the ERROR shows. */
  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "4, true", "4, false"})
  void shouldLoseNoPacketAfterTheFirstAndInstallAgainAfterThePause(int version, boolean usual) {
    Set<Integer> notOfEntries = new HashSet<>(List.of(7, 8)); // of the buffer
    List<Integer> typesOfFlowMods = version == 1 ? List.of(3) : List.of(3, 4, 5);
    try (Rig rig = Rig.setup().stage(stage(usual)).start()) {
      for (int type = 0; type <= MOST_TYPE; type++) {
        for (int code = type % 3; code < MOST_CODE; code += 3) {
          if (type == BAD_REQUEST && notOfEntries.contains(code)) {
            continue;
          }
          boolean hasBuffers = (type + code) % 2 == 0;
          int data = List.of(LEAST_DATA, 8, 1000).get((type + code / 3) % 3);
          int shown = typesOfFlowMods.contains(type) && code % 2 == 0 ? 0 : data;
          checkRefusal(rig, version, type, code, hasBuffers, shown);
        }
      }
    }
  }

  private static void checkRefusal(
      Rig rig, int version, int type, int code, boolean hasBuffers, int shown) {
    String what = "%d/%d, buffers: %s, %d bytes".formatted(type, code, hasBuffers, shown);
    long datapathId = 1L + (long) type * MOST_CODE + code;
    Network network = new Network(rig, version, datapathId, hasBuffers);
    Predicate<byte[]> refuses =
        entry -> {
          network.client.send(error(entry, type, code, shown));
          return true;
        };
    assertThat(network.packet(refuses)).as(what).isEqualTo(hasBuffers ? 0 : 1);
    for (int i = 0; i < 3; i++) {
      assertThat(network.packet(refuses)).as(what).isEqualTo(1);
    }
    assertThat(network.tried).as(what).isEqualTo(1);
    rig.moveClock(1_100 * Rig.MS);
    assertThat(network.packet(refuses)).as("%s, tried again", what).isEqualTo(1);
    assertThat(network.packet(refuses)).as(what).isEqualTo(1);
    assertThat(network.tried).as(what).isEqualTo(2);
    assertThat(Session.of(rig.switches.get(datapathId)).errors().refusesEntries(rig.nowNs()))
        .as(what)
        .isEqualTo(!isFull(version, type, code));
    rig.moveClock(2_100 * Rig.MS);
    for (int i = 0; i < 3; i++) {
      assertThat(network.packet(entry -> false)).as("%s, taken", what).isEqualTo(1);
    }
    assertThat(network.tried).as(what).isEqualTo(5);
    rig.disconnect(network.client);
    rig.pump();
  }

  private static boolean isFull(int version, int type, int code) {
    return version == 1 ? type == 3 && code == 0 : type == 5 && code == 1;
  }

  @ParameterizedTest
  @CsvSource({"1, 7", "1, 8", "4, 7", "4, 8"})
  void shouldGoOnInstallingWhenOnlyTheBufferIsUnknown(int version, int code) {
    try (Rig rig = Rig.setup().stage(stage(true)).start()) {
      Network network = new Network(rig, version, 1, true);
      for (int i = 0; i < 3; i++) {
        network.packet(entry -> network.client.send(error(entry, BAD_REQUEST, code, 64)) != null);
      }
      assertThat(network.tried).isEqualTo(3);
    }
  }

  @Test
  void shouldNotTakeAnErrorForAnotherMessageForOneOfAnEntry() {
    byte[] delete = new byte[72];
    for (int version : new int[] {1, 4}) {
      Arrays.fill(delete, (byte) 0);
      delete[0] = (byte) version;
      delete[1] = FLOW_MOD;
      delete[version == 1 ? 57 : 25] = 3;
      assertThat(isRefusedEntry(error(delete, 3, 2, LEAST_DATA))).isFalse();
      delete[version == 1 ? 57 : 25] = 0;
      assertThat(isRefusedEntry(error(delete, 3, 2, LEAST_DATA))).isTrue();
      delete[1] = PACKET_OUT;
      assertThat(isRefusedEntry(error(delete, 3, 2, LEAST_DATA))).isFalse();
      assertThat(isRefusedEntry(error(delete, 2, 4, 0))).as("of a PACKET_OUT or not").isFalse();
    }
  }

  private static boolean isRefusedEntry(byte[] error) {
    return RefusedEntry.is(ByteBuffer.wrap(error), 0, error.length);
  }
}
