package maestro.bench.dataplane.forward;

/**
 * The receive ring of a port, which frames of two flows reach at a constant total rate. A frame
 * that finds the ring full is lost. Which flow a frame is of is chosen by chance, so that the
 * moments at which the ring is full favour none. Confined to one thread.
 */
public final class ReceiveRing {
  /** As many as the driver of the study's network cards has by default. */
  static final int FRAMES = 256;

  static final int FLOWS = 2;

  private final double betweenNs;
  private final double firstShare;
  private final FlowChoice chance;
  private final byte[] flows = new byte[FRAMES];
  private final double[] arrivedNs = new double[FRAMES];
  private final long[] offered = new long[FLOWS];
  private final long[] lost = new long[FLOWS];
  private double nextNs;
  private int taken;
  private int waiting;

  /**
   * An empty ring.
   *
   * @param framesPerSecond that reach it, of both flows
   * @param firstShare the part of them that is of the first flow, 0 to 1
   */
  public ReceiveRing(double framesPerSecond, double firstShare, long seed) {
    this.betweenNs = 1e9 / framesPerSecond;
    this.firstShare = firstShare;
    this.chance = FlowChoice.mixed(1, 1, 1, firstShare, seed);
    this.nextNs = betweenNs;
  }

  /** Lets the frames arrive that do so until a time; returns how many wait then. */
  int arriveUntil(double nowNs) {
    while (nextNs <= nowNs) {
      int flow = firstShare == 1 ? 0 : firstShare == 0 ? 1 : chance.next();
      offered[flow]++;
      if (waiting == FRAMES) {
        lost[flow]++;
      } else {
        flows[(taken + waiting) % FRAMES] = (byte) flow;
        arrivedNs[(taken + waiting) % FRAMES] = nextNs;
        waiting++;
      }
      nextNs += betweenNs;
    }
    return waiting;
  }

  /** When the next frame arrives. */
  double nextNs() {
    return nextNs;
  }

  /** When the oldest frame, which there is, has arrived. */
  double oldestNs() {
    return arrivedNs[taken];
  }

  /** Takes the oldest frame, which there is; returns its flow, 0 or 1. */
  int take() {
    int flow = flows[taken];
    taken = (taken + 1) % FRAMES;
    waiting--;
    return flow;
  }

  long offered(int flow) {
    return offered[flow];
  }

  long lost(int flow) {
    return lost[flow];
  }
}
