package maestro.apps.storm;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import maestro.api.ApplicationContext;
import maestro.api.ReceivedFrame;
import maestro.api.topology.Topology.Port;
import maestro.apps.probing.LinkProbes;
import maestro.apps.probing.LldpCodec.Sender;
import maestro.apps.storm.PortCheck.Lead;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * Finds out by probes whether the port of a storm leads to another switch, where no discovery runs:
 *
 * <ol>
 *   <li>Probes leave by the port at once, and again each {@link #PROBE_INTERVAL}. A barrier follows
 *       the first, so the switch says when it has sent it.
 *   <li>A probe comes in at another port: the port leads to a switch.
 *   <li>No probe has come in {@link #WAIT} after the answer to the barrier: the port leads to
 *       hosts. A probe that comes back to its own port was reflected, and is ignored.
 *   <li>No answer to the barrier comes within {@link #LONGEST}: nothing is known of the port.
 *   <li>While the storm lasts, a probe leaves each second. One that comes in at another port ends
 *       (3) at once. When none has come for {@link #FORGET}, (2) ends and (1) begins anew; likewise
 *       after (4).
 * </ol>
 *
 * <p>Confined to the event thread.
 */
final class LinkChecks {
  static final Duration PROBE_INTERVAL = Duration.ofMillis(100);
  static final Duration WAIT = Duration.ofMillis(500);
  static final Duration LONGEST = Duration.ofSeconds(5);
  static final Duration FORGET = Duration.ofSeconds(3);

  private final ApplicationContext context;
  private final LongSupplier clock;
  private final LinkProbes probes;

  LinkChecks(ApplicationContext context, LongSupplier clock) {
    this.context = context;
    this.clock = clock;
    this.probes = new LinkProbes(context, Sender.STORM_CONTROL);
  }

  /** Prepares for the first of some storms. */
  void begin() {
    probes.renew();
  }

  /**
   * Asks where the port of a storm leads.
   *
   * @param decided called each time when {@link PortCheck#lead} of the storm has changed
   */
  void ask(Storm storm, Consumer<Storm> decided) { // 1
    PortCheck check = new PortCheck(clock.getAsLong());
    storm.check = check;
    Port port = storm.port();
    probes.send(port);
    CompletableFuture<List<OFMessage>> unused =
        context
            .switches()
            .request(
                port.datapathId(),
                context.switches().factory(port.datapathId()).buildBarrierRequest().build())
            .whenCompleteAsync(
                (replies, refused) -> {
                  check.isConfirmed = refused == null;
                  check.confirmedNs = clock.getAsLong();
                },
                context::later);
    context.after(PROBE_INTERVAL, () -> askOn(storm, check, decided));
  }

  private void askOn(Storm storm, PortCheck check, Consumer<Storm> decided) {
    if (storm.check != check || check.lead != Lead.ASKED) {
      return;
    }
    long nowNs = clock.getAsLong();
    if (check.isConfirmed && nowNs - check.confirmedNs >= WAIT.toNanos()) { // 3
      check.lead = Lead.HOSTS;
      decided.accept(storm);
    } else if (nowNs - check.askedNs >= LONGEST.toNanos()) { // 4
      check.lead = Lead.UNKNOWN;
      decided.accept(storm);
    } else {
      probes.send(storm.port());
      context.after(PROBE_INTERVAL, () -> askOn(storm, check, decided));
    }
  }

  /** Handles a frame that may be a probe. */
  void heard(ReceivedFrame frame, Collection<Storm> storms, Consumer<Storm> decided) { // 2
    Port from = probes.portOf(frame).orElse(null);
    Port in = new Port(frame.from().datapathId(), frame.inPort());
    if (from == null || from.equals(in)) {
      return;
    }
    for (Storm storm : List.copyOf(storms)) {
      PortCheck check = storm.check;
      if (check != null && storm.port().equals(from)) {
        check.peer = in;
        check.heardNs = clock.getAsLong();
        if (check.lead != Lead.SWITCH) {
          check.lead = Lead.SWITCH;
          decided.accept(storm);
        }
      }
    }
  }

  /** Begins a round of {@link #again}. */
  void nextRound() {
    probes.nextRound();
  }

  /** Probes the port of a storm again. Called each second. */
  void again(Storm storm, long nowNs, Consumer<Storm> decided) { // 5
    PortCheck check = storm.check;
    if (check == null || check.lead == Lead.ASKED) {
      return;
    }
    boolean isForgotten = check.lead == Lead.SWITCH && nowNs - check.heardNs > FORGET.toNanos();
    if (isForgotten || check.lead == Lead.UNKNOWN) {
      ask(storm, decided);
    } else {
      probes.send(storm.port());
    }
  }

  /** Ends the question of a storm that is over. */
  static void end(Storm storm) {
    storm.check = null;
  }
}
