package maestro.bench.dataplane.forward;

import java.util.function.LongSupplier;

/** The clock of a forwarder: read once for each burst. Confined to one thread. */
final class BurstClock implements LongSupplier {
  private final LongSupplier source;
  private long nowNs;

  /** The time of the machine. */
  BurstClock() {
    this(System::nanoTime);
  }

  /**
   * @param source nanoseconds since an arbitrary origin
   */
  BurstClock(LongSupplier source) {
    this.source = source;
    this.nowNs = source.getAsLong();
  }

  /** Reads the time; returns it. */
  long tick() {
    nowNs = source.getAsLong();
    return nowNs;
  }

  @Override
  public long getAsLong() {
    return nowNs;
  }
}
