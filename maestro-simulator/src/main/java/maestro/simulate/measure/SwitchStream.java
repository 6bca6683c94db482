package maestro.simulate.measure;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import maestro.emulator.switches.HostAddresses;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;

/** What a switch says to a benchmarked controller. Stateless. */
public final class SwitchStream {
  /** Of each packet. */
  static final int FRAME_BYTES = 60;

  private SwitchStream() {}

  /**
   * Greeting, features and, in 1.3, the list of ports: from 0 to the capacity.
   *
   * @param version on the wire
   */
  public static ByteBuffer handshake(int version, int datapathId) {
    ByteBuffer stream = ByteBuffer.allocateDirect(8 + 32 + (version == 1 ? 0 : 16));
    stream.putInt((version << 24) | 8).putInt(1);
    stream.putInt((version << 24) | (OpenFlow.FEATURES_REPLY << 16) | 32).putInt(2);
    stream.putLong(datapathId).putInt(0).put((byte) 1).putLong(0).put(new byte[3]);
    if (version != 1) {
      stream.putInt((version << 24) | (19 << 16) | 16).putInt(3).putShort((short) 13);
    }
    return stream.clear();
  }

  /**
   * Flow requests from 0 to the capacity, one from each host in turn.
   *
   * @param hosts more than 1
   */
  static ByteBuffer fromEachHost(int version, int hosts) {
    return requests(version, hosts, hosts, new Random(0), i -> i);
  }

  /** Flow requests from 0 to the capacity, from random ones of so many hosts. */
  public static ByteBuffer requests(int version, int count, int hosts, int seed) {
    Random random = new Random(seed);
    return requests(version, count, hosts, random, i -> random.nextInt(hosts));
  }

  private static ByteBuffer requests(
      int version, int count, int hosts, Random random, IntUnaryOperator source) {
    int bytes = PacketInEncoder.bytes(version, FRAME_BYTES);
    ByteBuffer stream = ByteBuffer.allocateDirect(count * bytes);
    ByteBuffer frame = udp();
    for (int i = 0; i < count; i++) {
      int from = source.applyAsInt(i);
      int to = (from + 1 + random.nextInt(hosts - 1)) % hosts;
      frame.putLong(0, (HostAddresses.FIRST + to) << 16);
      frame.putLong(6, ((HostAddresses.FIRST + from) << 16) | 0x0800);
      PacketInEncoder.encode(
          stream, i * bytes, version, i, i, FRAME_BYTES, 1 + from % 4, 0, 0, frame, 0, FRAME_BYTES);
    }
    return stream;
  }

  /** A whole UDP packet, so that ports can be read; its addresses are written for each request. */
  private static ByteBuffer udp() {
    ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES);
    frame.put(14, (byte) 0x45).putShort(16, (short) (FRAME_BYTES - 14));
    frame.put(22, (byte) 64).put(23, (byte) 17).putInt(26, 0x0a00_0001).putInt(30, 0x0a00_0002);
    return frame.putShort(34, (short) 5000).putShort(36, (short) 53);
  }
}
