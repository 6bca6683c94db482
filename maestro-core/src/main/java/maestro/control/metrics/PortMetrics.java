package maestro.control.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import maestro.api.PortInfo;
import maestro.config.SwitchNames;
import maestro.control.measure.PortReadings;
import maestro.control.measure.SwitchShares;
import maestro.net.connection.Connection;
import maestro.net.session.PortReading;
import maestro.net.session.Session;
import maestro.openflow.PortCounter;
import maestro.openflow.PortNumber;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of ports: of those that carry most each on its own, of all others the sums.
 *
 * <ol>
 *   <li>The series of one port has the counters as its switch shows them. So they begin anew at 0
 *       when the switch does.
 *   <li>The series of the others never falls: it has what each of them has counted between two
 *       readings of one connection, while it was one of the others.
 * </ol>
 *
 * <p>Confined to the control thread.
 */
@SuppressWarnings("EnumOrdinal") // the enum is the index: nothing is stored beyond the process
final class PortMetrics {
  private static final PortCounter[] COUNTERS = PortCounter.values();
  private static final double MARGIN_BYTES = 1e6;
  private static final double BYTES_PER_KILOBIT = 125;
  private static final byte[] OTHERS =
      MetricText.labels("dpid", "other", "port", "other", "port_name", "");

  /** One port of one switch. */
  private record Key(long datapathId, int port) {}

  /** A port of a connected switch. */
  private static final class Known {
    final PortInfo info;
    final Key key;
    final @Nullable PortReading last;

    /** Up to where the others have what it has counted. */
    final @Nullable PortReading before;

    Known(Connection of, PortInfo info, @Nullable PortReading last, @Nullable PortReading before) {
      this.info = info;
      this.key = new Key(SwitchShares.datapathId(of), info.number());
      this.last = last;
      this.before = before;
    }

    /** What it has counted; {@link PortReading#UNKNOWN} when that is so. */
    long counter(PortCounter which) {
      return last == null ? PortReading.UNKNOWN : last.counter(info.number(), which);
    }

    double bytes() {
      return known(counter(PortCounter.RX_BYTES)) + known(counter(PortCounter.TX_BYTES));
    }

    private static double known(long counter) {
      return counter == PortReading.UNKNOWN ? 0 : unsigned(counter);
    }
  }

  private final SwitchShares shares;
  private final PortReadings readings;
  private final Supplier<SwitchNames> names;
  private final NamedFew<Key> few;

  /** The sums of the others. */
  private final long[] others = new long[COUNTERS.length];

  private boolean hasOthers;

  /** Up to which reading the others have what a connection has counted. */
  private Map<Connection, PortReading> counted = new HashMap<>();

  /**
   * Makes the metrics.
   *
   * @param names in force
   * @param most how many ports have metrics of their own
   */
  PortMetrics(SwitchShares shares, PortReadings readings, Supplier<SwitchNames> names, int most) {
    this.shares = shares;
    this.readings = readings;
    this.names = names;
    this.few = new NamedFew<>(most, MARGIN_BYTES);
  }

  /** Writes them all. */
  void write(Families families, long nowNs) {
    List<Known> named = named(nowNs);
    List<byte[]> labels = named.stream().map(each -> labels(names.get(), each)).toList();
    for (PortCounter each : COUNTERS) {
      families.counters(
          "maestro_port_" + name(each),
          help(each),
          to -> {
            for (int i = 0; i < named.size(); i++) {
              long counter = named.get(i).counter(each); // 1
              if (counter != PortReading.UNKNOWN) {
                to.add(unsigned(counter), labels.get(i));
              }
            }
            if (hasOthers) {
              to.add(unsigned(others[each.ordinal()]), OTHERS);
            }
          });
    }
    families.gauges(
        "maestro_port_up",
        "1 when the port forwards, else 0",
        to -> {
          for (int i = 0; i < named.size(); i++) {
            to.add(named.get(i).info.up() ? 1 : 0, labels.get(i));
          }
        });
    families.gauges(
        "maestro_port_speed_bytes_per_second",
        "the speed of the port in bytes a second, as its switch says it",
        to -> {
          for (int i = 0; i < named.size(); i++) {
            long speedKbps = named.get(i).info.speedKbps();
            if (speedKbps > 0) {
              to.add((double) speedKbps * BYTES_PER_KILOBIT, labels.get(i));
            }
          }
        });
  }

  /** The ports that have names now; takes what the others have counted. */
  private List<Known> named(long nowNs) {
    List<Known> all = new ArrayList<>();
    Map<Connection, PortReading> next = new HashMap<>();
    for (Connection each : shares.ready()) {
      PortReading before = counted.get(each);
      PortReading last = readings.last(each);
      Session.of(each).portList().forEach(info -> all.add(new Known(each, info, last, before)));
      PortReading newest = last == null ? before : last;
      if (newest != null) {
        next.put(each, newest);
      }
    }
    counted = next;
    Map<Key, Double> scores = new HashMap<>();
    all.forEach(each -> scores.put(each.key, each.bytes()));
    few.update(nowNs, scores);
    List<Known> named = new ArrayList<>();
    for (Known each : all) {
      if (few.contains(each.key)) {
        named.add(each);
      } else {
        addGrowth(each);
      }
    }
    return named;
  }

  private void addGrowth(Known port) {
    if (port.before == null) {
      return;
    }
    hasOthers = true;
    for (PortCounter each : COUNTERS) { // 2
      long now = port.counter(each);
      long then = port.before.counter(port.info.number(), each);
      if (now != PortReading.UNKNOWN && then != PortReading.UNKNOWN) {
        others[each.ordinal()] += Long.compareUnsigned(now, then) >= 0 ? now - then : now;
      }
    }
  }

  private static byte[] labels(SwitchNames names, Known port) {
    int number = port.info.number();
    return MetricText.labels(
        SwitchMetrics.labels(
            names,
            port.key.datapathId(),
            "port",
            PortNumber.text(number),
            "port_name",
            names.ofPort(port.key.datapathId(), number).orElse(port.info.name())));
  }

  private static double unsigned(long counter) {
    return counter >= 0 ? (double) counter : 2 * (double) (counter >>> 1);
  }

  private static String name(PortCounter of) {
    return switch (of) {
      case RX_PACKETS -> "receive_packets";
      case TX_PACKETS -> "transmit_packets";
      case RX_BYTES -> "receive_bytes";
      case TX_BYTES -> "transmit_bytes";
      case RX_DROPPED -> "receive_dropped_packets";
      case TX_DROPPED -> "transmit_dropped_packets";
      case RX_ERRORS -> "receive_errors";
      case TX_ERRORS -> "transmit_errors";
    };
  }

  private static String help(PortCounter of) {
    return switch (of) {
      case RX_PACKETS -> "packets that came in by the port";
      case TX_PACKETS -> "packets that left by the port";
      case RX_BYTES -> "bytes that came in by the port";
      case TX_BYTES -> "bytes that left by the port";
      case RX_DROPPED -> "packets that came in and were dropped";
      case TX_DROPPED -> "packets that were to leave and were dropped";
      case RX_ERRORS -> "packets that came in with errors";
      case TX_ERRORS -> "errors while packets left";
    };
  }
}
