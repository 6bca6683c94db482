package maestro.network.dataplane.classic;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import maestro.network.dataplane.FrameBurst;
import maestro.network.dataplane.FrameInput;
import org.junit.jupiter.api.Test;

/** What a bridge and a router do with frames. */
class ClassicForwardingTest {
  private static final long BROADCAST = 0xffff_ffff_ffffL;
  private static final int FRAME_BYTES = 60;
  private static final int HEADER = 14;

  private final List<Integer> left = new ArrayList<>();
  private final ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES);
  private long nowNs;
  private long leftFrames;

  private final LearningBridge bridge =
      new LearningBridge(4, 3, 100, (port, b, at, lengthBytes) -> left.add(port), () -> nowNs);

  @Test
  void shouldFloodUntilItHasLearnedWhereAnAddressIs() {
    assertThat(bridged(1, 11, 22)).containsExactly(2, 3, 4);
    assertThat(bridged(3, 22, 11)).containsExactly(1);
    assertThat(bridged(1, 11, 22)).containsExactly(3);
    assertThat(bridged(3, 44, 22)).isEmpty(); // it is behind the port that the frame came by
    assertThat(bridged(2, 11, 22)).containsExactly(3);
    assertThat(bridged(3, 22, 11)).containsExactly(2); // it has moved
    assertThat(bridged(1, 22, BROADCAST)).containsExactly(2, 3, 4);
  }

  @Test
  void shouldForgetAddressesThatWereNotSeenForLong() {
    bridged(1, 11, BROADCAST);
    nowNs = 50;
    bridged(2, 22, BROADCAST);
    nowNs = 100;
    bridge.expire();
    assertThat(bridge.addressCount()).isEqualTo(1);
    assertThat(bridged(3, 33, 11)).containsExactly(1, 2, 4);
    assertThat(bridged(3, 33, 22)).containsExactly(2);
  }

  @Test
  void shouldFloodWhatItHasNoRoomToLearn() {
    for (int station = 1; station <= 4; station++) {
      bridged(1, station, BROADCAST);
    }
    assertThat(bridge.addressCount()).isEqualTo(3);
    assertThat(bridge.unlearnedFrames()).isEqualTo(1);
    assertThat(bridged(2, 1, 4)).containsExactly(1, 3, 4);
  }

  @Test
  void shouldDropFramesForBridgesAndThoseThatAreTooShort() {
    assertThat(bridged(1, 11, 0x0180_c200_000eL)).isEmpty();
    bridge.receive(1, frame, 0, 13);
    assertThat(left).isEmpty();
    assertThat(bridge.droppedFrames()).isEqualTo(2);
    assertThat(bridge.addressCount()).isZero();
  }

  @Test
  void shouldKnowWhatAMapKnowsWhenThousandsComeAndGo() {
    Random random = new Random(1);
    BridgeTable table = new BridgeTable(5_000);
    Map<Long, Long> seen = new HashMap<>();
    Map<Long, Integer> ports = new HashMap<>();
    for (int step = 1; step <= 40_000; step++) {
      long address = random.nextInt(6_000);
      int port = 1 + random.nextInt(9);
      boolean fits = seen.containsKey(address) || seen.size() < 5_000;
      assertThat(table.learn(address, port, step)).isEqualTo(fits);
      if (fits) {
        seen.put(address, (long) step);
        ports.put(address, port);
      }
      if (step % 2_000 == 0) {
        int from = step - 1_500;
        table.forget(step, 1_500);
        seen.values().removeIf(at -> at <= from);
        ports.keySet().retainAll(seen.keySet());
        for (long each = 0; each < 6_000; each++) {
          assertThat(table.port(each)).isEqualTo(ports.getOrDefault(each, BridgeTable.UNKNOWN));
        }
        assertThat(table.count()).isEqualTo(seen.size());
      }
    }
  }

  private List<Integer> bridged(int port, long src, long dst) {
    left.clear();
    write(frame, 0, dst, src, 64, 1);
    byte[] before = frame.array().clone();
    bridge.receive(port, frame, 0, FRAME_BYTES);
    assertThat(frame.array()).isEqualTo(before);
    return List.copyOf(left);
  }

  private Router router() {
    return new Router(
        new RouteTable(List.of(new Route(0x0a00_0000, 8, 1), new Route(0x0a01_0000, 16, 2))),
        List.of(new NextHop(2, 0x0600_0000_0002L, 22), new NextHop(3, 0x0600_0000_0003L, 33)),
        (port, b, at, lengthBytes) -> left.add(port));
  }

  @Test
  void shouldRewriteWhatItRoutesAndKeepTheChecksumRight() {
    Router router = router();
    for (int ttl = 2; ttl <= 255; ttl++) {
      left.clear();
      write(frame, 0, 1, 2, ttl, 0x0a01_0000 + 255 * ttl);
      router.receive(1, frame, 0, FRAME_BYTES);
      assertThat(left).containsExactly(3);
      assertThat(frame.get(HEADER + 8) & 0xff).isEqualTo(ttl - 1);
      assertThat(sum(frame, HEADER)).isEqualTo(0xffff);
      assertThat(frame.getLong(0) >>> 16).isEqualTo(33);
      assertThat(frame.getLong(6) >>> 16).isEqualTo(0x0600_0000_0003L);
    }
    assertThat(router.droppedFrames()).isZero();
  }

  @Test
  void shouldDropWhatIsWrongAndWhatHasNoRoute() {
    Router router = router();
    write(frame, 0, 1, 2, 1, 0x0a01_0001); // its life ends here
    router.receive(1, frame, 0, FRAME_BYTES);
    for (int bit = 0; bit < 20 * 8; bit++) { // no single bit of the header may be wrong
      write(frame, 0, 1, 2, 64, 0x0a01_0001);
      int at = HEADER + bit / 8;
      frame.put(at, (byte) (frame.get(at) ^ 1 << bit % 8));
      router.receive(1, frame, 0, FRAME_BYTES);
    }
    write(frame, 0, 1, 2, 64, 0x0a01_0001);
    router.receive(1, frame, 0, FRAME_BYTES - 20); // cut off
    frame.putShort(12, (short) 0x86dd);
    router.receive(1, frame, 0, FRAME_BYTES);
    assertThat(router.droppedFrames()).isEqualTo(163);
    write(frame, 0, 1, 2, 64, 0x0b00_0001);
    router.receive(1, frame, 0, FRAME_BYTES);
    assertThat(router.unroutableFrames()).isEqualTo(1);
    assertThat(left).isEmpty();
  }

  @Test
  void shouldAllocateNothingForABurst() {
    LearningBridge known =
        new LearningBridge(4, 100, 100, (port, b, at, lengthBytes) -> leftFrames++, () -> nowNs);
    Router router =
        new Router(
            new RouteTable(List.of(new Route(0x0a00_0000, 8, 1))),
            List.of(new NextHop(2, 1, 2)),
            (port, b, at, lengthBytes) -> leftFrames++);
    ByteBuffer memory = ByteBuffer.allocate(FrameBurst.MOST_FRAMES * FRAME_BYTES);
    FrameBurst burst = new FrameBurst(memory);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (FrameInput input : List.of(known, router)) {
      forward(input, burst, 3_000);
      leftFrames = 0;
      long allocated = 1;
      for (int round = 0; round < 3 && allocated > 0; round++) {
        long before = threads.getCurrentThreadAllocatedBytes();
        forward(input, burst, 3_000);
        allocated = threads.getCurrentThreadAllocatedBytes() - before;
      }
      assertThat(allocated).isZero();
      assertThat(leftFrames).isGreaterThanOrEqualTo(3_000L * FrameBurst.MOST_FRAMES);
    }
  }

  private static void forward(FrameInput input, FrameBurst burst, int times) {
    for (int n = 0; n < times; n++) {
      burst.clear();
      for (int i = 0; i < FrameBurst.MOST_FRAMES; i++) {
        write(burst.bytes(), i * FRAME_BYTES, 50 + i % 7, 60 + i % 5, 64, 0x0a00_0000 + i);
        burst.add(1 + i % 3, i * FRAME_BYTES, FRAME_BYTES);
      }
      input.receive(burst);
    }
  }

  /** A packet without payload, the checksum computed plainly. */
  private static void write(ByteBuffer b, int at, long dst, long src, int ttl, int to) {
    b.putShort(at, (short) (dst >>> 32)).putInt(at + 2, (int) dst);
    b.putShort(at + 6, (short) (src >>> 32)).putInt(at + 8, (int) src);
    b.putShort(at + 12, (short) 0x0800).putInt(at + HEADER, 0x4500_002e).putInt(at + 18, 0x1234);
    b.put(at + 22, (byte) ttl).put(at + 23, (byte) 17).putShort(at + 24, (short) 0);
    b.putInt(at + 26, 0xc0a8_0001).putInt(at + 30, to);
    b.putShort(at + 24, (short) ~sum(b, at + HEADER));
  }

  private static int sum(ByteBuffer b, int header) {
    int sum = 0;
    for (int i = 0; i < 20; i += 2) {
      sum += b.getShort(header + i) & 0xffff;
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return sum;
  }
}
