package maestro.emulator.engine.thread;

import static maestro.emulator.engine.Plans.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.engine.VirtualTime;
import maestro.emulator.engine.connection.Dial;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.Outstanding;
import maestro.emulator.engine.connection.SwitchConnection;
import maestro.emulator.engine.plan.RateSteps;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.switches.SwitchDescription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Switches of which all have answers to read, and who of them is read. */
class LightSwitchesTest {
  private static final long CHECK_NS = 200_000;

  private final VirtualTime time = new VirtualTime();
  private final List<SocketChannel> channels = new ArrayList<>();
  private final Progressed progressed = new Progressed();
  private final List<Integer> read = new ArrayList<>();
  private final List<LoadSwitch> switches = new ArrayList<>();
  private final LightSwitches lights = new LightSwitches(time, progressed, this::read);
  private ServerSocketChannel server;

  /** The thread's own. */
  private Selector selector;

  private long readNs;
  private long readAnswers;

  @BeforeEach
  void listen() throws IOException {
    selector = Selector.open();
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterEach
  void close() throws IOException {
    lights.close();
    for (SocketChannel each : channels) {
      each.close();
    }
    server.close();
    selector.close();
  }

  @Test
  void shouldReadThoseThatAskForLessThanTheMean() throws Exception {
    begin(10, 1000, 500, 20);
    poll();
    assertThat(read).containsExactlyInAnyOrder(0, 3);
  }

  /** In an overload the mean of what is answered is what a max-min fair share never falls below. */
  @Test
  void shouldReadThoseThatAskForLessThanTheMeanIsAnswered() throws Exception {
    begin(10, 1000, 5000, 20, 80);
    poll();
    assertThat(read).containsExactlyInAnyOrder(0, 1, 3, 4);
    read.clear();
    answered(250);
    poll();
    assertThat(read).containsExactlyInAnyOrder(0, 3);
  }

  @Test
  void shouldTakeTheHighestRateOfStepsAndTheMeanOfListedTimes() {
    RateSteps steps = RateSteps.even(new long[] {0, MS, 2 * MS}, new double[] {5, 90, 0}, 0);
    assertThat(steps.mostPerSecond()).isEqualTo(90);
    RateSteps listed = RateSteps.listed(new long[] {MS, 100 * MS, 300 * MS, 500 * MS});
    assertThat(listed.mostPerSecond()).isEqualTo(8);
    assertThat(RateSteps.listed(new long[0]).mostPerSecond()).isZero();
  }

  @Test
  void shouldReadNobodyEarlyWhenAllAskTheSame() throws Exception {
    begin(500, 500, 500);
    poll();
    assertThat(read).isEmpty();
  }

  @Test
  void shouldReadNobodyEarlyWithoutAPlan() throws Exception {
    add(0, null, false);
    add(1, null, false);
    begin();
    answered(1000);
    poll();
    assertThat(read).isEmpty();
  }

  @Test
  void shouldLeaveTheProbingSwitchToItself() throws Exception {
    add(0, RateSteps.constant(1000, 0), false);
    add(1, RateSteps.constant(10, 0), false);
    add(2, RateSteps.constant(10, 0), true);
    begin();
    answered(1000);
    poll();
    assertThat(read).containsExactly(1);
  }

  @Test
  void shouldAskAgainOnlyAfterAWhile() throws Exception {
    begin(10, 1000);
    assertThatTheFirstIsReadAgainAfter(CHECK_NS);
  }

  /** Reading light switches early takes at most a sixteenth of the time. */
  @Test
  void shouldRestFifteenTimesAsLongAsItReadBefore() throws Exception {
    begin(10, 1000);
    readNs = MS;
    assertThatTheFirstIsReadAgainAfter(15 * MS);
  }

  /** Reading it more often than others would give it more answers. */
  @Test
  void shouldNotReadEarlyWhoIsBehindItsPlan() throws Exception {
    begin(10, 20, 1000);
    long dueNs = time.nowNs() - 50 * MS - 1;
    switches.get(0).planned(RateSteps.constant(10, 0).times(dueNs, dueNs));
    poll();
    assertThat(read).containsExactly(1);
  }

  @Test
  void shouldNotReadEarlyWhoHasManyRequestsWaiting() throws Exception {
    begin(1000, 1000, 10_000);
    sent(switches.get(0), 16 + 50 + 1);
    sent(switches.get(1), 16 + 50);
    poll();
    assertThat(read).containsExactly(1);
  }

  @Test
  void shouldNotReadEarlyWhoseSocketIsFull() throws Exception {
    begin(10, 20, 1000);
    SwitchConnection full = switches.get(0).connection();
    while (!full.isBlocked()) {
      full.send(new byte[65_536]);
      full.flush();
    }
    poll();
    assertThat(read).containsExactly(1);
  }

  /** These answers have to be read anyway. */
  @Test
  void shouldCountOnlyWhatReadingEarlyCostsMore() throws Exception {
    begin(1000, 1_000_000);
    readNs = MS;
    readAnswers = 2100; // in turn an answer takes half a microsecond to read
    poll();
    time.advance(CHECK_NS);
    poll();
    assertThat(read).containsExactly(0, 0);
  }

  @Test
  void shouldReadASwitchThatHasConnectedAgain() throws Exception {
    begin(10, 1000);
    LoadSwitch light = switches.get(0);
    light.connection().takeDown();
    time.advance(CHECK_NS);
    poll();
    assertThat(read).isEmpty();
    SocketChannel again = connect();
    light.connection().bringUp(new Dial.Line(again, null), register(again));
    light.connection().release();
    lights.connected(light);
    time.advance(CHECK_NS);
    poll();
    assertThat(read).containsExactly(0);
  }

  private void read(LoadSwitch sw) {
    read.add(sw.number);
    progressed.answered(readAnswers);
    time.advance(readNs);
  }

  /** And not before. */
  private void assertThatTheFirstIsReadAgainAfter(long ns) throws IOException {
    poll();
    time.advance(ns - 1);
    poll();
    assertThat(read).containsExactly(0);
    time.advance(1);
    poll();
    assertThat(read).containsExactly(0, 0);
  }

  private static void sent(LoadSwitch sw, int requests) {
    sw.outstanding.startCounting();
    assertThat(sw.outstanding.roomFor(requests)).isGreaterThanOrEqualTo(requests);
    for (int i = 0; i < requests; i++) {
      sw.outstanding.plan(sw.outstanding.head() + i, 0, 1);
    }
    sw.outstanding.sent(requests);
  }

  private void poll() throws IOException {
    lights.poll(time.nowNs());
  }

  /** Switches with these rates, of which all are answered as much as they ask. */
  private void begin(double... requestsPerSecond) throws IOException {
    double sum = 0;
    for (int i = 0; i < requestsPerSecond.length; i++) {
      add(i, RateSteps.constant(requestsPerSecond[i], 0), false);
      sum += requestsPerSecond[i];
    }
    begin();
    answered(sum);
  }

  private void begin() throws IOException {
    lights.begin(switches.toArray(LoadSwitch[]::new), time.nowNs());
  }

  /** For the next 100 ms the switches together are answered so many requests a second. */
  private void answered(double perSecond) {
    progressed.answered((long) (perSecond / 10));
    time.advance(100 * MS);
  }

  private void add(int number, RateSteps rate, boolean probing) throws IOException {
    SwitchLoad load = new SwitchLoad(new SwitchDescription(number + 1, 1, 4, 256), 0, 16, 1, rate);
    SocketChannel channel = connect();
    SwitchConnection connection = new SwitchConnection(channel, null);
    connection.key(register(channel));
    Outstanding outstanding = new Outstanding(1024, 1024, number);
    LoadSwitch sw = new LoadSwitch(number, load, probing, connection, outstanding, 1);
    sw.planned(
        rate == null ? null : rate.times(time.nowNs() + 1000 * MS, time.nowNs() + 1000 * MS));
    switches.add(sw);
  }

  /** A connection on which something waits to be read. */
  private SocketChannel connect() throws IOException {
    SocketChannel channel = SocketChannel.open(server.getLocalAddress());
    SocketChannel controller = server.accept();
    channels.add(channel);
    channels.add(controller);
    controller.write(ByteBuffer.wrap(new byte[8]));
    return channel;
  }

  /** Registers it, and waits until there is something to read. */
  private SelectionKey register(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
    while (!key.isReadable()) {
      selector.select();
    }
    return key;
  }
}
