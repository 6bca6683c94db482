package maestro.apps.bandwidth;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import maestro.api.Switches;
import maestro.api.View;
import maestro.api.topology.HostLocations;
import maestro.apps.bandwidth.FlowPath.Hop;
import maestro.apps.bandwidth.LinkReservations.Reservation;
import maestro.apps.routing.RoutingTable;

/**
 * Reservations that operators have asked for, for all IPv4 packets from one host to another.
 *
 * <ol>
 *   <li>One is made along the first shortest path with enough free bandwidth, with entries that
 *       stay until it is given back.
 *   <li>When its path is gone, or a host of it, it waits. It is made again, perhaps elsewhere, when
 *       the network or a host has changed, and from time to time.
 *   <li>When another member of the cluster was active, what was asked for there takes the place of
 *       what was asked for here; and waits.
 * </ol>
 *
 * <p>On the event thread, except where stated.
 */
final class AskedReservations {
  /** Changes with the layout of {@link #toBytes}. */
  private static final int FORMAT = 0x6d62_0001;

  /** The most reservations that operators may ask for. */
  static final int MOST = 10_000;

  private final View<RoutingTable> routes;
  private final View<HostLocations> hosts;
  private final LinkReservations reservations;
  private final ReservedFlows flows;
  private final Entries entries;
  private final Switches switches;
  private final int alternatives;
  private final Map<String, Asked> byId = new LinkedHashMap<>();
  private long lastNumber;

  /** What is asked for, for another member. Volatile. */
  private volatile Left left = new Left(0, List.of());

  /**
   * What is asked for. Immutable.
   *
   * @param lastNumber of the last one, which may be given back
   */
  private record Left(long lastNumber, List<Asked> asked) {}

  /** What was asked for. Its flow is null while it waits. */
  static final class Asked {
    private final String id;
    private final FlowKey key;
    private final long kbps;
    private ReservedFlow flow;

    private Asked(String id, FlowKey key, long kbps) {
      this.id = id;
      this.key = key;
      this.kbps = kbps;
    }

    String id() {
      return id;
    }

    FlowKey key() {
      return key;
    }

    long kbps() {
      return kbps;
    }
  }

  AskedReservations(
      View<RoutingTable> routes,
      View<HostLocations> hosts,
      LinkReservations reservations,
      ReservedFlows flows,
      Entries entries,
      Switches switches,
      int alternatives) {
    this.routes = routes;
    this.hosts = hosts;
    this.reservations = reservations;
    this.flows = flows;
    this.entries = entries;
    this.switches = switches;
    this.alternatives = alternatives;
  }

  Collection<Asked> all() {
    return byId.values();
  }

  /** The reservation with an id, or null. */
  Asked find(String id) {
    return byId.get(id);
  }

  /** The reservation between two hosts, or null. */
  Asked between(long ethSrc, long ethDst) {
    FlowKey key = FlowKey.between(ethSrc, ethDst);
    return byId.values().stream().filter(each -> each.key.equals(key)).findFirst().orElse(null);
  }

  /** The flow of a reservation; null while it waits. */
  ReservedFlow flowOf(Asked asked) {
    ReservedFlow flow = asked.flow;
    return flow != null && flow.equals(flows.find(asked.key)) ? flow : null;
  }

  /**
   * Makes a reservation.
   *
   * @return null when no path has enough bandwidth
   */
  Asked ask(long ethSrc, long ethDst, long kbps) {
    Asked asked = new Asked("r" + (lastNumber + 1), FlowKey.between(ethSrc, ethDst), kbps);
    if (!make(asked)) {
      return null;
    }
    lastNumber++;
    byId.put(asked.id, asked);
    changed();
    return asked;
  }

  /** Gives a reservation back. */
  void giveBack(Asked asked) {
    byId.remove(asked.id);
    changed();
    ReservedFlow flow = flowOf(asked);
    if (flow != null) {
      flows.end(flow);
    }
  }

  private void changed() {
    left = new Left(lastNumber, List.copyOf(byId.values()));
  }

  /**
   * What is asked for, as bytes for {@link #restore}. Any thread.
   *
   * <pre>
   *  | format:4 | last number:8 | then each: id:2+n | from:8 | to:8 | kbps:8
   * </pre>
   */
  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      Left now = left;
      out.writeInt(FORMAT);
      out.writeLong(now.lastNumber());
      for (Asked each : now.asked()) {
        out.writeUTF(each.id);
        out.writeLong(each.key.ethSrc());
        out.writeLong(each.key.ethDst());
        out.writeLong(each.kbps);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory takes all
    }
    return bytes.toByteArray();
  }

  /**
   * Takes over what was asked for on another member.
   *
   * @throws IllegalArgumentException when the bytes are of another version, or cut
   */
  void restore(byte[] bytes) { // 3
    Map<String, Asked> next = new LinkedHashMap<>();
    long number;
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int format = in.readInt();
      number = in.readLong();
      while (format == FORMAT && in.available() > 0) {
        String id = in.readUTF();
        FlowKey key = FlowKey.between(in.readLong(), in.readLong());
        next.put(id, new Asked(id, key, in.readLong()));
      }
      if (format != FORMAT) {
        throw new IllegalArgumentException("reservations of another version");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("reservations that are cut", e);
    }
    List.copyOf(byId.values()).forEach(this::giveBack);
    byId.putAll(next);
    lastNumber = number;
    changed();
  }

  private boolean make(Asked asked) { // 1
    HostLocations known = hosts.now();
    long source = known.locationOf(asked.key.ethSrc());
    long target = known.locationOf(asked.key.ethDst());
    RoutingTable table = routes.now();
    if (!FlowPath.hasEndAt(table, known, source) || !FlowPath.hasEndAt(table, known, target)) {
      return false;
    }
    int from = table.topology().indexOf(known.datapathIdOf(source));
    int to = table.topology().indexOf(known.datapathIdOf(target));
    if (from < 0 || to < 0) {
      return false;
    }
    List<FlowPath> ways =
        FlowPath.shortest(
            table, from, known.portOf(source), to, known.portOf(target), alternatives);
    Reservation reservation = reservations.reserve(ways, asked.kbps);
    asked.flow = reservation == null ? null : flows.begin(asked.key, reservation);
    if (asked.flow == null) {
      return false;
    }
    install(asked.flow);
    return true;
  }

  private void install(ReservedFlow flow) {
    List<Hop> hops = flow.route().hops();
    for (int i = hops.size() - 1; i >= 0; i--) {
      switches.send(hops.get(i).datapathId(), entries.forward(flow, hops.get(i)));
    }
  }

  /** Makes those again that wait. */
  void makeAgain() { // 2
    for (Asked each : new ArrayList<>(byId.values())) {
      if (flowOf(each) == null) {
        boolean unused = make(each);
      }
    }
  }
}
