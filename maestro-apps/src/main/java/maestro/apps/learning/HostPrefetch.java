package maestro.apps.learning;

import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.api.SwitchLocal;
import maestro.api.Vlans;

/**
 * Begins the look-ups of a whole batch before the first is needed, in a table that is large. A
 * large table is in memory and not in a cache, and each request would wait for it twice. Small
 * tables are skipped, since the look-ups would cost more than they save.
 *
 * <p>One for each worker. Allocates nothing.
 */
final class HostPrefetch {
  /** A table with this many slots, 192 KiB large, is assumed not to be in a near cache. */
  private static final int LARGE_SLOTS = 1 << 14;

  /** Addresses whose look-ups begin together; even. */
  private static final int FETCHED_AT_ONCE = 512;

  private final SwitchLocal<KnownSwitch> switches;
  private final long[] addresses = new long[FETCHED_AT_ONCE];

  /** See {@link LearnedHosts#fetch}. */
  @SuppressWarnings("UnusedVariable") // the compiler must believe that the value is used
  private long fetched;

  HostPrefetch(SwitchLocal<KnownSwitch> switches) {
    this.switches = switches;
  }

  /** Walks the batch once, and goes back to its beginning. */
  void fetch(FlowBatch batch) {
    int count = 0;
    LearnedHosts hosts = null;
    boolean isLarge = batch.count() > 1 && batch.next();
    while (isLarge) {
      FlowRequest request = batch.request();
      KnownSwitch known = switches.of(request);
      if (known.hosts() != hosts || count == FETCHED_AT_ONCE) {
        fetch(hosts, count);
        hosts = known.hosts();
        count = 0;
      }
      int vlan = known.vlans().vlanOf(request);
      addresses[count++] = Vlans.hostKey(vlan, request.ethSrc());
      addresses[count++] = Vlans.hostKey(vlan, request.ethDst());
      isLarge = hosts.slots() >= LARGE_SLOTS && batch.next();
    }
    fetch(hosts, count);
    batch.rewind();
  }

  private void fetch(LearnedHosts hosts, int count) {
    if (count > 2) {
      fetched = hosts.fetch(addresses, count);
    }
  }
}
