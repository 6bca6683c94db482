package maestro.apps.hosts;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Hosts that were heard at ports of segments and are known nowhere. A packet of a host behind one
 * of these ports enters the segment there, and is heard at all its other ports. So a host that was
 * heard at all ports is on the segment. That takes one broadcast.
 *
 * <p>At most {@value #MOST} hosts; the first to be heard makes room. Event thread.
 */
final class HeardHosts {
  private static final int MOST = 1024;

  /** By host, the ports, as {@linkplain HostTables#location locations}. */
  private final Map<Long, Set<Long>> heard =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Set<Long>> eldest) {
          return size() > MOST;
        }
      };

  /**
   * Notes that a host was heard at a port of a segment; returns whether it was heard at all ports
   * of the segment. Then the host is not here any more.
   */
  boolean isAtAll(long host, long port, SegmentPorts segments) {
    Set<Long> ports = heard.computeIfAbsent(host, unused -> new HashSet<>());
    ports.add(port);
    boolean isAtAll = segments.areAllOf(segments.placeOf(port), ports);
    if (isAtAll) {
      heard.remove(host);
    }
    return isAtAll;
  }

  /** Forgets a host, which was heard at a port that leads to no segment. */
  void forget(long host) {
    heard.remove(host);
  }

  /** Forgets all hosts. */
  void clear() {
    heard.clear();
  }
}
