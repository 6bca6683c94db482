package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import maestro.network.dataplane.FrameBurst;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.TableSizes.WildcardSearch;
import maestro.network.dataplane.packet.Frames;
import maestro.openflow.ColdCodec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.VlanVid;

/** A burst is treated as its frames one after the other are. */
public class FrameBurstTest {
  /** Enough for reading ahead. */
  private static final int FLOWS = 3_000;

  private static final int STRIDE_BYTES = 128;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldTreatFramesOfABurstAsOneAfterTheOther(boolean wildcards) {
    Random random = new Random(1);
    Rig10 together = filled(wildcards);
    Rig10 single = filled(wildcards);
    ByteBuffer memory = ByteBuffer.allocate(FrameBurst.MOST_FRAMES * STRIDE_BYTES);
    FrameBurst burst = new FrameBurst(memory);
    int sent = 0;
    for (int round = 0; round < 100; round++) {
      burst.clear();
      int frames = 1 + random.nextInt(FrameBurst.MOST_FRAMES);
      for (int i = 0; i < frames; i++) {
        byte[] frame = Frames.udp(9, random.nextInt(FLOWS + 300));
        int lengthBytes = random.nextInt(20) == 0 ? random.nextInt(20) : frame.length;
        memory.put(i * STRIDE_BYTES, frame);
        burst.add(1 + random.nextInt(2), i * STRIDE_BYTES, lengthBytes);
      }
      byte[] before = memory.array().clone();
      together.sw.receive(burst);
      assertThat(memory.array()).isEqualTo(before);
      for (int i = 0; i < frames; i++) {
        single.sw.receive(burst.port(i), memory, burst.at(i), burst.lengthBytes(i));
      }
      assertThat(texts(together.sent)).isEqualTo(texts(single.sent));
      sent += together.sent.size();
      together.sent.clear();
      single.sent.clear();
    }
    assertThat(sent).isGreaterThan(1_000);
    List<byte[]> packetIns = together.takeBytes();
    assertThat(packetIns).isNotEmpty();
    byte[][] expected = single.takeBytes().toArray(new byte[0][]);
    assertThat(packetIns.toArray(new byte[0][])).isDeepEqualTo(expected);
    assertThat(statistics(together)).isEqualTo(statistics(single));
  }

  /** With entries without wildcards, or half of them with, of two kinds and priorities. */
  private static Rig10 filled(boolean wildcards) {
    Rig10 rig = new Rig10(new TableSizes(FLOWS, FLOWS, WildcardSearch.TUPLE_SPACE), 0);
    for (int flow = 0; flow < FLOWS; flow++) {
      byte[] entry = entry(flow);
      if (wildcards && flow % 8 != 0) {
        ByteBuffer b = ByteBuffer.wrap(entry);
        b.putInt(8, flow % 2 == 0 ? 1 : 1 << 6); // in_port, or the source port
        b.putShort(62, (short) (flow % 3));
      }
      rig.tell(entry);
    }
    assertThat(rig.sw.entryCount()).isEqualTo(FLOWS);
    assertThat(rig.take()).isEmpty();
    return rig;
  }

  /** Without wildcards; some entries change the frame before it leaves, and some after. */
  public static byte[] entry(int flow) {
    var actions = Rig10.OF.actions();
    List<OFAction> list = new ArrayList<>(List.of(Rig10.output(3)));
    if (flow % 3 == 1) {
      list.add(0, actions.setVlanVid(VlanVid.ofVlan(flow % 100 + 1)));
    } else if (flow % 3 == 2) {
      list.add(actions.setNwDst(IPv4Address.of(flow)));
      list.add(Rig10.output(4));
    }
    byte[] bytes = ColdCodec.bytes(Rig10.add(0, 3).setActions(list).build());
    ByteBuffer b = ByteBuffer.wrap(bytes); // the match, as udp() makes frames, without wildcards
    b.putInt(8, 0).putShort(12, (short) 1);
    b.putShort(14, (short) (Frames.SRC >>> 32)).putInt(16, (int) Frames.SRC);
    b.putShort(20, (short) 0).putInt(22, 9).putShort(26, (short) 0xffff).putShort(28, (short) 0);
    b.putShort(30, (short) 0x0800).put(32, (byte) 0x28).put(33, (byte) 17);
    b.putInt(36, 0x0a000001).putInt(40, 0x0a000002);
    b.putShort(44, (short) 4000).putShort(46, (short) flow);
    return bytes;
  }

  private static List<String> texts(List<SwitchRig.Sent> sent) {
    return sent.stream().map(s -> s.port() + " " + Arrays.toString(s.frame())).toList();
  }

  private static List<String> statistics(Rig10 rig) {
    List<OFMessage> all = new ArrayList<>(rig.ask(rig.flowStatsRequest()));
    all.addAll(rig.ask(Rig10.OF.buildPortStatsRequest().setPortNo(OFPort.ANY).build()));
    all.addAll(rig.ask(Rig10.OF.buildTableStatsRequest().build()));
    return all.stream().map(message -> message.toString().replaceAll("xid=\\d+", "")).toList();
  }
}
