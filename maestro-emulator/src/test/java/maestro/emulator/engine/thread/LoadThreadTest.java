package maestro.emulator.engine.thread;

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
import maestro.emulator.engine.Plans;
import maestro.emulator.engine.TruthConnection;
import maestro.emulator.engine.VirtualTime;
import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.clock.LoadGate;
import maestro.emulator.engine.clock.RunClock;
import maestro.emulator.engine.clock.Ticks;
import maestro.emulator.engine.connection.LldpCarrier;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.Outstanding;
import maestro.emulator.engine.connection.RemoteSwitches;
import maestro.emulator.engine.connection.SwitchConnection;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.engine.thread.LoadStages.Stage;
import maestro.emulator.scenario.LoadMode;
import org.junit.jupiter.api.AutoClose;
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

  private static final long POLL_NS = 50_000;

  private final Plans plans = new Plans();
  private final RunClock clock = new RunClock(0, 60_000 * MS, MS);
  private EngineTime time = EngineTime.SYSTEM;
  @AutoClose private ServerSocket server;
  @AutoClose private LoadThread thread;
  @AutoClose private Socket controller;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    plans.switchCount = 1;
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

  @Test
  void shouldPollAfterEachWorkBeforeItSleepsWhenPingPong() throws Exception {
    VirtualTime virtual = load(LoadMode.PING_PONG);
    for (int round = 0; round < 2; round++) {
      say(ECHO_REQUEST);
      typesUntil(ECHO_REPLY);
      cycleUntilIdle();
      int sleeps = virtual.sleeps();
      thread.doWork();
      virtual.advance(POLL_NS - 1);
      thread.doWork();
      assertThat(virtual.sleeps()).isEqualTo(sleeps);
      virtual.advance(1);
      thread.doWork();
      assertThat(virtual.sleeps()).isEqualTo(sleeps + 1);
    }
  }

  @Test
  void shouldSleepAfterTheFirstIdleCycleWhenAtFullSpeed() throws Exception {
    plans.limitRequests = 4;
    VirtualTime virtual = load(LoadMode.MAX);
    cycleUntilIdle();
    int sleeps = virtual.sleeps();
    thread.doWork();
    assertThat(virtual.sleeps()).isEqualTo(sleeps + 1);
  }

  /** A thread under load, in virtual time. */
  private VirtualTime load(LoadMode mode) throws Exception {
    VirtualTime virtual = new VirtualTime();
    virtual.poll(POLL_NS);
    time = virtual;
    plans.mode = mode;
    plans.times = new LoadPlan.Times(60_000 * MS, 0, 0, MS, MS);
    start();
    say(HELLO, FEATURES_REQUEST, BARRIER_REQUEST);
    clock.start(virtual.nowNs());
    while (thread.stage() != Stage.LOAD) {
      virtual.advance(MS);
      thread.doWork();
    }
    return virtual;
  }

  private void cycleUntilIdle() throws Exception {
    int worked = 1;
    while (worked > 0) {
      worked = thread.doWork();
    }
  }

  private void start() throws IOException {
    LoadPlan plan = plans.plan();
    SwitchLoad[] loads = plan.switches().toArray(SwitchLoad[]::new);
    RunContext run =
        new RunContext(
            LoadSettings.of(plan),
            clock,
            new RunState(),
            new LoadGate(),
            new Ticks(time.nowNs()),
            new LldpCarrier(plan.neighbours(), loads, RemoteSwitches.NONE, 1),
            1,
            time);
    thread = new LoadThread(0, run);
    SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
    controller = server.accept();
    controller.setTcpNoDelay(true);
    SwitchConnection connection = new SwitchConnection(channel, null);
    thread.add(new LoadSwitch(0, loads[0], false, connection, Outstanding.of(plan, 0), 1), channel);
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
