package maestro.apps.learning;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import maestro.api.ApplicationContext;
import maestro.api.EntryCheck;
import maestro.api.EventStage;
import maestro.api.PortInfo;
import maestro.api.ReceivedFrame;
import maestro.api.SwitchInfo;
import maestro.api.topology.Topology.Port;
import maestro.apps.places.PlaceChanges;
import maestro.apps.ports.PortText;
import maestro.apps.probing.LinkProbes;
import maestro.apps.probing.LldpCodec.Sender;
import maestro.apps.probing.Probe;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes ports, so that the network of learning switches has no loop:
 *
 * <ol>
 *   <li>A worker suspects a loop when a flooded packet has come back by another port. A port that
 *       comes up is probed once, and suspected when that probe comes in elsewhere. Nothing else is
 *       sent before.
 *   <li>Then all ports of all switches are probed each second. The probes that come in tell which
 *       ports are joined.
 *   <li>As soon as they tell of a loop, {@link JoinedPorts} says which ports to close. Learning
 *       switches neither send by a closed port nor take what comes in by it. All that they have
 *       learned is forgotten, and the entries from before are removed: the ways may be others now.
 *   <li>When a port of a loop goes down, or probes come no more, other ports are closed, or none.
 *   <li>When no port is closed, and nothing new was heard for {@value #IDLE_ROUNDS} rounds, no more
 *       probes are sent.
 * </ol>
 *
 * <p>Confined to the event thread, except {@link #suspect} and {@link #closed}.
 */
final class LoopGuard implements EventStage {
  private static final Logger LOG = LoggerFactory.getLogger(LoopGuard.class);

  private static final Duration ROUND = Duration.ofSeconds(1);
  private static final int IDLE_ROUNDS = 3;

  /** A round is spread over half of its time. */
  private static final Duration SLICE = Duration.ofMillis(20);

  private static final int SLICES = 25;

  /** Probes of one moment are judged together. */
  private static final Duration SOON = Duration.ofMillis(20);

  /** An entry may have been under way when the entries were looked at. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private static final int MOST_LINES = 10;

  private final ApplicationContext context;
  private final PlaceChanges changes;
  private final LinkProbes probes;
  private final JoinedPorts joined = new JoinedPorts();
  private final AtomicBoolean isSuspected = new AtomicBoolean();

  /** The remaining ports of the round. */
  private final Queue<Target> left = new ArrayDeque<>();

  private EntryCheck entries;
  private int targetsPerSlice;
  private long round;
  private long lastNewsRound;
  private boolean isDeciding;

  /** Written by the event thread. */
  private volatile ClosedPorts closed = ClosedPorts.NONE;

  private record Target(Port port, long address) {}

  LoopGuard(ApplicationContext context, PlaceChanges changes) {
    this.context = context;
    this.changes = changes;
    this.probes = new LinkProbes(context, Sender.LEARNING_SWITCH);
  }

  /** Sets the check that asks for entries again; called before anything is suspected. */
  void checkedBy(EntryCheck newCheck) {
    entries = newCheck;
  }

  /** The ports that are closed now. Any thread. */
  ClosedPorts closed() {
    return closed;
  }

  /** A flooded packet has come back by another port. Any worker; allocates the first time only. */
  void suspect() { // 1
    if (!isSuspected.getOpaque() && isSuspected.compareAndSet(false, true)) {
      context.later(this::begin);
    }
  }

  private void begin() {
    probes.renew();
    lastNewsRound = round;
    nextRound();
  }

  private void nextRound() { // 2
    round++;
    probes.nextRound();
    joined.forget(round, id -> context.switches().find(id).isPresent());
    decide();
    if (closed.all().isEmpty() && round - lastNewsRound > IDLE_ROUNDS) { // 5
      left.clear();
      joined.clear();
      isSuspected.set(false);
      return;
    }
    if (left.isEmpty()) {
      fill();
      probe();
    }
    context.after(ROUND, this::nextRound);
  }

  private void fill() {
    for (SwitchInfo info : context.switches().all()) {
      for (PortInfo port : context.switches().ports(info.datapathId())) {
        if (isProbed(port)) {
          left.add(new Target(new Port(info.datapathId(), port.number()), port.hardwareAddress()));
        }
      }
    }
    targetsPerSlice = (left.size() + SLICES - 1) / SLICES;
  }

  private static boolean isProbed(PortInfo port) {
    return port.up() && port.isPhysical();
  }

  private void probe() {
    for (int i = 0; i < targetsPerSlice && !left.isEmpty(); i++) {
      Target target = left.remove();
      probes.send(target.port(), target.address());
    }
    if (!left.isEmpty()) {
      context.after(SLICE, this::probe);
    }
  }

  @Override
  public void onLldp(ReceivedFrame frame) {
    Probe probe = probes.read(frame).orElse(null);
    if (probe == null) {
      return;
    }
    suspect();
    Port from = new Port(probe.datapathId(), probe.port());
    Port in = new Port(frame.from().datapathId(), frame.inPort());
    if (joined.heard(from, in, probe.direct(), round)) {
      lastNewsRound = round;
      decideSoon();
    }
  }

  private void decideSoon() {
    if (!isDeciding) {
      isDeciding = true;
      context.after(
          SOON,
          () -> {
            isDeciding = false;
            decide();
          });
    }
  }

  @Override
  public void onPortStatus(SwitchInfo info, PortInfo port, PortChange change) { // 4
    Port changed = new Port(info.datapathId(), port.number());
    if (change != PortChange.REMOVED && isProbed(port)) {
      probes.send(changed, port.hardwareAddress()); // 1
    } else if (joined.remove(changed)) {
      decide();
    }
  }

  private void decide() { // 3
    ClosedPorts before = closed;
    Map<Port, Port> closing = joined.closing(before.all());
    if (closing.keySet().equals(before.all())) {
      return;
    }
    closed = ClosedPorts.since(context.clock().getAsLong(), closing.keySet());
    changes.happened();
    entries.checkAll();
    context.after(LOOK_AGAIN, entries::checkAll);
    log(before, closing);
  }

  private static void log(ClosedPorts before, Map<Port, Port> closing) {
    int lines = 0;
    for (Map.Entry<Port, Port> each : closing.entrySet()) {
      if (!before.all().contains(each.getKey()) && lines++ < MOST_LINES) {
        LOG.warn(
            "{}: closed, since it closes a loop: it leads to {}",
            text(each.getKey()),
            text(each.getValue()));
      }
    }
    for (Port port : before.all()) {
      if (!closing.containsKey(port) && lines++ < MOST_LINES) {
        LOG.warn("{}: open again, since it closes no loop any more", text(port));
      }
    }
    if (lines > MOST_LINES) {
      LOG.warn(
          "{} more ports were closed or opened; {} are closed", lines - MOST_LINES, closing.size());
    }
  }

  private static String text(Port port) {
    return SwitchInfo.format(port.datapathId()) + " " + PortText.of(port.number());
  }
}
