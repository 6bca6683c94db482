package maestro.apps.global;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import scala.concurrent.stm.Ref;
import scala.concurrent.stm.japi.STM;

/**
 * A table in which each operation is a transaction: buckets are transactional references to
 * immutable lists. It allocates. A thread that changes a bucket while another thread does starts
 * again.
 */
final class StmTable implements LocationTable {
  private static final int MAX_BUCKET = 32;

  private final List<Ref.View<Host>> buckets;
  private final int shift;

  /** A host, and the next ones in its bucket. */
  private record Host(long address, long location, Host next) {}

  StmTable(int capacity) {
    int count = Math.max(2, Integer.highestOneBit(2 * capacity - 1));
    buckets = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      buckets.add(STM.newRef(null));
    }
    shift = Long.SIZE - Integer.numberOfTrailingZeros(count);
  }

  @Override
  public long get(long address) {
    return find(bucket(address).get(), address);
  }

  @Override
  public long put(long address, long location, long heardNs) {
    Ref.View<Host> bucket = bucket(address);
    Callable<Host> change =
        () -> {
          Host before = bucket.get();
          bucket.set(new Host(address, location, without(before, address, 0)));
          return before;
        };
    return find(STM.atomic(change), address);
  }

  private Ref.View<Host> bucket(long address) {
    return buckets.get((int) ((address * SPREAD) >>> shift));
  }

  private static long find(Host hosts, long address) {
    for (Host host = hosts; host != null; host = host.next) {
      if (host.address == address) {
        return host.location;
      }
    }
    return ABSENT;
  }

  private static Host without(Host hosts, long address, int passed) {
    if (passed == MAX_BUCKET) {
      throw new IllegalStateException("full");
    }
    if (hosts == null || hosts.address == address) {
      return hosts == null ? null : hosts.next;
    }
    return new Host(hosts.address, hosts.location, without(hosts.next, address, passed + 1));
  }
}
