package maestro.network;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import maestro.network.channel.DirectChannel;
import maestro.network.channel.VirtualController;
import maestro.network.fabric.Fabric;
import maestro.network.fabric.FabricCounts;
import maestro.network.fabric.LoopWatch;
import maestro.network.fabric.Pairs;
import maestro.network.fabric.PingAll;
import maestro.network.fabric.PingBook;
import maestro.network.fabric.PingOutcome;
import maestro.network.host.DhcpClient;
import maestro.network.page.NetworkPage;
import maestro.network.plan.Deadlines;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.Places;
import maestro.network.report.NetworkReport;
import maestro.network.report.ScenarioReport;
import maestro.network.scenario.EventRun;
import maestro.network.scenario.NetworkScenario;
import maestro.network.scenario.ScenarioRun;
import org.jspecify.annotations.Nullable;

/**
 * A network and its controller in virtual time: the clock jumps to the next moment at which
 * something is due, and computing takes no time. So the same scenario gives the same result, and an
 * hour takes seconds. One thread calls all of it.
 *
 * <p>At each moment, in turns until nothing is left to do:
 *
 * <ol>
 *   <li>Frames whose time has come are delivered, then DHCP, pings, flows and events.
 *   <li>Switches send to the controller what is due.
 *   <li>The controller does all that it can, if it was sent something or one of its timers is due.
 *   <li>Switches get what the controller has sent.
 * </ol>
 */
public final class VirtualNetwork implements Closeable {
  /** The first moment; not 0, which some take for "never". */
  private static final long BEGIN_NS = 1_000_000_000;

  private static final long EXPIRE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final NetworkScenario scenario;
  private final NetworkPlan plan;
  private VirtualController.Factory controllers;
  private final Fabric fabric;
  private final DirectChannel[] channels;
  private final EventRun.Plant plant = new Plant();
  private @Nullable VirtualController controller;
  private PingBook book;
  private @Nullable NetworkPage page;
  private BooleanSupplier ends = () -> false;
  private long nowNs = BEGIN_NS;
  private long expiredNs = BEGIN_NS;

  /**
   * Starts the controller; the switches connect when time goes on.
   *
   * @throws IOException when the controller does not start
   */
  public VirtualNetwork(NetworkScenario scenario, VirtualController.Factory controllers)
      throws IOException {
    this.scenario = scenario;
    this.plan = scenario.plan();
    this.controllers = controllers;
    this.book = new PingBook(plan, ScenarioRun.WINDOW);
    this.fabric = scenario.newFabric(book, () -> nowNs);
    this.channels = new DirectChannel[plan.switchCount()];
    for (int i = 0; i < channels.length; i++) {
      channels[i] =
          new DirectChannel(fabric.switchAt(i).controller(), scenario.controlDelayNs(), nowNs);
    }
    this.controller = controllers.start(() -> nowNs);
  }

  /** What a scenario can break beside links. */
  private final class Plant implements EventRun.Plant {
    @Override
    public void away(int index, boolean isAway) {
      channels[index].away(isAway, nowNs);
    }

    @Override
    public void stop(int index) {
      stopSwitch(index);
    }

    @Override
    public void start(int index) {
      startSwitch(index);
    }
  }

  /** The time since the network's beginning, in nanoseconds. */
  long elapsedNs() {
    return nowNs - BEGIN_NS;
  }

  /**
   * Runs the whole scenario.
   *
   * @param connectLimitNs until when all switches must be connected
   * @throws IOException in one line, when that takes longer
   */
  public ScenarioReport run(long connectLimitNs) throws IOException {
    awaitController(connectLimitNs);
    runFor(scenario.settleNs());
    return run();
  }

  /**
   * Ends {@link #run} early when this is true. For signals: an interrupt of the thread may come in
   * a stage of an application, where the controller undoes it.
   */
  public void endWhen(BooleanSupplier isEnded) {
    ends = isEnded;
  }

