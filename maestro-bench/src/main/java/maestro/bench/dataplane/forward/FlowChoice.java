package maestro.bench.dataplane.forward;

/**
 * Chooses the flow of each next frame: any of one range, by chance and evenly, or of one of two
 * ranges. Reproducible by its seed. Confined to one thread; choosing allocates nothing.
 */
public final class FlowChoice {
  private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;
  private static final double CERTAIN = 1L << 32;

  private final int first;
  private final int count;
  private final int step;
  private final int otherFirst;
  private final int otherCount;

  /** Of 2³² numbers, those that choose the first range. */
  private final long share;

  private long state;
  private long chosenFirst;
  private long chosenOther;

  private FlowChoice(
      int first, int count, int step, int otherFirst, int otherCount, double share, long seed) {
    this.first = first;
    this.count = count;
    this.step = step;
    this.otherFirst = otherFirst;
    this.otherCount = otherCount;
    this.share = Math.round(share * CERTAIN);
    this.state = seed;
  }

  /** Always the first flow. */
  public static FlowChoice one(long seed) {
    return mixed(1, 1, 0, 1, seed);
  }

  /** Any of the first {@code count} flows. */
  public static FlowChoice many(int count, long seed) {
    return mixed(count, count, 0, 1, seed);
  }

  /**
   * Every second flow.
   *
   * @param odd whether those with an odd number
   * @param flowCount how many flows there are, odd and even
   */
  public static FlowChoice half(boolean odd, int flowCount, long seed) {
    int first = odd && flowCount > 1 ? 1 : 0;
    return new FlowChoice(first, Math.max(1, flowCount / 2), 2, 0, 1, 1, seed);
  }

  /**
   * Any of the first {@code count} flows with some probability, and otherwise any of the {@code
   * otherCount} from {@code otherFirst} on.
   *
   * @param share the probability, 0 to 1
   */
  public static FlowChoice mixed(
      int count, int otherFirst, int otherCount, double share, long seed) {
    return new FlowChoice(0, count, 1, otherFirst, otherCount, share, seed);
  }

  /** The flow of the next frame. */
  int next() {
    long number = random();
    if ((number & 0xffff_ffffL) < share) {
      chosenFirst++;
      return first + step * scaled(number, count);
    }
    chosenOther++;
    return otherFirst + scaled(number, otherCount);
  }

  /** A number below {@code count}, from the upper half of a random one. */
  private static int scaled(long number, int count) {
    return (int) (((number >>> 32) * count) >>> 32);
  }

  /** SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
  long random() {
    state += GOLDEN;
    long z = (state ^ (state >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return z ^ (z >>> 31);
  }

  /** How often the first range was chosen. */
  long chosenFirst() {
    return chosenFirst;
  }

  /** How often the other one was chosen. */
  long chosenOther() {
    return chosenOther;
  }
}
