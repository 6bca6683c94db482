package maestro.network.fabric;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.emulator.switches.SwitchDescription;
import maestro.network.channel.PortSocket;
import maestro.network.dataplane.FrameOutput;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.PortSpeed;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.packet.Packet;
import maestro.network.dataplane.pipeline.PipelineSwitch;
import maestro.network.dataplane.protocol.Switch10;
import maestro.network.dataplane.protocol.Switch13;
import maestro.network.flow.FlowFrames;
import maestro.network.host.DhcpHosts;
import maestro.network.host.Host;
import maestro.network.host.HostFrames;
import maestro.network.host.HostFrames6;
import maestro.network.host.HostIps;
import maestro.network.host.HostSettings;
import maestro.network.link.Failures;
import maestro.network.link.FramesInFlight;
import maestro.network.link.Links;
import maestro.network.plan.LinkSettings;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.NetworkSettings;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;

/**
 * Switches, hosts and the links between them, without their connections to a controller. Frames
 * arrive a link's delay after they have left, in order. Confined to one thread; carrying a frame
 * allocates nothing.
 */
public final class Fabric {
  private static final int PORT_BITS = 16;
  private static final int PORT_MASK = 0xffff;

  /** In a loop of few switches a frame circles as often as this allows. */
  static final int LEAST_HOP_LIMIT = 64;

  private final NetworkPlan plan;
  private final NetworkSettings settings;
  private final Links links;
  private final LongSupplier clock;
  private final PipelineSwitch[] switches;

  /**
   * The most switches that a frame passes. A frame that has passed as many switches as there are
   * has been at the next one before, or at another one twice: it is in a loop.
   */
  private final int hopLimit;

  private final MemoryBudget memory;

  /** What each switch has of the memory. */
  private final MemoryBudget.Share[] shares;

  private final Failures failures;

  /** Scratch of all switches. */
  private final Packet scratch;

  private final Host[] hosts;
  private final HostIps ips;
  private final DhcpHosts dhcp;

  /** The VLAN id of each host, or {@link HostSettings#UNTAGGED}. */
  private final int[] vlans;

  private final ByteBuffer tagged = ByteBuffer.allocate(FlowFrames.MOST_BYTES + VlanTags.BYTES);

  /** By which others take the places of hosts. */
  private final @Nullable PortSocket[] sockets;

  private final FramesInFlight inFlight = new FramesInFlight();
  private PingBook pings;
  private LoopWatch loops;

  /** The slot of the frame that a switch is treating. */
  private int cause = FramesInFlight.NO_SLOT;

  /** The switch from which the last delivered frame came. */
  private int lastSwitch;

  /** Sees what reaches hosts; null when nobody looks. */
  private @Nullable Arrivals arrivals;

  /** Takes the frames of flows; null without flows. */
  private @Nullable Traffic traffic;

  /**
   * @param clock nanoseconds since an arbitrary origin
   */
  public Fabric(NetworkPlan plan, NetworkSettings settings, PingBook pings, LongSupplier clock) {
    this(
        plan,
        settings,
        Collections.nCopies(plan.hostCount(), HostSettings.USUAL),
        0,
        Links.alike(plan, LinkSettings.ofDelay(settings.linkDelayNs())),
        pings,
        clock);
  }

  /**
   * @param hostSettings of each host
   * @param seed of what hosts choose at random
   * @param links whose settings count, not those of all links
   * @param clock nanoseconds since an arbitrary origin
   */
  public Fabric(
      NetworkPlan plan,
      NetworkSettings settings,
      List<HostSettings> hostSettings,
      long seed,
      Links links,
      PingBook pings,
      LongSupplier clock) {
    this.plan = plan;
    this.settings = settings;
    this.failures = new Failures(plan, this::switchAt);
    this.links = links;
    this.clock = clock;
    this.pings = pings;
    this.loops = new LoopWatch(plan);
    this.memory = new MemoryBudget(settings.memoryBytes());
    this.scratch = new Packet(settings.version());
    this.switches = new PipelineSwitch[plan.switchCount()];
    this.hopLimit = Math.max(LEAST_HOP_LIMIT, plan.switchCount());
    this.shares = new MemoryBudget.Share[plan.switchCount()];
    for (int i = 0; i < switches.length; i++) {
      switches[i] = newSwitch(i);
    }
    this.hosts = new Host[plan.hostCount()];
    this.sockets = new @Nullable PortSocket[plan.hostCount()];
    Host.Wire wire = new Cable();
    this.ips = new HostIps(hosts.length);
    for (int i = 0; i < hosts.length; i++) {
      hosts[i] = new Host(i, hosts.length, ips, wire);
    }
    this.vlans = hostSettings.stream().mapToInt(HostSettings::vlan).toArray();
    this.dhcp = new DhcpHosts(hostSettings, ips, seed, clock, wire, this::bound);
  }

