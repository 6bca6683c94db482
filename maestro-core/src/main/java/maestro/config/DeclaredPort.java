package maestro.config;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A port whose VLANs are declared. Immutable.
 *
 * @param untagged the VLAN of packets without a tag, of an access port or the native VLAN of a
 *     trunk port; empty for none
 * @param trunk the VLANs with a tag of a trunk port, or {@link #ALL}; empty for an access port
 */
public record DeclaredPort(OptionalInt untagged, Optional<Set<Integer>> trunk) {
  /** All VLANs, as an empty set: a trunk port has at least one VLAN. */
  public static final Set<Integer> ALL = Set.of();

  /** Copies the set. */
  public DeclaredPort {
    trunk = trunk.map(Set::copyOf);
  }
}