  /**
   * Runs what happens in the scenario; the controller has found what there is to find. It ends
   * early when {@link #endWhen} says so, or when the thread is interrupted, which the report says.
   * The thread is not marked as interrupted then.
   */
  public ScenarioReport run() throws IOException {
    NetworkPage noted = page;
    if (noted != null) {
      book = new PingBook(plan, ScenarioRun.WINDOW, book.nextNumber(), noted::note);
      fabric.note(book, new LoopWatch(plan));
    }
    ScenarioRun run = new ScenarioRun(scenario, fabric, book, plant, () -> nowNs);
    while (!run.isOver(nowNs) && !ends.getAsBoolean() && !Thread.interrupted()) {
      moment(run);
      jump(run.nextNs(nowNs));
    }
    ScenarioReport report = run.report("virtual", nowNs);
    if (noted != null) {
      noted.note(scenario, report, run.flows());
    }
    return report;
  }

  /** From now on what a page shows is noted; it is complete when the scenario is over. */
  public NetworkPage notePage() {
    NetworkPage noted =
        new NetworkPage(scenario.name(), plan, fabric.links(), fabric.ips(), () -> nowNs);
    page = noted;
    return noted;
  }

  /**
   * Runs until the controller knows all switches.
   *
   * @throws IOException in one line, when that takes longer than the limit
   */
  public void awaitController(long limitNs) throws IOException {
    long endNs = nowNs + limitNs;
    moment(null);
    while (upCount() < channels.length) {
      if (nowNs - endNs >= 0) {
        throw new IOException(
            "the controller knows " + upCount() + " of " + channels.length + " switches");
      }
      jump(endNs);
      moment(null);
    }
    fabric.dhcp().begin();
  }

  /** Lets time go on; hosts send nothing of their own but for their addresses. */
  public void runFor(long durationNs) throws IOException {
    long endNs = nowNs + durationNs;
    moment(null);
    while (nowNs - endNs < 0) {
      jump(endNs);
      moment(null);
    }
  }

  /**
   * Lets each host ping each other one, once.
   *
   * @param timeoutNs after which a ping is lost
   */
  public NetworkReport pingAll(long timeoutNs) throws IOException {
    book = new PingBook(plan, ScenarioRun.WINDOW, book.nextNumber(), PingOutcome.NOBODY);
    fabric.note(book, new LoopWatch(plan));
    PingAll all = new PingAll(fabric, book, Pairs.all(plan.hostCount()), timeoutNs);
    long beganNs = nowNs;
    int most = 0;
    while (!all.isOver()) {
      if (all.doWork(nowNs) > 0) {
        most = Math.max(most, FabricCounts.mostEntries(fabric, channels.length));
      }
      moment(null);
      jump(nowNs + ScenarioRun.PING_STEP_NS);
    }
    return NetworkReport.of(plan, book, fabric.loops(), most, nowNs - beganNs);
  }

  private int upCount() {
    return FabricCounts.upCount(fabric, channels.length);
  }

  /** Does all that is due now. */
  private void moment(@Nullable ScenarioRun run) throws IOException {
    int work;
    do {
      work = fabric.deliver(nowNs) + fabric.dhcp().doWork(nowNs); // 1
      work += run == null ? 0 : run.doWork(nowNs);
      if (nowNs - expiredNs >= EXPIRE_NS) {
        expiredNs = nowNs;
        fabric.expire();
      }
      work += talk();
    } while (work > 0);
  }

  private int talk() throws IOException {
    VirtualController running = controller;
    int work = 0;
    int sent = 0;
    if (running != null) {
      for (DirectChannel channel : channels) { // 2
        sent += channel.connectIfDue(running::connect, nowNs) ? 1 : 0;
        sent += channel.send(nowNs);
      }
      long next = running.nextNs();
      if (sent > 0 || (next != VirtualController.NEVER && next - nowNs <= 0)) {
        work = sent + running.doWork(); // 3
      }
    }
    for (DirectChannel channel : channels) { // 4
      work += channel.receive(nowNs);
    }
    return work;
  }

