package maestro.apps.storm;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import maestro.api.ApplicationContext;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFMeterFeaturesStatsReply;
import org.projectfloodlight.openflow.protocol.OFMeterFlags;
import org.projectfloodlight.openflow.protocol.OFMeterModCommand;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.meterband.OFMeterBand;

/**
 * The meters in use, one for each storm, on switches that have meters. Numbers are taken from the
 * highest number of a switch downwards, since operators count from 1.
 *
 * <p>Confined to the event thread.
 */
final class StormMeters {
  /** The number that stands for no meter. */
  static final long NONE = 0;

  /** The most meters in use on one switch. */
  private static final int MOST = 64;

  private final ApplicationContext context;
  private final long framesPerSecond;
  private final Map<Long, Taken> bySwitch = new HashMap<>();

  private record Taken(long highest, BitSet slots) {}

  StormMeters(ApplicationContext context, long framesPerSecond) {
    this.context = context;
    this.framesPerSecond = framesPerSecond;
  }

  /**
   * Takes a meter of a switch. The switch is asked first whether it has meters.
   *
   * @param taker called on the event thread with the meter's number, or {@link #NONE}
   */
  void take(long datapathId, LongConsumer taker) {
    Taken known = bySwitch.get(datapathId);
    OFFactory factory = context.switches().factory(datapathId);
    if (known != null) {
      taker.accept(add(datapathId, known));
    } else if (factory.getVersion() == OFVersion.OF_10) {
      taker.accept(NONE);
    } else {
      CompletableFuture<List<OFMessage>> unused =
          context
              .switches()
              .request(datapathId, factory.buildMeterFeaturesStatsRequest().build())
              .whenCompleteAsync(
                  (parts, refused) -> {
                    long highest = refused == null ? highestIn(parts) : 0;
                    Taken taken =
                        bySwitch.computeIfAbsent(
                            datapathId, id -> new Taken(highest, new BitSet()));
                    taker.accept(add(datapathId, taken));
                  },
                  context::later);
    }
  }

  private static long highestIn(List<OFMessage> parts) {
    return parts.stream()
        .filter(OFMeterFeaturesStatsReply.class::isInstance)
        .mapToLong(part -> ((OFMeterFeaturesStatsReply) part).getFeatures().getMaxMeter())
        .findFirst()
        .orElse(0);
  }

  private long add(long datapathId, Taken taken) {
    int slot = taken.slots().nextClearBit(0);
    if (slot >= Math.min(MOST, taken.highest())) {
      return NONE;
    }
    taken.slots().set(slot);
    long meter = taken.highest() - slot;
    send(datapathId, meter, OFMeterModCommand.DELETE); // a meter left by an earlier run
    send(datapathId, meter, OFMeterModCommand.ADD);
    return meter;
  }

  /** Deletes the meter of a storm that is over. */
  void giveBack(long datapathId, long meter) {
    Taken taken = bySwitch.get(datapathId);
    if (meter != NONE && taken != null) {
      taken.slots().clear((int) (taken.highest() - meter));
      send(datapathId, meter, OFMeterModCommand.DELETE);
    }
  }

  /** Forgets a switch that has left; it is asked again when it is back. */
  void forget(long datapathId) {
    bySwitch.remove(datapathId);
  }

  private void send(long datapathId, long meter, OFMeterModCommand command) {
    OFFactory factory = context.switches().factory(datapathId);
    if (factory.getVersion() == OFVersion.OF_10) {
      return;
    }
    List<OFMeterBand> bands =
        command == OFMeterModCommand.DELETE
            ? List.of()
            : List.of(
                factory
                    .meterBands()
                    .buildDrop()
                    .setRate(framesPerSecond)
                    .setBurstSize(framesPerSecond)
                    .build());
    context
        .switches()
        .send(
            datapathId,
            factory
                .buildMeterMod()
                .setCommand(command)
                .setFlags(Set.of(OFMeterFlags.PKTPS, OFMeterFlags.BURST))
                .setMeterId(meter)
                .setMeters(bands)
                .build());
  }
}