  private void bound(int host) {
    hosts[host].bound();
  }

  private PipelineSwitch newSwitch(int index) {
    SwitchDescription description =
        new SwitchDescription(
            index + 1, settings.version(), plan.portCount(index), settings.bufferCount());
    FrameOutput output = (port, b, at, lengthBytes) -> leaves(index, port, b, at, lengthBytes);
    MemoryBudget.Share share = new MemoryBudget.Share(memory);
    shares[index] = share;
    TableSizes sizes = settings.sizes();
    PipelineSwitch sw =
        settings.version() == OpenFlow.VERSION_10
            ? new Switch10(description, sizes, scratch, output, share, clock)
            : new Switch13(description, sizes.exactEntries(), scratch, output, share, clock);
    for (int port = 1; port <= plan.portCount(index); port++) {
      LinkSettings link = links.settings(links.from(index, port));
      sw.setSpeed(port, PortSpeed.kbps(link.bitsPerSecond()));
    }
    return sw;
  }

  /** A switch stops: it forgets everything, and what arrives at it is lost. */
  public void stop(int index) {
    failures.setSwitch(index, true);
    shares[index].close();
    switches[index] = newSwitch(index);
  }

  /** A switch that was stopped starts, with empty tables. */
  public void start(int index) {
    failures.setSwitch(index, false);
  }

  public Failures failures() {
    return failures;
  }

  public PipelineSwitch switchAt(int index) {
    return switches[index];
  }

  Host host(int index) {
    return hosts[index];
  }

  /** Who has which address. */
  public HostIps ips() {
    return ips;
  }

  /** The VLAN id of a host, or {@link HostSettings#UNTAGGED}. */
  public int vlan(int host) {
    return vlans[host];
  }

  /** The hosts that give and get addresses. */
  public DhcpHosts dhcp() {
    return dhcp;
  }

  public LoopWatch loops() {
    return loops;
  }

  /** From now on pings and loops are noted here. */
  public void note(PingBook book, LoopWatch watch) {
    pings = book;
    loops = watch;
  }

  public Links links() {
    return links;
  }

  /** From now on flows get their frames. */
  public void carry(Traffic flows) {
    traffic = flows;
  }

  /** Frames on links now. */
  public int inFlightCount() {
    return inFlight.count();
  }

  /** When the first frame arrives; only when there is one. */
  public long firstArrivalNs() {
    return inFlight.firstArrivalNs();
  }

  /** Delivers the frames whose time has come. Returns how many. */
  public int deliver(long nowNs) {
    int delivered = 0;
    while (inFlight.count() > 0 && inFlight.firstArrivalNs() - nowNs <= 0) {
      arrives(inFlight.take());
      delivered++;
    }
    return delivered;
  }

  /** Removes the flow entries whose timeouts are over. */
  public void expire() {
    for (PipelineSwitch each : switches) {
      each.expire();
    }
  }

  private void arrives(int slot) {
    int link = inFlight.link(slot);
    ByteBuffer frame = inFlight.frame(slot);
    int lengthBytes = inFlight.lengthBytes(slot);
    int node = link >> PORT_BITS;
    int port = link & PORT_MASK;
    if (!isWhole(node, port)) {
      return;
    }
    if (node >= switches.length) {
      lastSwitch = plan.switchOf(node - switches.length);
      reachesHost(node - switches.length, slot, frame, lengthBytes);
      return;
    }
    int tags = VlanTags.bytes(frame, 0, lengthBytes); // numbers are read behind them
    int number = HostFrames.echoNumber(frame, tags, lengthBytes - tags);
    boolean isReply =
        number != HostFrames.NO_PING && HostFrames.echoType(frame, tags) == HostFrames.ECHO_REPLY;
    if (number == HostFrames.NO_PING) {
      number = HostFrames6.echoNumber(frame, tags, lengthBytes - tags);
      isReply =
          number != HostFrames.NO_PING && HostFrames6.type(frame, tags) == HostFrames6.ECHO_REPLY;
    }
    if (number == HostFrames.NO_PING) {
      if (inFlight.hasPassed(slot, node)) {
        loops.passedTwice(node, frame);
      }
    } else {
      int from = plan.leadsToSwitch(node, port) ? plan.neighbor(node, port) : PingBook.HOST;
      if (!pings.visits(number, isReply, from, node)) {
        loops.passedTwice(node, frame);
      }
    }
    if (inFlight.hopCount(slot) == hopLimit) {
      loops.stopped();
      return;
    }
    cause = slot;
    switches[node].receive(port, frame, 0, lengthBytes);
    cause = FramesInFlight.NO_SLOT;
  }

