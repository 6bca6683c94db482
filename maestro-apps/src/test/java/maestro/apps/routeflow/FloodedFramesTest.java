package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.stream.LongStream;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;

class FloodedFramesTest {
  private static final int HOST = 7;
  private static final long MS = 1_000_000;
  private static final int BURST = 500;

  private final FloodedFrames frames = new FloodedFrames();

  private static FakeRequest frame(long number, long atMs) {
    byte[] payload = ByteBuffer.allocate(50).putLong(40, number).array();
    byte[] bytes = FakeRequest.ethernet(1, HOST, 0x0800, payload);
    return new FakeRequest(1, 1, atMs * MS, bytes);
  }

  @Test
  void shouldTellEachFrameOfABurstFromAllOthers() {
    LongStream.range(0, BURST).forEach(number -> frames.add(HOST, frame(number, 5_000)));

    for (long number = 0; number < BURST; number++) {
      assertThat(frames.has(HOST, frame(number, 5_100))).isTrue();
      assertThat(frames.has(HOST, frame(number, 4_990))).as("by a clock that is behind").isTrue();
      assertThat(frames.has(HOST, frame(BURST + number, 5_100))).isFalse();
      assertThat(frames.has(HOST + 1, frame(number, 5_100))).as("of another VLAN").isFalse();
    }
  }

  @Test
  void shouldForgetAFrameAfterAWhileOrWhenTold() {
    frames.add(HOST, frame(1, 5_000));
    frames.add(HOST, frame(2, 5_000));
    frames.forget(HOST, frame(2, 5_001));
    frames.add(HOST, frame(3, 6_500)); // so that it is not quiet

    assertThat(frames.has(HOST, frame(1, 5_001))).isTrue();
    assertThat(frames.has(HOST, frame(2, 5_001))).isFalse();
    assertThat(frames.has(HOST, frame(1, 6_500))).isFalse();
    assertThat(frames.has(HOST, frame(3, 6_500))).isTrue();
  }

  @Test
  void shouldKnowAFrameWhenItHasGotATagMeanwhile() {
    frames.add(HOST, FakeFrame.between(1, HOST).at(1, 1));

    assertThat(frames.has(HOST, FakeFrame.between(1, HOST).vlan(10).at(2, 1))).isTrue();
  }
}
