package maestro.emulator.engine.clock;

/**
 * Times in 32 bits: units of 64 ns since an origin, which go round after 274 s. A difference is
 * right as long as it is shorter than that.
 */
public final class Ticks {
  private static final int SHIFT = 6;

  private final long originNs;

  public Ticks(long originNs) {
    this.originNs = originNs;
  }

  public int of(long timeNs) {
    return (int) ((timeNs - originNs) >> SHIFT);
  }

  /** Nanoseconds from an earlier tick until a later time. */
  public long delayNs(int earlierTick, long laterNs) {
    return ((of(laterNs) - earlierTick) & 0xffff_ffffL) << SHIFT;
  }
}
