package maestro.apps.hosts;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import maestro.api.PortInfo;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations.NeighbourRole;

/**
 * A host as it was known before a reload, as bytes for the successor of the application. Immutable.
 *
 * <pre>
 *  | format:4 | then each host: key:8 | dpid:8 | port:4 | MAC of port:8 | name of port:2+n
 *             | role:2+n | address count:4 | high:8 | low:8 …
 * </pre>
 *
 * @param key of {@link Vlans#hostKey}
 * @param datapathId its switch
 * @param port its port, as the switch described it
 * @param addresses its IPv4 and IPv6 addresses, in the order in which they were learned
 */
record HostLegacy(
    long key, long datapathId, PortInfo port, NeighbourRole role, List<NetAddress> addresses) {
  /** Changes with the layout, so that another version of the application begins anew. */
  private static final int FORMAT = 0x6d68_0001;

  /** The bytes for {@link #read}. */
  static byte[] toBytes(List<HostLegacy> hosts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(FORMAT);
      for (HostLegacy host : hosts) {
        host.writeTo(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory takes all
    }
    return bytes.toByteArray();
  }

  private void writeTo(DataOutputStream out) throws IOException {
    out.writeLong(key);
    out.writeLong(datapathId);
    out.writeInt(port.number());
    out.writeLong(port.hardwareAddress());
    out.writeUTF(port.name());
    out.writeUTF(role.name());
    out.writeInt(addresses.size());
    for (NetAddress address : addresses) {
      out.writeLong(address.high());
      out.writeLong(address.low());
    }
  }

  /**
   * Reads what was left.
   *
   * @return empty when the bytes are of another version
   */
  static Optional<List<HostLegacy>> read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readInt() != FORMAT) {
        return Optional.empty();
      }
      List<HostLegacy> hosts = new ArrayList<>();
      while (in.available() > 0) {
        hosts.add(readHost(in));
      }
      return Optional.of(hosts);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static HostLegacy readHost(DataInputStream in) throws IOException {
    long key = in.readLong();
    long datapathId = in.readLong();
    int number = in.readInt();
    long hardwareAddress = in.readLong();
    PortInfo port = new PortInfo(number, hardwareAddress, in.readUTF(), true, 0);
    NeighbourRole role = roleOf(in.readUTF());
    List<NetAddress> addresses = new ArrayList<>();
    int vlan = Vlans.vlanOfKey(key);
    for (int left = in.readInt(); left > 0; left--) {
      addresses.add(new NetAddress(vlan, in.readLong(), in.readLong()));
    }
    return new HostLegacy(key, datapathId, port, role, addresses);
  }

  private static NeighbourRole roleOf(String name) throws IOException {
    for (NeighbourRole role : NeighbourRole.values()) {
      if (role.name().equals(name)) {
        return role;
      }
    }
    throw new IOException("no role is called " + name);
  }
}
