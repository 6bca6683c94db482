package maestro.apps.hosts;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import maestro.api.PortInfo;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations.NeighbourRole;

/**
 * A host as it was known before a reload, or on another member of a cluster, as bytes for the
 * successor of the application. Immutable.
 *
 * <pre>
 *  | format:4 | then each port with hosts, in their order:
 *             | dpid:8 | port:4 | MAC of port:8 | name of port:2+n | host count:4 | then each host:
 *                       | key:8 | role:1 | IPv4 count:1 | IPv4:4 …
 *                                        | IPv6 count:1 | high:8 | low:8 …
 * </pre>
 *
 * @param key of {@link Vlans#hostKey}
 * @param datapathId its switch
 * @param port its port, as the switch described it
 * @param addresses its IPv4 addresses and then those of IPv6, in the order in which they were
 *     learned
 */
record SavedHost(
    long key, long datapathId, PortInfo port, NeighbourRole role, List<NetAddress> addresses) {
  /** Changes with the layout, so that another version of the application begins anew. */
  private static final int FORMAT = 0x6d68_0002;

  private static final NeighbourRole[] ROLES = {
    NeighbourRole.UNKNOWN, NeighbourRole.HOST, NeighbourRole.ROUTER
  };

  private static final long MOST_KEY = Vlans.hostKey(4095, (1L << 48) - 1);

  /** A port of a switch, as it was described. */
  private record Place(long datapathId, int port, long hardwareAddress, String name) {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::datapathId)
            .thenComparing(Place::port)
            .thenComparing(Place::hardwareAddress)
            .thenComparing(Place::name);

    static Place of(SavedHost host) {
      PortInfo port = host.port;
      return new Place(host.datapathId, port.number(), port.hardwareAddress(), port.name());
    }
  }

  /**
   * The bytes for {@link #read}. When few hosts have changed, few of the bytes have: a cluster
   * sends only these.
   */
  static byte[] toBytes(List<SavedHost> hosts) {
    Map<Place, List<SavedHost>> byPlace = new TreeMap<>(Place.ORDER);
    for (SavedHost host : hosts) {
      byPlace.computeIfAbsent(Place.of(host), ignored -> new ArrayList<>()).add(host);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(FORMAT);
      for (Map.Entry<Place, List<SavedHost>> each : byPlace.entrySet()) {
        Place place = each.getKey();
        out.writeLong(place.datapathId());
        out.writeInt(place.port());
        out.writeLong(place.hardwareAddress());
        out.writeUTF(place.name());
        out.writeInt(each.getValue().size());
        for (SavedHost host : each.getValue()) {
          host.writeTo(out);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory takes all
    }
    return bytes.toByteArray();
  }

  private void writeTo(DataOutputStream out) throws IOException {
    out.writeLong(key);
    out.writeByte(Arrays.asList(ROLES).indexOf(role));
    List<NetAddress> ipv4 = addresses.stream().filter(NetAddress::isIpv4).toList();
    out.writeByte(ipv4.size());
    for (NetAddress address : ipv4) {
      out.writeInt(address.ipv4());
    }
    out.writeByte(addresses.size() - ipv4.size());
    for (NetAddress address : addresses) {
      if (!address.isIpv4()) {
        out.writeLong(address.high());
        out.writeLong(address.low());
      }
    }
  }

  /**
   * Reads what was left.
   *
   * @return empty when the bytes are of another version, or cut
   */
  static Optional<List<SavedHost>> read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readInt() != FORMAT) {
        return Optional.empty();
      }
      List<SavedHost> hosts = new ArrayList<>();
      while (in.available() > 0) {
        long datapathId = in.readLong();
        PortInfo port = new PortInfo(in.readInt(), in.readLong(), in.readUTF(), true, 0);
        for (int left = in.readInt(); left > 0; left--) {
          hosts.add(readHost(in, datapathId, port));
        }
      }
      return Optional.of(hosts);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static SavedHost readHost(DataInputStream in, long datapathId, PortInfo port)
      throws IOException {
    long key = in.readLong();
    int role = in.readUnsignedByte();
    if (key < 0 || key > MOST_KEY || role >= ROLES.length) {
      throw new IOException("no host has key " + key + " and role " + role);
    }
    int vlan = Vlans.vlanOfKey(key);
    List<NetAddress> addresses = new ArrayList<>();
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      addresses.add(new NetAddress(vlan, 0, NetAddress.mapped(in.readInt())));
    }
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      addresses.add(new NetAddress(vlan, in.readLong(), in.readLong()));
    }
    return new SavedHost(key, datapathId, port, ROLES[role], addresses);
  }
}
