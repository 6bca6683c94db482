package maestro.network;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import maestro.network.channel.ControlChannel;
import maestro.network.channel.ControlChannels;
import maestro.network.channel.ControllerAddress;
import maestro.network.channel.PortSocket;
import maestro.network.channel.Selected;
import maestro.network.fabric.Fabric;
import maestro.network.fabric.FabricCounts;
import maestro.network.fabric.LoopWatch;
import maestro.network.fabric.Pairs;
import maestro.network.fabric.PingAll;
import maestro.network.fabric.PingBook;
import maestro.network.fabric.PingOutcome;
import maestro.network.page.NetworkPage;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.NetworkSettings;
import maestro.network.report.NetworkReport;
import maestro.network.report.ScenarioReport;
import maestro.network.scenario.EventRun;
import maestro.network.scenario.NetworkScenario;
import maestro.network.scenario.ScenarioRun;
import org.jspecify.annotations.Nullable;

/**
 * A network on the wall clock, connected to controllers. One thread calls all of it.
 *
 * <p>Each cycle: read from sockets that are ready, deliver the frames that are due, begin and end
 * pings, write. While a frame is on a link it does not sleep, so that delays below a millisecond
 * are kept.
 */
public final class Network implements Closeable {
  /** Pings that are open at once. */
  private static final int WINDOW = 32;

  private static final long EXPIRE_NS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long IDLE_MS = 1;

  private final NetworkPlan plan;
  private PingBook book;
  private final Fabric fabric;
  private final Selector selector;
  private final ControlChannels[] channels;
  private final List<PortSocket> sockets = new ArrayList<>();

  private @Nullable NetworkPage page;

  /** The time of this cycle. */
  private long nowNs;

  private long expiredNs;

  /**
   * @throws IOException when the system gives no selector or no port to listen at
   */
  public Network(NetworkPlan plan, NetworkSettings settings, ControllerAddress controller)
      throws IOException {
    this(controller, plan, (pings, clock) -> new Fabric(plan, settings, pings, clock));
  }

  /** Makes the fabric of a network. */
  private interface FabricFactory {
    Fabric make(PingBook pings, LongSupplier clock);
  }

  /**
   * The network of a scenario, for {@link #run}.
   *
   * @throws IOException when the system gives no selector or no port to listen at
   */
  public Network(NetworkScenario scenario, ControllerAddress controller) throws IOException {
    this(controller, scenario.plan(), scenario::newFabric);
  }

  private Network(ControllerAddress controller, NetworkPlan plan, FabricFactory factory)
      throws IOException {
    this.plan = plan;
    this.nowNs = System.nanoTime();
    this.expiredNs = nowNs;
    this.book = new PingBook(plan, WINDOW);
    this.fabric = factory.make(book, () -> nowNs);
    this.selector = Selector.open();
    this.channels = new ControlChannels[plan.switchCount()];
    ByteBuffer in = ByteBuffer.allocateDirect(ControlChannel.READ_BUFFER_BYTES);
    for (int i = 0; i < channels.length; i++) {
      channels[i] =
          new ControlChannels(controller.controllers(), controller.ofSwitch(i), selector, in);
      channels[i].open(fabric.switchAt(i), nowNs);
    }
  }

  /** Where the switches listen, in their order; none when they connect. */
  public List<InetSocketAddress> listeners() {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (ControlChannels each : channels) {
      InetSocketAddress address = each.listen();
      if (address != null) {
        addresses.add(address);
      }
    }
    return addresses;
  }

  /**
   * Makes a socket for each host, by which others can take its place: {@code p1} for the first one.
   *
   * @param folder in which no other network has its sockets
   * @throws IOException when a socket cannot be made
   */
  public void openPortSockets(Path folder) throws IOException {
    for (int i = 0; i < plan.hostCount(); i++) {
      int host = i;
      PortSocket socket =
          new PortSocket(
              folder.resolve("p" + (i + 1)),
              selector,
              (b, at, lengthBytes) -> fabric.sendFrom(host, b, at, lengthBytes));
      sockets.add(socket);
      fabric.plug(host, socket);
    }
  }

  /**
   * Runs until each switch is known by a controller.
   *
   * @throws IOException in one line, when that takes longer than the limit
   * @throws InterruptedException when the thread is interrupted
   */
  public void awaitController(long limitNs) throws IOException, InterruptedException {
    long endNs = System.nanoTime() + limitNs;
    while (upCount() < channels.length) {
      if (nowNs - endNs >= 0) {
        throw new IOException(
            "the controller knows "
                + upCount()
                + " of "
                + channels.length
                + " switches"
                + reason());
      }
      cycle();
    }
    fabric.dhcp().begin();
  }

  /** Runs for a time, in which hosts send nothing but for their addresses. */
  public void runFor(long durationNs) throws IOException, InterruptedException {
    long endNs = System.nanoTime() + durationNs;
    while (nowNs - endNs < 0) {
      cycle();
    }
  }

  /**
   * Lets each host ping each other one, once.
   *
   * @param timeoutNs after which a ping is lost
   */
  public NetworkReport pingAll(long timeoutNs) throws IOException, InterruptedException {
    return pingAll(timeoutNs, false);
  }

