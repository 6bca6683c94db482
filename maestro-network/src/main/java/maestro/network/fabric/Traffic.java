package maestro.network.fabric;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import maestro.network.flow.Flow;
import maestro.network.flow.FlowFrames;
import maestro.network.flow.TcpFlow;
import maestro.network.flow.TrafficSettings;
import maestro.network.flow.UdpFlow;
import maestro.network.host.Host;
import maestro.network.link.FramesInFlight;
import maestro.network.plan.NetworkPlan;

/**
 * The flows between hosts: begins them, sends their frames when they are due, and takes what
 * arrives. A flow asks for its target's address by ARP first, each second until it is known.
 *
 * <p>Each kind of flows has a random stream of its own. Confined to one thread.
 */
public final class Traffic implements Flow.Sender {
  /** The most flows of a run: each is in the result. */
  public static final int MOST_FLOWS = 100_000;

  private static final long ASK_AGAIN_NS = TimeUnit.SECONDS.toNanos(1);
  private static final int FIRST_PORT = 1024;
  private static final int PORTS = 60_000;

  private final Fabric fabric;
  private final NetworkPlan plan;
  private final List<Source> sources = new ArrayList<>();
  private final List<Flow> flows = new ArrayList<>();

  /** Flows that wait for an address, in the order in which they began. */
  private final List<Flow> asking = new ArrayList<>();

  private final PriorityQueue<Due> due = new PriorityQueue<>();
  private final ByteBuffer frame = ByteBuffer.allocate(FlowFrames.MOST_BYTES);
  private final int[][] distances;
  private final LongSupplier clock;
  private long dueCount;

