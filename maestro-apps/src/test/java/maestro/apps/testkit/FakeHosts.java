package maestro.apps.testkit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Topology.Port;

/** Hosts that are where the test says. Ids of switches have at most six bytes. One thread. */
public final class FakeHosts implements HostLocations {
  private final Map<Long, Long> locations = new HashMap<>();

  /** The hosts that have not sent. */
  private final Set<Long> supposed = new HashSet<>();

  /** The controller knows where an untagged host is. */
  public void put(long ethAddress, long datapathId, int port) {
    put(Vlans.UNTAGGED, ethAddress, datapathId, port);
  }

  /** The controller knows where a host of a VLAN is. */
  public void put(int vlan, long ethAddress, long datapathId, int port) {
    locations.put(Vlans.hostKey(vlan, ethAddress), datapathId << 16 | port);
  }

  /** The controller does not know any more where an untagged host is. */
  public void forget(long ethAddress) {
    locations.remove(ethAddress);
  }

  @Override
  public void recoverLocation(int vlan, long ethAddress, long datapathId, int port) {
    long host = Vlans.hostKey(vlan, ethAddress);
    if (locations.putIfAbsent(host, datapathId << 16 | port) == null) {
      supposed.add(host);
    }
  }

  /** Ports turn out to lead to switches. */
  public void noHostsAt(Predicate<Port> isToSwitch) {
    supposed.removeIf(
        host ->
            locations.containsKey(host)
                && isToSwitch.test(portAt(locations.get(host)))
                && locations.remove(host) != null);
  }

  private Port portAt(long location) {
    return new Port(datapathIdOf(location), portOf(location));
  }

  /** The controller does not know any more where the hosts of a switch are. */
  public void forgetHostsAt(long datapathId) {
    locations.values().removeIf(location -> datapathIdOf(location) == datapathId);
  }

  /** The controller does not know any more where anybody is. */
  public void forgetAll() {
    locations.clear();
  }

  @Override
  public long locationOf(int vlan, long ethAddress) {
    return locations.getOrDefault(Vlans.hostKey(vlan, ethAddress), UNKNOWN);
  }

  @Override
  public long locationOf(long ethAddress) {
    return locationOf(Vlans.UNTAGGED, ethAddress);
  }

  @Override
  public long datapathIdOf(long location) {
    return location >>> 16;
  }

  @Override
  public int portOf(long location) {
    return (int) location & 0xffff;
  }

  @Override
  public long ethAddressOf(int ipv4) {
    return UNKNOWN;
  }

  @Override
  public int count() {
    return locations.size();
  }
}
