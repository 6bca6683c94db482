package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import maestro.emulator.dataplane.TableSizes;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFEchoReply;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/** Messages with random bytes, and right ones with some bytes changed: the switch lives on. */
class HostileMessagesTest {
  private static final int MESSAGES = 60_000;
  private static final int TYPES = 24;
  private static final int MOST_RANDOM_BYTES = 200;
  private static final byte[] FRAME = SwitchRig.udp(2, 80);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldLiveOnWhateverIsSent(long seed) {
    Random random = new Random(seed);
    SwitchRig rig = new SwitchRig(new TableSizes(20, 20), 4);
    List<byte[]> right = right();
    for (int i = 0; i < MESSAGES; i++) {
      byte[] message =
          random.nextBoolean()
              ? random(random)
              : changedMessage(right.get(random.nextInt(right.size())), random);
      assertThatCode(() -> rig.tell(message)).as("message %d", i).doesNotThrowAnyException();
      if (random.nextInt(4) == 0) {
        byte[] frame = changed(FRAME, random);
        int port = 1 + random.nextInt(SwitchRig.PORTS);
        assertThatCode(() -> rig.receive(port, frame)).doesNotThrowAnyException();
      }
      if (random.nextInt(100) == 0) {
        rig.passSeconds(1);
      }
      rig.controller.take();
      rig.controller.packetIns().clear();
    }
    assertThat(rig.sw.entryCount()).isBetween(0, 40);
    assertThat(rig.ask(SwitchRig.OF.buildEchoRequest().build()).get(0))
        .isInstanceOf(OFEchoReply.class);
  }

  private static byte[] random(Random random) {
    byte[] message = new byte[OpenFlow.HEADER_BYTES + random.nextInt(MOST_RANDOM_BYTES)];
    random.nextBytes(message);
    return headed(message, random.nextInt(TYPES));
  }

  private static byte[] changedMessage(byte[] right, Random random) {
    return headed(changed(right, random), right[1]);
  }

  /** Changes up to four bytes, and sometimes the length. */
  private static byte[] changed(byte[] right, Random random) {
    int length =
        random.nextInt(4) == 0 ? Math.max(14, random.nextInt(right.length + 20)) : right.length;
    byte[] changed = Arrays.copyOf(right, length);
    for (int left = random.nextInt(5); left > 0; left--) {
      changed[random.nextInt(length)] = (byte) random.nextInt();
    }
    return changed;
  }

  private static byte[] headed(byte[] message, int type) {
    ByteBuffer.wrap(message)
        .put(0, (byte) OpenFlow.VERSION_10)
        .put(1, (byte) type)
        .putShort(2, (short) message.length);
    return message;
  }

  private static List<byte[]> right() {
    var of = SwitchRig.OF;
    List<byte[]> right = new ArrayList<>();
    right.add(ColdCodec.bytes(SwitchRig.add(2, 3).setIdleTimeout(1).build()));
    right.add(
        ColdCodec.bytes(
            SwitchRig.add(3, 0)
                .setActions(
                    List.of(
                        of.actions().stripVlan(),
                        of.actions().enqueue(OFPort.of(2), 1),
                        of.actions().output(OFPort.FLOOD, 0)))
                .build()));
    right.add(
        ColdCodec.bytes(
            of.buildPacketOut()
                .setBufferId(OFBufferId.NO_BUFFER)
                .setInPort(OFPort.ANY)
                .setActions(List.of(of.actions().output(OFPort.TABLE, 0)))
                .setData(FRAME)
                .build()));
    right.add(
        ColdCodec.bytes(
            of.buildFlowStatsRequest()
                .setMatch(of.matchWildcardAll())
                .setTableId(TableId.ALL)
                .setOutPort(OFPort.ANY)
                .build()));
    right.add(ColdCodec.bytes(of.buildPortStatsRequest().setPortNo(OFPort.ANY).build()));
    right.add(ColdCodec.bytes(of.buildQueueStatsRequest().setPortNo(OFPort.ALL).build()));
    right.add(ColdCodec.bytes(of.buildTableStatsRequest().build()));
    return right;
  }
}
