package maestro.apps.handover;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;

/**
 * The network as an application knew it before a reload, or on another member of a cluster, as
 * bytes for its successor. Immutable.
 *
 * <pre>
 *  0        4              8
 *  | format | switch count | dpid:8 …
 *           | link count   | from:8 | fromPort:4 | to:8 | toPort:4 | direct:1 | used:1 …
 *           | role count   | dpid:8 | port:4 | role:2+n …
 * </pre>
 *
 * @param switches datapath ids
 * @param links in one direction each, also those from a switch to itself
 * @param roles of ports; a port without one is unknown
 */
public record SavedNetwork(List<Long> switches, List<Found> links, Map<Port, Role> roles) {
  /** A saved network without switches. */
  public static final SavedNetwork NONE = new SavedNetwork(List.of(), List.of(), Map.of());

  /** Changes with the layout, so that another version of the application begins anew. */
  private static final int FORMAT = 0x6d61_0002;

  /** Makes one of copies. */
  public SavedNetwork {
    switches = List.copyOf(switches);
    links = List.copyOf(links);
    roles = Map.copyOf(roles);
  }

  /**
   * A link and how it was found.
   *
   * @param direct whether LLDP came over it, and not only a broadcast
   * @param used whether it was in the topology
   */
  public record Found(Link link, boolean direct, boolean used) {}

  /** What an application that knows only a topology saves. */
  public static SavedNetwork of(Topology topology) {
    List<Long> switches = new ArrayList<>();
    for (int i = 0; i < topology.switchCount(); i++) {
      switches.add(topology.datapathId(i));
    }
    List<Found> links = topology.links().stream().map(link -> new Found(link, true, true)).toList();
    return new SavedNetwork(switches, links, topology.roles());
  }

  /**
   * Reads saved bytes.
   *
   * @return empty when the bytes are of another version, cut, or make no topology
   */
  public static Optional<SavedNetwork> read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readInt() != FORMAT) {
        return Optional.empty();
      }
      List<Long> switches = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        switches.add(in.readLong());
      }
      List<Found> links = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        Link link = new Link(in.readLong(), in.readInt(), in.readLong(), in.readInt());
        links.add(new Found(link, in.readBoolean(), in.readBoolean()));
      }
      Map<Port, Role> roles = new HashMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        Port port = new Port(in.readLong(), in.readInt());
        roles.put(port, Role.valueOf(in.readUTF()));
      }
      if (in.available() > 0) {
        return Optional.empty();
      }
      SavedNetwork saved = new SavedNetwork(switches, links, roles);
      Topology unused = saved.topology();
      return Optional.of(saved);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The bytes for {@link #read}. */
  public byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(FORMAT);
      out.writeInt(switches.size());
      for (long datapathId : switches) {
        out.writeLong(datapathId);
      }
      out.writeInt(links.size());
      for (Found found : links) {
        out.writeLong(found.link().from());
        out.writeInt(found.link().fromPort());
        out.writeLong(found.link().to());
        out.writeInt(found.link().toPort());
        out.writeBoolean(found.direct());
        out.writeBoolean(found.used());
      }
      List<Port> known = roles.keySet().stream().filter(port -> isKnown(roles.get(port))).toList();
      out.writeInt(known.size());
      for (Port port : known) {
        out.writeLong(port.datapathId());
        out.writeInt(port.number());
        out.writeUTF(roles.get(port).name());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory takes all
    }
    return bytes.toByteArray();
  }

  private static boolean isKnown(Role role) {
    return role == Role.HOST || role.hasSwitches();
  }

  /** The topology: the links that were in use. */
  public Topology topology() {
    List<Link> working = new ArrayList<>();
    for (Found found : links) {
      if (found.used()) {
        working.add(found.link());
      }
    }
    return Topology.of(switches, working, roles);
  }
}
