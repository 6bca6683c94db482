package maestro.sequence;

import java.util.Set;
import maestro.api.Vlans;
import maestro.config.DeclaredPort;
import maestro.config.MaestroConfig;

/** Converts the VLANs of the configuration to {@link Vlans} for applications. */
final class DeclaredVlans {
  private DeclaredVlans() {}

  static Vlans of(MaestroConfig.Vlans config) {
    Vlans.Builder vlans = Vlans.builder();
    config
        .bySwitch()
        .forEach((id, ports) -> ports.forEach((number, port) -> add(vlans, id, number, port)));
    return vlans.build();
  }

  private static void add(Vlans.Builder vlans, long datapathId, int number, DeclaredPort port) {
    boolean hasUntagged = port.untagged().isPresent();
    int untagged = port.untagged().orElse(Vlans.DROP);
    if (port.trunk().isEmpty()) {
      vlans.access(datapathId, number, untagged);
      return;
    }
    Set<Integer> trunk = port.trunk().get();
    int[] tagged = trunk.stream().mapToInt(Integer::intValue).toArray();
    if (trunk.equals(DeclaredPort.ALL) && hasUntagged) {
      vlans.trunkOfAllWithNative(datapathId, number, untagged);
    } else if (trunk.equals(DeclaredPort.ALL)) {
      vlans.trunkOfAll(datapathId, number);
    } else if (hasUntagged) {
      vlans.trunkWithNative(datapathId, number, untagged, tagged);
    } else {
      vlans.trunk(datapathId, number, tagged);
    }
  }
}