  /** Something to do at a time; those of the same time in the order in which they were added. */
  private record Due(long timeNs, long order, Runnable what) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      long difference = timeNs - other.timeNs;
      return difference != 0 ? Long.signum(difference) : Long.compare(order, other.order);
    }
  }

  /** Flows of one kind. */
  private static final class Source {
    final TrafficSettings settings;
    final SplittableRandom random;
    long begun;

    Source(TrafficSettings settings, SplittableRandom random) {
      this.settings = settings;
      this.random = random;
    }
  }

  /**
   * @param clock that of the fabric; the scenario begins now
   */
  public Traffic(
      Fabric fabric, NetworkPlan plan, List<TrafficSettings> kinds, long seed, LongSupplier clock) {
    this.fabric = fabric;
    this.plan = plan;
    this.clock = clock;
    long beginNs = clock.getAsLong();
    this.distances = new int[plan.switchCount()][];
    SplittableRandom root = new SplittableRandom(seed);
    for (TrafficSettings each : kinds) {
      Source source = new Source(each, root.split());
      sources.add(source);
      at(beginNs + each.beginNs(), () -> begin(source, beginNs));
    }
  }

  private long nowNs() {
    return clock.getAsLong();
  }

  private void at(long timeNs, Runnable what) {
    due.add(new Due(timeNs, dueCount++, what));
  }

  /** The flows that have begun. */
  public List<Flow> flows() {
    return flows;
  }

  /** When there is something to do, or {@link Flow#NEVER}. */
  public long nextNs() {
    Due first = due.peek();
    return first == null ? Flow.NEVER : first.timeNs();
  }

  /** Does what is due. Returns how much. */
  public int doWork(long nowNs) {
    int work = 0;
    for (Due first = due.peek(); first != null && first.timeNs() - nowNs <= 0; first = due.peek()) {
      due.remove();
      first.what().run();
      work++;
    }
    return work;
  }

  private void begin(Source source, long beginNs) {
    TrafficSettings settings = source.settings;
    boolean over =
        nowNs() - beginNs > settings.endNs()
            || flows.size() == MOST_FLOWS
            || (settings.flows() > 0 && source.begun == settings.flows());
    if (over) {
      return;
    }
    int from = settings.from().get(source.random.nextInt(settings.from().size()));
    int choice = source.random.nextInt(settings.to().size());
    int to = settings.to().get(choice);
    if (from == to) {
      to = settings.to().get((choice + 1) % settings.to().size());
    }
    if (from != to) { // else there is nobody to send to
      add(settings, from, to, settings.size().next(source.random));
    }
    source.begun++;
    double perSecond = settings.flowsPerSecond();
    long gapNs =
        perSecond == 0 ? 0 : settings.arrivals().gapNs(source.random, perSecond, source.begun);
    at(nowNs() + gapNs, () -> begin(source, beginNs));
  }

  private void add(TrafficSettings settings, int from, int to, long sizeBytes) {
    int number = flows.size();
    Flow flow =
        settings.kind() == TrafficSettings.Kind.UDP
            ? new UdpFlow(number, settings, from, to, sizeBytes, nowNs())
            : new TcpFlow(number, settings, from, to, sizeBytes, nowNs());
    flows.add(flow);
    if (!start(flow)) {
      asking.add(flow);
      ask(flow);
    }
  }

  /** Begins to send, if the target's address is known. */
  private boolean start(Flow flow) {
    Host source = fabric.host(flow.source);
    if (!source.knows(flow.target)) {
      return false;
    }
    flow.path =
        new FlowFrames.Path(
            Host.ethernet(flow.source),
            fabric.ips().ip(flow.source),
            FIRST_PORT + flow.number % PORTS,
            source.addressOf(flow.target),
            fabric.ips().ip(flow.target),
            flow.settings.port());
    flow.begin(nowNs(), this);
    await(flow);
    return true;
  }

  private void ask(Flow flow) {
    if (flow.path != null) {
      return;
    }
    long unused = fabric.host(flow.source).addressOf(flow.target);
    at(nowNs() + ASK_AGAIN_NS, () -> ask(flow));
  }

  /** A host has got a frame, by which it may have learned an address. */
  void hostHeard(int host) {
    if (asking.isEmpty()) {
      return;
    }
    asking.removeIf(flow -> flow.source == host && start(flow));
  }

  /** Sees to it that the flow is called at its time, once. */
  private void await(Flow flow) {
    long timeNs = flow.dueNs;
    if (timeNs != Flow.NEVER && (flow.awaitedNs == Flow.NEVER || timeNs - flow.awaitedNs < 0)) {
      flow.awaitedNs = timeNs;
      at(timeNs, () -> onTime(flow, timeNs));
    }
  }

  private void onTime(Flow flow, long timeNs) {
    if (flow.awaitedNs != timeNs) {
      return; // an earlier time was set meanwhile
    }
    flow.awaitedNs = Flow.NEVER;
    if (flow.dueNs != Flow.NEVER && flow.dueNs - nowNs() <= 0) {
      flow.onTime(nowNs(), this);
    }
    await(flow);
  }

  /**
   * A frame of a flow arrives at a host.
   *
   * @param frames and the slot know which switches it has passed
   */
  void receive(int host, ByteBuffer b, int at, int lengthBytes, FramesInFlight frames, int slot) {
    int number = FlowFrames.flow(b, at);
    if (number < 0 || number >= flows.size() || lengthBytes < FlowFrames.LEAST_BYTES) {
      return;
    }
    Flow flow = flows.get(number);
    boolean isAck = FlowFrames.isAck(b, at);
    int addressee = isAck ? flow.source : flow.target;
    if (host != addressee || FlowFrames.dstEth(b, at) != Host.ethernet(host)) {
      return; // flooded to others, too
    }
    int frameNumber = FlowFrames.number(b, at);
    if (isAck) {
      if (lengthBytes >= FlowFrames.ACK_BYTES) {
        int blockFrom = FlowFrames.blockFrom(b, at);
        flow.acknowledged(frameNumber, blockFrom, FlowFrames.blockTo(b, at), nowNs(), this);
      }
      await(flow);
      return;
    }
    if (frameNumber == FlowFrames.SYN) {
      flow.reached(nowNs());
      acknowledge(flow, flow.firstMissing(), 0, 0);
      return;
    }
    int from = plan.switchOf(flow.source);
    boolean isWhole = frames.firstSwitch(slot) == from; // else the controller has sent it on
    int known = isWhole ? frames.hopCount(slot) : 0;
    if (isWhole) {
      flow.noteWay(frames, slot, nowNs());
    }
    flow.received(frameNumber, known, shortest(from, plan.switchOf(flow.target)), nowNs(), this);
  }

  private int shortest(int from, int to) {
    if (distances[from] == null) {
      distances[from] = plan.distancesFrom(from);
    }
    return distances[from][to] + 1;
  }

  @Override
  public void open(Flow flow) {
    flow.left(nowNs());
    send(flow, FlowFrames.SYN, FlowFrames.LEAST_BYTES);
  }

  @Override
  public void data(Flow flow, int number) {
    flow.sent(nowNs());
    send(flow, number, flow.settings.frameBytes());
  }

  private void send(Flow flow, int number, int lengthBytes) {
    FlowFrames.Path path = flow.path;
    if (path != null) {
      boolean isTcp = flow.settings.kind() == TrafficSettings.Kind.TCP;
      FlowFrames.write(frame, path, isTcp, flow.number, number, lengthBytes);
      fabric.sendAs(flow.source, frame, 0, lengthBytes);
    }
  }

  @Override
  public void acknowledge(Flow flow, int firstMissing, int blockFrom, int blockTo) {
    FlowFrames.Path path = flow.path;
    if (path != null) {
      FlowFrames.writeAck(frame, path.back(), flow.number, firstMissing, blockFrom, blockTo);
      fabric.sendAs(flow.target, frame, 0, FlowFrames.ACK_BYTES);
    }
  }
}
