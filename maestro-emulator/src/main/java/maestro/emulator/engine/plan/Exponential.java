package maestro.emulator.engine.plan;

/**
 * Exponential random numbers of mean 1, without a logarithm for 99 of 100.
 *
 * <p>The ziggurat of Marsaglia and Tsang (Journal of Statistical Software 5(8), 2000) in 256 layers
 * of equal area: a point of a layer that lies below the next layer's width is below the curve. In
 * the lowest layer a point beyond its rectangle belongs to the tail, which is the whole
 * distribution once more, moved. The seed decides everything, so that a number can be drawn again.
 */
final class Exponential {
  private static final int LAYERS = 256;

  /** Where the tail begins. */
  private static final double TAIL = 7.69711747013105;

  /** The area of each layer: of the lowest one with the tail. */
  private static final double AREA = TAIL * Math.exp(-TAIL) + Math.exp(-TAIL);

  private static final double UNIT = 0x1p-53;

  /** Widths of the layers, the lowest first; then 0, the width of what lies above the highest. */
  private static final double[] WIDTH = new double[LAYERS + 1];

  /** Heights of the curve at these widths. */
  private static final double[] HEIGHT = new double[LAYERS + 1];

  static {
    WIDTH[0] = AREA / Math.exp(-TAIL);
    WIDTH[1] = TAIL;
    HEIGHT[1] = Math.exp(-TAIL);
    for (int i = 2; i < LAYERS; i++) {
      HEIGHT[i] = HEIGHT[i - 1] + AREA / WIDTH[i - 1];
      WIDTH[i] = -Math.log(HEIGHT[i]);
    }
    HEIGHT[LAYERS] = 1;
  }

  private Exponential() {}

  /** The number of a seed; seeds have to be random themselves in all 64 bits. */
  static double of(long seed) {
    int layer = (int) seed & (LAYERS - 1);
    double x = (seed >>> 11) * UNIT * WIDTH[layer];
    return x < WIDTH[layer + 1] ? x : outside(seed, layer, x);
  }

  /** The one point in a hundred that may lie above the curve. */
  private static double outside(long seed, int layer, double x) {
    long again = SplitMix.next(seed);
    if (layer == 0) {
      return TAIL + of(again);
    }
    double y = HEIGHT[layer] + (again >>> 11) * UNIT * (HEIGHT[layer + 1] - HEIGHT[layer]);
    return y < Math.exp(-x) ? x : of(SplitMix.next(again));
  }
}
