package maestro.apps.testkit;

import java.util.HashMap;
import java.util.Map;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;

/** Hosts that are where the test says. Ids of switches have at most six bytes. One thread. */
public final class FakeHosts implements HostLocations {
  private final Map<Long, Long> locations = new HashMap<>();

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