  /** Whether the link works at whose end a frame arrives; else counts the frame. */
  private boolean isWhole(int node, int port) {
    int host = node - switches.length;
    boolean isUp =
        host >= 0
            ? failures.isUp(plan.switchOf(host), plan.portOf(host))
            : failures.isUp(node, port);
    if (!isUp) {
      links.lostOnTheWay(host >= 0 ? links.toHost(host) : links.toSwitch(node, port));
    }
    return isUp;
  }

  private void reachesHost(int host, int slot, ByteBuffer frame, int lengthBytes) {
    PortSocket socket = sockets[host];
    if (socket != null && socket.isPlugged()) {
      socket.send(frame, 0, lengthBytes);
      return;
    }
    int tags = VlanTags.bytes(frame, 0, lengthBytes);
    if (!VlanTags.isIn(vlans[host], frame, 0, tags)) {
      return;
    }
    VlanTags.strip(frame, 0, tags); // nobody reads the frame after its host
    int length = lengthBytes - tags;
    if (arrivals != null) {
      arrivals.arrived(host, frame, tags, length);
    }
    Traffic flows = traffic;
    if (flows != null && FlowFrames.isFlow(frame, tags, length)) {
      flows.receive(host, frame, tags, length, inFlight, slot);
      return;
    }
    if (!dhcp.receive(host, frame, tags, length)) {
      hosts[host].receive(frame, tags, length);
    }
    if (flows != null) {
      flows.hostHeard(host);
    }
  }

  /** From now on a host is silent while somebody is connected to the socket. */
  public void plug(int host, PortSocket socket) {
    sockets[host] = socket;
  }

  /** Sees what reaches hosts. */
  public interface Arrivals {
    /** The frame in {@code [at, at + lengthBytes)}, which is valid until this returns. */
    void arrived(int host, ByteBuffer frame, int at, int lengthBytes);
  }

  /** From now on what reaches hosts is shown to somebody, without tags that hosts expect. */
  public void show(Arrivals to) {
    arrivals = to;
  }

  /** A host sends a frame of at most {@link FlowFrames#MOST_BYTES}, with its tag if it has one. */
  public void sendAs(int host, ByteBuffer b, int at, int lengthBytes) {
    if (vlans[host] == HostSettings.UNTAGGED) {
      sendFrom(host, b, at, lengthBytes);
    } else {
      sendFrom(host, tagged, 0, VlanTags.add(vlans[host], b, at, lengthBytes, tagged));
    }
  }

  /** A frame leaves the place of a host, as it is. */
  public void sendFrom(int host, ByteBuffer b, int at, int lengthBytes) {
    int node = plan.switchOf(host);
    int port = plan.portOf(host);
    long arrivalNs = links.arrivalNs(links.toSwitch(node, port), clock.getAsLong(), lengthBytes);
    if (arrivalNs != Links.LOST) {
      int slot = inFlight.add(node << PORT_BITS | port, arrivalNs, b, at, lengthBytes);
      assert inFlight.hopCount(slot) == 0;
    }
  }

  /** A frame leaves a switch. */
  private void leaves(int index, int port, ByteBuffer b, int at, int lengthBytes) {
    long arrivalNs = links.arrivalNs(links.from(index, port), clock.getAsLong(), lengthBytes);
    if (arrivalNs == Links.LOST) {
      return;
    }
    int link =
        plan.leadsToSwitch(index, port)
            ? plan.neighbor(index, port) << PORT_BITS | plan.neighborPort(index, port)
            : (switches.length + plan.hostAt(index, port)) << PORT_BITS;
    int slot = inFlight.add(link, arrivalNs, b, at, lengthBytes);
    inFlight.pass(slot, cause, index);
  }

  /** The cables of all hosts. */
  private final class Cable implements Host.Wire {
    @Override
    public void send(int host, ByteBuffer frame, int lengthBytes) {
      PortSocket socket = sockets[host];
      if (socket == null || !socket.isPlugged()) {
        sendAs(host, frame, 0, lengthBytes);
      }
    }

    @Override
    public void requested(int number) {
      pings.requested(number, clock.getAsLong());
    }

    @Override
    public void delivered(int number, boolean isReply) {
      pings.delivered(number, isReply, lastSwitch, clock.getAsLong());
    }
  }
}