  /**
   * Lets each host ping each other one, once.
   *
   * @param timeoutNs after which a ping is lost
   * @param overIpv6 whether over IPv6, with neighbour discovery, and not over IPv4
   */
  public NetworkReport pingAll(long timeoutNs, boolean overIpv6)
      throws IOException, InterruptedException {
    return ping(Pairs.all(plan.hostCount()), timeoutNs, overIpv6, PingOutcome.NOBODY);
  }

  /** Lets hosts ping each other, and counts from 0. */
  public NetworkReport ping(
      Pairs pairs, long timeoutNs, boolean overIpv6, Consumer<PingOutcome> listener)
      throws IOException, InterruptedException {
    NetworkPage noted = page;
    Consumer<PingOutcome> all = noted == null ? listener : listener.andThen(noted::note);
    book = new PingBook(plan, WINDOW, book.nextNumber(), all);
    fabric.note(book, new LoopWatch(plan));
    PingAll run = new PingAll(fabric, book, pairs, timeoutNs, overIpv6);
    long beganNs = nowNs;
    int most = 0;
    while (!run.isOver()) {
      int work = run.doWork(nowNs);
      if (work > 0) {
        most = Math.max(most, FabricCounts.mostEntries(fabric, channels.length));
      }
      cycle();
    }
    NetworkReport report = NetworkReport.of(plan, book, fabric.loops(), most, nowNs - beganNs);
    if (noted != null && pairs.count() > 1) {
      noted.note(report);
    }
    return report;
  }

  /**
   * From now on what a page shows is noted. It can be asked for its text at any time.
   *
   * @param name of the topology
   */
  public NetworkPage notePage(String name) {
    page = new NetworkPage(name, plan, fabric.links(), fabric.ips(), () -> nowNs);
    return page;
  }

  /** The switches and what is broken; the caller may break and mend. */
  public Fabric fabric() {
    return fabric;
  }

  public NetworkPlan plan() {
    return plan;
  }

  /** A switch stops: its connections end, and it forgets everything. */
  public void stopSwitch(int index) throws IOException {
    if (!fabric.failures().isStopped(index)) {
      channels[index].close();
      fabric.stop(index);
    }
  }

  /** A switch that was stopped starts and connects. */
  public void startSwitch(int index) throws IOException {
    if (fabric.failures().isStopped(index)) {
      fabric.start(index);
      channels[index].open(fabric.switchAt(index), nowNs);
    }
  }

  /**
   * Runs a scenario to its end, or until the thread is interrupted, which the report says. The
   * thread is not marked as interrupted then.
   */
  public ScenarioReport run(NetworkScenario scenario) throws IOException {
    NetworkPage noted = page;
    if (noted != null) {
      book = new PingBook(plan, WINDOW, book.nextNumber(), noted::note);
      fabric.note(book, new LoopWatch(plan));
    }
    ScenarioRun run = new ScenarioRun(scenario, fabric, book, new Plant(), () -> nowNs);
    while (!run.isOver(nowNs) && !Thread.interrupted()) {
      run.doWork(nowNs);
      turn();
    }
    ScenarioReport report = run.report("wall", nowNs);
    if (noted != null) {
      noted.note(scenario, report, run.flows());
    }
    return report;
  }

  /** What a scenario can break beside links. */
  private final class Plant implements EventRun.Plant {
    @Override
    public void away(int index, boolean isAway) {
      channels[index].away(isAway, nowNs);
    }

    @Override
    public void stop(int index) throws IOException {
      stopSwitch(index);
    }

    @Override
    public void start(int index) throws IOException {
      startSwitch(index);
    }
  }

  private int upCount() {
    return FabricCounts.upCount(fabric, channels.length);
  }

  /** One line about connections that the controller ended after the handshake; may be empty. */
  public String lostConnections() {
    int lost = Arrays.stream(channels).mapToInt(ControlChannels::lostCount).sum();
    return lost == 0
        ? ""
        : "connections to the controller that were lost after the handshake: " + lost + reason();
  }

  private String reason() {
    for (ControlChannels channel : channels) {
      if (!channel.lastFailure().isEmpty()) {
        return ": " + channel.lastFailure();
      }
    }
    return "";
  }

  /** Goes on for at most a millisecond when nothing is to do. */
  public void cycle() throws IOException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    turn();
  }

  private void turn() throws IOException {
    if (fabric.inFlightCount() > 0) {
      selector.selectNow(this::ready);
    } else {
      selector.select(this::ready, IDLE_MS);
    }
    nowNs = System.nanoTime();
    fabric.deliver(nowNs);
    int unused = fabric.dhcp().doWork(nowNs);
    if (nowNs - expiredNs >= EXPIRE_NS) {
      expiredNs = nowNs;
      fabric.expire();
    }
    for (ControlChannels channel : channels) {
      channel.doWork(nowNs);
    }
  }

  private void ready(SelectionKey key) {
    ((Selected) key.attachment()).ready(nowNs);
  }

  @Override
  public void close() throws IOException {
    for (ControlChannels channel : channels) {
      channel.close();
    }
    for (PortSocket socket : sockets) {
      socket.close();
    }
    selector.close();
  }
}
