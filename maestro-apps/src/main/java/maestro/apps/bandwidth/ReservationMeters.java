package maestro.apps.bandwidth;

import java.util.HashMap;
import java.util.Map;
import maestro.api.ApplicationContext;
import maestro.api.ApplicationCounter;
import maestro.api.RefusedMessage;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import maestro.apps.bandwidth.FlowPath.Hop;
import maestro.apps.meters.SwitchMeters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The meters of flows that were asked for. The first switch of a path drops what is above the rate,
 * where it has meters. A meter that it refuses is done without, and no more are taken there until
 * it joins again.
 *
 * <p>On the event thread.
 */
final class ReservationMeters {
  private static final Logger LOG = LoggerFactory.getLogger(ReservationMeters.class);
  private static final int METER_MOD_FAILED = 12;
  private static final int UNKNOWN_METER = 3;

  private final ReservedFlows flows;
  private final Entries entries;
  private final Switches switches;
  private final SwitchMeters meters;
  private final ApplicationCounter refused;

  /** The flows with a meter, each with whom to tell when it has it no more. */
  private final Map<ReservedFlow, Runnable> metered = new HashMap<>();

  ReservationMeters(ApplicationContext context, ReservedFlows flows, Entries entries) {
    this.flows = flows;
    this.entries = entries;
    this.switches = context.switches();
    this.meters = SwitchMeters.ofReservations(context);
    this.refused =
        context.counter(
            "reservation_meters_refused", "meters of reservations that switches have refused");
  }

  /**
   * Has a flow metered, if it can be, soon.
   *
   * @param flow has its entries
   * @param changed called when the flow is metered, and when it is so no more
   */
  void begin(ReservedFlow flow, Runnable changed) {
    long first = flow.firstSwitch();
    meters.take(
        first,
        flow.reservation().kbps(),
        meter -> {
          if (flows.find(flow.key()) != flow) {
            meters.giveBack(first, meter);
          } else if (meter != SwitchMeters.NONE) {
            metered.put(flow, changed);
            set(flow, meter, changed);
          }
        });
  }

  private void set(ReservedFlow flow, long meter, Runnable changed) {
    flow.setMeter(meter);
    Hop first = flow.route().hops().get(0);
    switches.send(first.datapathId(), entries.forward(flow, first));
    changed.run();
  }

  /** Gives the meter of a flow back that has ended. */
  void end(ReservedFlow flow) {
    if (metered.remove(flow) != null) {
      meters.giveBack(flow.firstSwitch(), flow.meter());
    }
  }

  /** A switch has refused a message. */
  void refused(RefusedMessage message) {
    boolean isOfNone = message.type() == METER_MOD_FAILED && message.code() == UNKNOWN_METER;
    if (!message.message().equals("METER_MOD") || isOfNone) {
      return;
    }
    refused.add(1);
    long datapathId = message.info().datapathId();
    if (meters.takeNoMore(datapathId)) {
      LOG.warn(
          "switch {} has refused a meter ({}): what hosts send there above a reservation is not"
              + " dropped",
          SwitchInfo.format(datapathId),
          message.reason());
    }
    metered.keySet().stream()
        .filter(each -> each.firstSwitch() == datapathId)
        .filter(each -> SwitchMeters.isOf(each.meter(), message.xid()))
        .findFirst()
        .ifPresent(this::doWithout);
  }

  private void doWithout(ReservedFlow flow) {
    Runnable changed = metered.get(flow);
    end(flow);
    set(flow, SwitchMeters.NONE, changed);
  }

  /** Forgets the meters of a switch that has left. */
  void switchLeft(long datapathId) {
    meters.forget(datapathId);
  }
}
