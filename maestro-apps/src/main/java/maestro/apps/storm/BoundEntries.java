package maestro.apps.storm;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import maestro.api.ApplicationContext;
import maestro.api.Sent;
import maestro.apps.meters.SwitchMeters;
import maestro.apps.storm.StormSettings.Action;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;

/**
 * The entries that bound the storms at present. Each has a number in the lower bits of its cookie,
 * by which its FLOW_REMOVED is recognized.
 *
 * <p>Confined to the event thread.
 */
final class BoundEntries {
  /** The result of {@link #numberOf} for an entry of another application. */
  static final int NOT_OURS = -1;

  /** The number of entry numbers, which are the lower bits of the cookie. */
  private static final int MOST_NUMBERS = 1 << 24;

  private final ApplicationContext context;
  private final StormSettings settings;
  private final Predicate<Storm> mayBound;
  private final LongSupplier clock;
  private final SwitchMeters meters;
  private final Map<Integer, Storm> byNumber = new HashMap<>();
  private int lastNumber;

  /**
   * No entries.
   *
   * @param mayBound whether a storm is to be bounded still, when a switch has told of its meters
   */
  BoundEntries(
      ApplicationContext context,
      StormSettings settings,
      Predicate<Storm> mayBound,
      LongSupplier clock) {
    this.context = context;
    this.settings = settings;
    this.mayBound = mayBound;
    this.clock = clock;
    this.meters = SwitchMeters.ofStorms(context);
  }

  /** Sends the next entry of a storm; with a meter when one is wanted and the switch has it. */
  void bound(Storm storm, Action action, long nowNs) {
    switch (action) {
      case LOG -> {}
      case DROP -> send(storm, nowNs);
      case METER -> {
        if (storm.meter != SwitchMeters.NONE) {
          send(storm, nowNs);
        } else if (!storm.isAsking) {
          storm.isAsking = true;
          meters.take(
              storm.traffic().datapathId(),
              settings.maxFramesPerSecond(),
              meter -> taken(storm, meter));
        }
      }
    }
  }

  private void taken(Storm storm, long meter) {
    storm.isAsking = false;
    if (mayBound.test(storm)) {
      storm.meter = meter;
      send(storm, clock.getAsLong());
    } else {
      meters.giveBack(storm.traffic().datapathId(), meter);
    }
  }

  private void send(Storm storm, long nowNs) {
    long datapathId = storm.traffic().datapathId();
    lastNumber = lastNumber + 1 == MOST_NUMBERS ? 1 : lastNumber + 1;
    OFFactory factory = context.switches().factory(datapathId);
    OFFlowAdd entry = entry(factory, storm, storm.isWide, lastNumber);
    if (BoundEntry.takesProbes(entry)) {
      BoundEntry.ofProbes(factory, entry, context.cookie())
          .forEach(probes -> context.switches().send(datapathId, probes));
    }
    Sent sent = context.switches().send(datapathId, entry);
    storm.number = sent == Sent.YES ? lastNumber : Storm.NONE;
    storm.boundNs = nowNs;
    if (sent == Sent.YES) {
      byNumber.put(lastNumber, storm);
    }
  }

  /** Tells the switch to remove the entries of a storm. */
  void remove(Storm storm) {
    if (storm.number == Storm.NONE) {
      return;
    }
    OFFactory factory = context.switches().factory(storm.traffic().datapathId());
    remove(factory, storm, false);
    if (storm.isWide) {
      remove(factory, storm, true);
    }
  }

  private void remove(OFFactory factory, Storm storm, boolean isWide) {
    OFFlowAdd entry = entry(factory, storm, isWide, storm.number);
    context.switches().send(storm.traffic().datapathId(), BoundEntry.end(factory, entry));
  }

  private OFFlowAdd entry(OFFactory factory, Storm storm, boolean isWide, int number) {
    return BoundEntry.of(
        factory,
        storm.excess,
        isWide,
        settings.holdSeconds(),
        context.cookie() | number,
        storm.meter);
  }

  /** The number in the cookie of an entry, or {@link #NOT_OURS}. */
  int numberOf(long cookie) {
    long own = cookie ^ context.cookie();
    return own <= 0 || own >= MOST_NUMBERS ? NOT_OURS : (int) own;
  }

  /** The storm that an entry bounded that the switch has removed; null when it is over. */
  Storm removed(int number) {
    return byNumber.remove(number);
  }

  /** Forgets the entries of a storm that is over, and deletes its meter. */
  void forget(Storm storm) {
    byNumber.values().removeIf(each -> each == storm);
    meters.giveBack(storm.traffic().datapathId(), storm.meter);
  }

  /** Forgets a switch that has left. */
  void left(long datapathId) {
    meters.forget(datapathId);
  }
}
