package maestro.apps.meters;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import maestro.api.ApplicationContext;
import maestro.api.RefusedException;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFMeterFeaturesStatsReply;
import org.projectfloodlight.openflow.protocol.OFMeterFlags;
import org.projectfloodlight.openflow.protocol.OFMeterModCommand;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.meterband.OFMeterBand;

/**
 * The meters that one application has in use on switches that have meters. Numbers are taken from
 * the highest number of a switch downwards, since operators count from 1. {@code storm-control} has
 * the highest ones.
 *
 * <p>Confined to the event thread.
 */
public final class SwitchMeters {
  /** The number that stands for no meter. */
  public static final long NONE = 0;

  /** The most meters of {@code storm-control} on one switch. */
  private static final int STORMS = 64;

  /** The most meters of reservations on one switch. */
  private static final int RESERVATIONS = 1000;

  private static final long MOST_RATE = 0xffff_ffffL;

  /** The bits of a transaction id that an application has back with an ERROR. */
  private static final long XID_MASK = 0xfff;

  private final ApplicationContext context;
  private final OFMeterFlags unit;
  private final boolean isOfStorms;
  private final Map<Long, Taken> bySwitch = new HashMap<>();

  /** The numbers of a switch, from the highest one downwards. */
  private record Taken(long highest, long count, BitSet slots) {}

  private SwitchMeters(ApplicationContext context, OFMeterFlags unit, boolean isOfStorms) {
    this.context = context;
    this.unit = unit;
    this.isOfStorms = isOfStorms;
  }

  /** Meters in frames a second, of {@code storm-control}. */
  public static SwitchMeters ofStorms(ApplicationContext context) {
    return new SwitchMeters(context, OFMeterFlags.PKTPS, true);
  }

  /** Meters in kbit/s, of {@code bandwidth-on-demand}. */
  public static SwitchMeters ofReservations(ApplicationContext context) {
    return new SwitchMeters(context, OFMeterFlags.KBPS, false);
  }

  /**
   * Takes a meter of a switch. The switch is asked first whether it has meters.
   *
   * @param rate in the unit of the meters; as much may come in a burst of a second
   * @param taker called on the event thread with the meter's number, or {@link #NONE}
   */
  public void take(long datapathId, long rate, LongConsumer taker) {
    Taken known = bySwitch.get(datapathId);
    OFFactory factory = context.switches().factory(datapathId);
    if (known != null) {
      taker.accept(add(datapathId, rate, known));
    } else if (factory.getVersion() == OFVersion.OF_10) {
      taker.accept(NONE);
    } else {
      CompletableFuture<List<OFMessage>> unused =
          context
              .switches()
              .request(datapathId, factory.buildMeterFeaturesStatsRequest().build())
              .whenCompleteAsync(
                  (parts, refused) -> taker.accept(answered(datapathId, rate, parts, refused)),
                  context::later);
    }
  }

  private long answered(long datapathId, long rate, List<OFMessage> parts, Throwable refused) {
    boolean isUnknown = refused instanceof RefusedException r && r.error().isEmpty();
    if (isUnknown && !bySwitch.containsKey(datapathId)) { // it has left, or did not answer
      return NONE;
    }
    long highest = refused == null ? highestIn(parts) : 0;
    return add(datapathId, rate, bySwitch.computeIfAbsent(datapathId, id -> numbers(highest)));
  }

  private static long highestIn(List<OFMessage> parts) {
    return parts.stream()
        .filter(OFMeterFeaturesStatsReply.class::isInstance)
        .mapToLong(part -> ((OFMeterFeaturesStatsReply) part).getFeatures().getMaxMeter())
        .findFirst()
        .orElse(0);
  }

  /** Where a switch has few meters, reservations leave some to storms, and some to operators. */
  private Taken numbers(long highest) {
    if (isOfStorms) {
      return new Taken(highest, Math.min(STORMS, highest), new BitSet());
    }
    long below = highest - Math.min(STORMS, highest / 2);
    return new Taken(below, Math.min(RESERVATIONS, below / 2), new BitSet());
  }

  private long add(long datapathId, long rate, Taken taken) {
    int slot = taken.slots().nextClearBit(0);
    if (slot >= taken.count()) {
      return NONE;
    }
    taken.slots().set(slot);
    long meter = taken.highest() - slot;
    delete(datapathId, meter); // a meter left by an earlier run
    OFFactory factory = context.switches().factory(datapathId);
    long most = Math.min(rate, MOST_RATE);
    send(
        datapathId,
        meter,
        OFMeterModCommand.ADD,
        List.of(factory.meterBands().buildDrop().setRate(most).setBurstSize(most).build()));
    return meter;
  }

  /** Deletes a meter that is not needed any more. */
  public void giveBack(long datapathId, long meter) {
    Taken taken = bySwitch.get(datapathId);
    if (meter != NONE && taken != null) {
      taken.slots().clear((int) (taken.highest() - meter));
      delete(datapathId, meter);
    }
  }

  /**
   * Takes no further meter of a switch until it is forgotten, since it has refused one.
   *
   * @return false when it has done so before
   */
  public boolean takeNoMore(long datapathId) {
    Taken before = bySwitch.get(datapathId);
    if (before == null || before.count() == 0) {
      return false;
    }
    bySwitch.put(datapathId, new Taken(before.highest(), 0, before.slots()));
    return true;
  }

  /** Whether a message about a meter may be the refused one with a transaction id. */
  public static boolean isOf(long meter, int xid) {
    return (meter & XID_MASK) == (xid & XID_MASK);
  }

  /** Forgets a switch that has left; it is asked again when it is back. */
  public void forget(long datapathId) {
    bySwitch.remove(datapathId);
  }

  private void delete(long datapathId, long meter) {
    send(datapathId, meter, OFMeterModCommand.DELETE, List.of());
  }

  private void send(
      long datapathId, long meter, OFMeterModCommand command, List<OFMeterBand> bands) {
    OFFactory factory = context.switches().factory(datapathId);
    if (factory.getVersion() == OFVersion.OF_10) {
      return;
    }
    context
        .switches()
        .send(
            datapathId,
            factory
                .buildMeterMod()
                .setXid(meter & XID_MASK)
                .setCommand(command)
                .setFlags(Set.of(unit, OFMeterFlags.BURST))
                .setMeterId(meter)
                .setMeters(bands)
                .build());
  }
}
