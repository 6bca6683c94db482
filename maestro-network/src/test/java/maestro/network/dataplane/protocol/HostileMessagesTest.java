package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.packet.Frames;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFEchoReply;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;

/** Messages with random bytes, and right ones with some bytes changed: the switch lives on. */
class HostileMessagesTest {
  private static final int STEPS = Integer.getInteger("maestro.hostile.steps", 15_000);
  private static final int TYPES_10 = 24;
  private static final int TYPES_13 = 31;
  private static final int MOST_RANDOM_BYTES = 200;
  private static final int MOST_ENTRIES = 20;

  private static final List<byte[]> FRAMES =
      List.of(
          Frames.udp(2, 80),
          Frames.ethernet(2, 1, 0x8847, new byte[40]),
          Frames.ethernet(2, 1, 0x88e7, new byte[40]),
          Frames.ethernet(2, 1, 0x8100, new byte[40]),
          Frames.ethernet(2, 1, 0x0806, new byte[46]),
          Frames.ethernet(2, 1, 0x86dd, ipv6()));

  /** A neighbour solicitation behind hop-by-hop options. */
  private static byte[] ipv6() {
    ByteBuffer b = ByteBuffer.allocate(40 + 8 + 32).put(0, (byte) 0x60);
    b.putShort(4, (short) 40).put(6, (byte) 0).put(40, (byte) 58);
    return b.put(48, (byte) 135).put(72, (byte) 1).put(73, (byte) 1).array();
  }

  private static final List<byte[]> RIGHT_13 =
      List.of(
          Wire.add(0, "80000a02 0800 80001401 11", Wire.apply(Wire.output(2))),
          Wire.add(0, "80000a02 86dd 80001401 3a 80003a01 87 80003e10" + "00".repeat(16), ""),
          Wire.add(
              0,
              "",
              Wire.apply(
                  "0011 0008 8100 0000 0013 0008 8847 0000 001a 0008 88e7 0000 001b 0008 00000000"
                      + "0014 0008 0800 0000 0012 0008 00000000 000b 0008 00000000"
                      + "000c 0008 00000000 0018 0008 00000000 0010 0008 00000000"
                      + Wire.output(2))),
          Wire.add(0, "80000a02 0800", Wire.apply("0019 0010 80001604 0a000001 00000000")),
          Wire.add(0, "", "0001 0008 01000000 0003 0010 00000000" + Wire.toGroup(1)),
          Wire.add(1, "", "0006 0008 00000001" + Wire.apply(Wire.output(-3))),
          Wire.group(0, 0, 1, Wire.bucket(Wire.output(2)) + Wire.bucket("")),
          Wire.group(0, 1, 2, Wire.bucket(1, -1, -1, Wire.toGroup(1))),
          Wire.group(2, 0, 2, ""),
          Wire.meter(0, 1, 1, Wire.band(2, 1, 0, 1)),
          Wire.of(13, "ffffffff 00000001 0010 000000000000" + Wire.output(-7) + "00".repeat(60)),
          Wire.of(
              18,
              "0001 0000 00000000 ff000000" + "ff".repeat(8) + "00".repeat(20) + Wire.match("")),
          Wire.of(18, "0006 0000 00000000 fffffffc 00000000"),
          Wire.of(18, "0009 0000 00000000 ffffffff 00000000"),
          Wire.of(18, "000c 0000 00000000"));

  private static List<byte[]> right10() {
    var of = Rig10.OF;
    return List.of(
        ColdCodec.bytes(Rig10.add(2, 3).setIdleTimeout(1).build()),
        ColdCodec.bytes(
            Rig10.add(3, 0)
                .setActions(
                    List.of(
                        of.actions().stripVlan(),
                        of.actions().enqueue(OFPort.of(2), 1),
                        of.actions().output(OFPort.FLOOD, 0)))
                .build()),
        ColdCodec.bytes(
            of.buildPacketOut()
                .setBufferId(OFBufferId.NO_BUFFER)
                .setInPort(OFPort.ANY)
                .setActions(List.of(of.actions().output(OFPort.TABLE, 0)))
                .setData(FRAMES.get(0))
                .build()),
        ColdCodec.bytes(Rig10.flowStatsRequest(OFPort.ANY)),
        ColdCodec.bytes(of.buildPortStatsRequest().setPortNo(OFPort.ANY).build()),
        ColdCodec.bytes(of.buildQueueStatsRequest().setPortNo(OFPort.ALL).build()),
        ColdCodec.bytes(of.buildTableStatsRequest().build()));
  }

  @ParameterizedTest
  @CsvSource({"10, 1", "10, 2", "10, 3", "13, 1", "13, 2", "13, 3"})
  void shouldLiveOnWhateverIsSent(int version, long seed) {
    if (version == 10) {
      SwitchRig rig = new Rig10(new TableSizes(MOST_ENTRIES, MOST_ENTRIES), 4);
      live(rig, right10(), TYPES_10, new Random(seed));
      assertThat(rig.sw.entryCount()).isBetween(0, 2 * MOST_ENTRIES);
    } else {
      SwitchRig rig = new Rig13(MOST_ENTRIES, 4);
      live(rig, RIGHT_13, TYPES_13, new Random(seed));
      assertThat(rig.sw.entryCount()).isBetween(0, Switch13.TABLES * MOST_ENTRIES);
    }
  }

  private static void live(SwitchRig rig, List<byte[]> rightOnes, int types, Random random) {
    byte version = (byte) rig.sw.description().version();
    for (int i = 0; i < STEPS; i++) {
      byte[] right = rightOnes.get(random.nextInt(rightOnes.size()));
      rig.tell(headed(changed(right, random), version, right[1]));
      if (random.nextBoolean()) {
        byte[] any = new byte[OpenFlow.HEADER_BYTES + random.nextInt(MOST_RANDOM_BYTES)];
        random.nextBytes(any);
        rig.tell(headed(any, version, random.nextInt(types)));
      }
      byte[] frame = changed(FRAMES.get(random.nextInt(FRAMES.size())), random);
      rig.receive(1 + random.nextInt(SwitchRig.PORTS), frame);
      if (random.nextInt(100) == 0) {
        rig.passSeconds(1);
      }
      rig.controller.checkSaid();
    }
    assertThat(rig.ask(rig.of.buildEchoRequest().build()).get(0)).isInstanceOf(OFEchoReply.class);
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

  private static byte[] headed(byte[] message, byte version, int type) {
    ByteBuffer.wrap(message).put(version).put((byte) type).putShort((short) message.length);
    return message;
  }
}
