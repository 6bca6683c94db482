package maestro.control.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import maestro.Maestro;
import maestro.api.PortInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.net.connection.Connection;
import maestro.net.session.PortReading;
import maestro.net.session.Session;
import maestro.openflow.PortCounter;
import org.jspecify.annotations.Nullable;

/**
 * How much traffic the links carry, from the byte counters of the ports at their ends: the load of
 * a link is what its sending port has sent since the reading before; where that is not known, what
 * the port at the other end has received. Confined to the control thread.
 */
public final class LinkLoads {
  private static final double BITS_PER_BYTE = Byte.SIZE;
  private static final double BITS_PER_KILOBIT = 1e3;

  /**
   * What a link carries.
   *
   * @param bitsPerSecond in its direction
   * @param speedKbps of the slower port at its ends; 0 when none says it
   */
  public record Load(double bitsPerSecond, long speedKbps) {
    /** The part of its speed that is in use; NaN when the speed is not known. */
    public double part() {
      return speedKbps == 0 ? Double.NaN : bitsPerSecond / BITS_PER_KILOBIT / speedKbps;
    }
  }

  private final Supplier<Topology> topologies;
  private final Supplier<List<Connection>> ready;
  private final PortReadings readings;
  private Map<Link, Load> loads = Map.of();

  /**
   * None is known yet.
   *
   * @param ready the connected switches
   * @param readings of their ports
   */
  public LinkLoads(
      Supplier<Topology> topologies, Supplier<List<Connection>> ready, PortReadings readings) {
    this.topologies = topologies;
    this.ready = ready;
    this.readings = readings;
  }

  /** Those of a controller. */
  public static LinkLoads of(Maestro maestro, SwitchShares shares, PortReadings readings) {
    return new LinkLoads(
        () -> maestro.applications().network().topology().orElse(Topology.EMPTY),
        shares::ready,
        readings);
  }

  /** The links whose load is known. */
  public Map<Link, Load> all() {
    return loads;
  }

  /** Takes new readings. To be called once a second. */
  public void everySecond() {
    Topology topology = topologies.get();
    if (topology.links().isEmpty()) {
      loads = Map.of();
      return;
    }
    Map<Long, Connection> byDatapathId = new HashMap<>();
    ready.get().forEach(each -> byDatapathId.put(SwitchShares.datapathId(each), each));
    Map<Link, Load> measured = new HashMap<>();
    for (Link link : topology.links()) {
      Connection from = byDatapathId.get(link.from());
      Connection to = byDatapathId.get(link.to());
      double bytes = rate(from, link.fromPort(), PortCounter.TX_BYTES);
      if (Double.isNaN(bytes)) {
        bytes = rate(to, link.toPort(), PortCounter.RX_BYTES);
      }
      if (!Double.isNaN(bytes)) {
        long one = speed(from, link.fromPort());
        long other = speed(to, link.toPort());
        long slower = one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
        measured.put(link, new Load(bytes * BITS_PER_BYTE, slower));
      }
    }
    loads = measured;
  }

  private double rate(@Nullable Connection of, int port, PortCounter which) {
    PortReading last = of == null ? null : readings.last(of);
    PortReading before = of == null ? null : readings.before(of);
    return last == null || before == null ? Double.NaN : last.rate(before, port, which);
  }

  private static long speed(@Nullable Connection of, int port) {
    PortInfo known = of == null ? null : Session.of(of).ports().get(port);
    return known == null ? 0 : known.speedKbps();
  }

  /** The links that carry most, the busiest first; a bounded number. */
  public List<Map.Entry<Link, Load>> busiest(int most) {
    List<Map.Entry<Link, Load>> all = new ArrayList<>(loads.entrySet());
    all.sort(
        Comparator.comparingDouble((Map.Entry<Link, Load> each) -> each.getValue().bitsPerSecond())
            .reversed());
    return all.subList(0, Math.min(most, all.size()));
  }
}
