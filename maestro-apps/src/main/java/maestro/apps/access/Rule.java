package maestro.apps.access;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import maestro.api.FlowRequest;
import maestro.apps.match.PacketField;
import maestro.apps.match.PacketMatch;

/**
 * Denies or allows some packets. Immutable.
 *
 * @param denies whether the packets are dropped
 * @param packets the packets that it matches, unless an earlier rule does
 */
record Rule(boolean denies, PacketMatch packets) {
  private static final long IPV6 = 0x86dd;
  private static final Set<PacketField> PORTS =
      Collections.unmodifiableSet(EnumSet.of(PacketField.L4_SRC, PacketField.L4_DST));
  private static final Set<PacketField> HEADERS =
      Collections.unmodifiableSet(EnumSet.range(PacketField.IP_SRC, PacketField.L4_DST));

  /**
   * The fields that a switch reads like {@link FlowRequest}, provided that both read the fields
   * before them in {@link PacketField} alike. Ports of fragments are an exception. The protocol of
   * IPv6 is not among them, since a switch need not read beyond extension headers.
   */
  Set<PacketField> readAlike() {
    return packets.valueOf(PacketField.ETH_TYPE) == IPV6 ? PORTS : HEADERS;
  }

  /** Whether it matches ports, or the type and code of ICMP. */
  boolean wantsPorts() {
    return packets.wants(PacketField.L4_SRC) || packets.wants(PacketField.L4_DST);
  }
}
