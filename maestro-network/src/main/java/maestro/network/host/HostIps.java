package maestro.network.host;

import java.util.HashMap;
import java.util.Map;

/**
 * Which IPv4 address each host has. Host n, counted from 0, has 10.0.0.1 + n, or what a DHCP server
 * gave it. Confined to one thread; asking allocates nothing.
 */
public final class HostIps {
  /** The address of a host that has none. */
  static final int NONE = 0;

  /** No host has the address. */
  static final int NOBODY = -1;

  private static final int FIRST = 10 << 24 | 1;

  private final int[] ips;
  private final Map<Integer, Integer> leased = new HashMap<>();

  public HostIps(int hostCount) {
    this.ips = new int[hostCount];
    for (int host = 0; host < hostCount; host++) {
      ips[host] = usual(host);
    }
  }

  /** The address that a host has when it uses no DHCP. */
  public static int usual(int host) {
    return FIRST + host;
  }

  /** The address of a host, or {@link #NONE}. */
  public int ip(int host) {
    return ips[host];
  }

  /** The host with an address, or {@link #NOBODY}. */
  int host(int ip) {
    int host = ip - FIRST;
    if (host >= 0 && host < ips.length) {
      return ips[host] == ip ? host : NOBODY;
    }
    return leased.isEmpty() ? NOBODY : leased.getOrDefault(ip, NOBODY);
  }

  /** A host has another address now, or {@link #NONE}. */
  void set(int host, int ip) {
    leased.remove(ips[host], host);
    ips[host] = ip;
    if (ip != NONE && ip != usual(host)) {
      leased.put(ip, host);
    }
  }

  /** An address as people write it, or {@code none}. */
  public String text(int host) {
    return ips[host] == NONE ? "none" : HostFrames.text(ips[host]);
  }
}
