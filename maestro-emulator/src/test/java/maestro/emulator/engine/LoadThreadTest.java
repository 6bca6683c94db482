package maestro.emulator.engine;

import static maestro.emulator.engine.Plans.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.engine.LoadStages.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A load thread that does its cycles when the test says so, and the controller's end of a switch.
 */
class LoadThreadTest {
  private static final int HELLO = 0;
  private static final int ECHO_REQUEST = 2;
  private static final int ECHO_REPLY = 3;
  private static final int FEATURES_REQUEST = 5;
  private static final int PACKET_IN = 10;
  private static final int BARRIER_REQUEST = 18;

  private final Plans plans = new Plans();
  private ServerSocket server;
  private LoadThread thread;
  private Socket controller;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    plans.switchCount = 1;
  }

  @AfterEach
  void close() throws IOException {
    thread.close();
    controller.close();
    server.close();
  }

  /** A controller asks for flow entries some time after a switch has joined. */
  @Test
  void shouldSendNoAddressWhenNoTimeIsGivenForLearningAndTheControllerTalksOn() throws Exception {
    plans.times = new LoadPlan.Times(60_000 * MS, 0, 0, MS, MS);
    start();
    say(HELLO, FEATURES_REQUEST, BARRIER_REQUEST);
    while (thread.stage() == Stage.SET_UP) {
      thread.doWork();
    }
    say(ECHO_REQUEST);
    assertThat(typesUntil(ECHO_REPLY)).doesNotContain(PACKET_IN);
    say(ECHO_REQUEST);
    assertThat(typesUntil(ECHO_REPLY)).doesNotContain(PACKET_IN);
    assertThat(thread.stage()).isEqualTo(Stage.READY);
  }

  @Test
  void shouldSendAddressesWhenTimeIsGivenForLearning() throws Exception {
    plans.times = new LoadPlan.Times(60_000 * MS, 60_000 * MS, 0, MS, MS);
    start();
    say(HELLO, FEATURES_REQUEST, BARRIER_REQUEST);
    assertThat(typesUntil(PACKET_IN)).doesNotContain(ECHO_REPLY);
  }

  private void start() throws IOException {
    LoadPlan plan = plans.plan();
    SwitchLoad[] loads = plan.switches().toArray(SwitchLoad[]::new);
    RunContext run =
        new RunContext(
            LoadSettings.of(plan),
            new RunClock(MS, MS, MS),
            new RunState(),
            new LoadGate(),
            new Ticks(System.nanoTime()),
            new LldpCarrier(plan.neighbours(), loads, RemoteSwitches.NONE, 1),
            1,
            EngineTime.SYSTEM);
    thread = new LoadThread(0, run);
    SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
    controller = server.accept();
    controller.setTcpNoDelay(true);
    SwitchConnection connection = new SwitchConnection(channel, null);
    thread.add(new LoadSwitch(0, loads[0], false, connection, plan.outstanding(0), 1), channel);
    thread.begin();
  }

  private void say(int... types) throws IOException {
    for (int type : types) {
      controller.getOutputStream().write(TruthConnection.bare(1, type));
    }
  }

  /** The types of the messages that come until there is one of this type. */
  private List<Integer> typesUntil(int last) throws Exception {
    DataInputStream in = new DataInputStream(controller.getInputStream());
    List<Integer> types = new ArrayList<>();
    while (!types.contains(last)) {
      while (in.available() == 0) {
        thread.doWork();
      }
      types.add(readType(in));
    }
    return types;
  }

  private static int readType(DataInputStream in) throws IOException {
    byte[] header = new byte[8];
    in.readFully(header);
    in.skipNBytes((((header[2] & 0xff) << 8) | (header[3] & 0xff)) - header.length);
    return header[1];
  }
}
