package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** How long something has been there, as messages of both versions have it. Stateless. */
final class Age {
  private static final long NS_PER_S = TimeUnit.SECONDS.toNanos(1);

  private Age() {}

  /** Writes an age: the seconds, then the nanoseconds that are left. */
  static void put(ByteBuffer b, int at, long ageNs) {
    b.putInt(at, (int) (ageNs / NS_PER_S)).putInt(at + 4, (int) (ageNs % NS_PER_S));
  }
}
