package maestro.emulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.ScenarioFile;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** A controller that serves switch i in proportion to i. */
class UnfairResponderTest {
  private static final int SWITCH_COUNT = 4;

  @Test
  void shouldReportDeviationsWhenServiceIsInProportionToNumber() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> serve(server), "unfair-responder");
      thread.setDaemon(true);
      thread.start();

      RunResult result =
          Emulation.run(
              ScenarioFile.defaultsWith(
                  "openflow=\"1.0\"",
                  "network.switches=" + SWITCH_COUNT,
                  "hosts=16",
                  "probing.enabled=false",
                  "durations.warm-up=100 ms",
                  "durations.measure=500 ms",
                  "durations.drain=100 ms"),
              (InetSocketAddress) server.getLocalSocketAddress(),
              Progress.NONE);

      double perShare = result.throughputRequestsPerSecond() / 10;
      for (int i = 0; i < SWITCH_COUNT; i++) {
        RunResult.SwitchResult each = result.switches().get(i);
        assertThat(each.answeredRequests() / result.measuredSeconds())
            .isCloseTo((i + 1) * perShare, Percentage.withPercentage(5));
      }
      assertThat(result.deviation().min()).isBetween(-0.65, -0.55);
      assertThat(result.deviation().max()).isBetween(0.55, 0.65);
      assertThat(result.jain()).isBetween(0.82, 0.85);
    }
  }

  /** Round after round, i requests of switch i; learning is answered as it comes. */
  private static void serve(ServerSocket server) {
    List<Peer> peers = new ArrayList<>();
    try {
      for (int i = 0; i < SWITCH_COUNT; i++) {
        peers.add(new Peer(server.accept()));
      }
      for (Peer peer : peers) {
        peer.greet();
      }
      peers.sort(Comparator.comparingLong(peer -> peer.number));
      for (int i = 0; i < 16 / SWITCH_COUNT; i++) {
        for (Peer peer : peers) {
          peer.answer(1);
        }
      }
      while (true) {
        for (Peer peer : peers) {
          peer.answer((int) peer.number * 50);
        }
      }
    } catch (IOException e) {
      assert e != null : "the run is over";
    }
  }

  private static final class Peer {
    private final DataInputStream in;
    private final Socket socket;
    private long number;

    Peer(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 65_536));
    }

    void greet() throws IOException {
      TruthResponder.read(in);
      socket.getOutputStream().write(TruthResponder.bare(0));
      socket.getOutputStream().write(TruthResponder.bare(5));
      number = TruthResponder.read(in).getLong(8);
      socket.getOutputStream().write(TruthResponder.bare(18));
      TruthResponder.read(in);
    }

    void answer(int count) throws IOException {
      ByteBuffer out = ByteBuffer.allocate(count * 80);
      for (int i = 0; i < count; i++) {
        out.put(new TruthResponder.Request(TruthResponder.read(in), 0xfffb).answer());
      }
      byte[] bytes = new byte[out.position()];
      out.get(0, bytes);
      socket.getOutputStream().write(bytes);
    }
  }
}