  /** Lets the clock jump to the next moment, at most to this one. */
  private void jump(long mostNs) {
    long next = Deadlines.earlier(mostNs, expiredNs + EXPIRE_NS);
    if (fabric.inFlightCount() > 0) {
      next = Deadlines.earlier(next, fabric.firstArrivalNs());
    }
    long dhcp = fabric.dhcp().dueNs();
    next = dhcp == DhcpClient.NEVER ? next : Deadlines.earlier(next, dhcp);
    VirtualController running = controller;
    if (running != null) {
      next = earlierIfAny(next, running.nextNs());
      for (DirectChannel channel : channels) {
        next = earlierIfAny(next, channel.nextNs());
      }
    }
    nowNs = next - nowNs < 0 ? nowNs : next;
  }

  private static long earlierIfAny(long time, long other) {
    return other == VirtualController.NEVER ? time : Deadlines.earlier(time, other);
  }

  /** A cable fails, or comes back; {@link Places#cable} has its number. */
  public void cable(int cable, boolean fails) {
    Places places = new Places(plan);
    fabric.failures().setCable(places.switchAt(cable), places.portAt(cable), fails);
  }

  /** The flow entries of a switch, each as a line in the form of {@code ovs-ofctl dump-flows}. */
  public List<String> flows(int index) {
    return new SwitchReader(fabric.switchAt(index)).flows().stream().map(FlowText::of).toList();
  }

  /** The IPv4 address of a host; {@code none} while it waits for one. */
  public String address(int host) {
    return fabric.ips().text(host);
  }

  /**
   * A host sends a frame now, with its VLAN tag if it has one.
   *
   * @param frame at most 1514 bytes, without the checksum
   */
  public void send(int host, byte[] frame) {
    fabric.sendAs(host, ByteBuffer.wrap(frame), 0, frame.length);
  }

  /**
   * From now on the frames that reach hosts are shown, without the VLAN tags that hosts expect.
   *
   * @param arrived takes the host and a copy of the frame
   */
  public void watch(BiConsumer<Integer, byte[]> arrived) {
    fabric.show(
        (host, frame, at, lengthBytes) -> {
          byte[] copy = new byte[lengthBytes];
          frame.get(at, copy);
          arrived.accept(host, copy);
        });
  }

  /** A switch loses its connection to the controller, or may connect again. */
  public void away(int index, boolean isAway) {
    channels[index].away(isAway, nowNs);
  }

  /** A switch stops: its connection ends, and it forgets everything. */
  public void stopSwitch(int index) {
    if (!fabric.failures().isStopped(index)) {
      channels[index].away(true, nowNs);
      fabric.stop(index);
    }
  }

  /** A switch that was stopped starts and connects. */
  public void startSwitch(int index) {
    if (fabric.failures().isStopped(index)) {
      fabric.start(index);
      channels[index].replace(fabric.switchAt(index).controller(), nowNs);
      channels[index].away(false, nowNs);
    }
  }

  /** Ends the controller; switches keep their entries and try to connect. */
  public void stopController() throws IOException {
    VirtualController running = controller;
    controller = null;
    if (running != null) {
      running.close();
    }
    for (DirectChannel channel : channels) {
      int unused = channel.receive(nowNs);
    }
  }

  /**
   * Starts a controller anew.
   *
   * @throws IOException when it does not start
   */
  public void startController() throws IOException {
    startController(controllers);
  }

  /**
   * Starts another controller instead.
   *
   * @throws IOException when it does not start
   */
  public void startController(VirtualController.Factory other) throws IOException {
    stopController();
    controllers = other;
    controller = controllers.start(() -> nowNs);
  }

  @Override
  public void close() throws IOException {
    VirtualController running = controller;
    controller = null;
    if (running != null) {
      running.close();
    }
  }
}
