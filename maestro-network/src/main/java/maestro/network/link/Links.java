package maestro.network.link;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import maestro.network.plan.LinkSettings;
import maestro.network.plan.NetworkPlan;
import org.jspecify.annotations.Nullable;

/**
 * The links: when a frame arrives, or that it is lost. Each direction of a link is numbered by
 * where it ends: first the ports of all switches, then the hosts.
 *
 * <ol>
 *   <li>A frame waits until those before it have left at the link's bandwidth. It is dropped when
 *       too many bytes wait.
 *   <li>It is lost on the way with the link's probability. Each direction has a random stream of
 *       its own, so what one link loses does not depend on others.
 *   <li>It arrives a delay after its last bit has left.
 * </ol>
 *
 * <p>Confined to one thread; a frame allocates nothing.
 */
public final class Links {
  /** A frame that does not arrive. */
  public static final long LOST = Long.MIN_VALUE;

  private static final double BITS_TO_NS = 8e9;

  private final NetworkPlan plan;

  /** The number of the first port of each switch. */
  private final int[] firstPorts;

  private final LinkSettings[] settings;
  private final SplittableRandom[] random;

  /** When the last bit of all frames so far has left; only while {@link #used}. */
  private final long[] freeNs;

  private final boolean[] used;
  private final long[] frames;

  /** Of the frames that wait, too. */
  private final long[] bytes;

  private final long[] dropped;
  private final long[] lost;

  /** Is told of each frame before it joins a queue; null when nobody looks. */
  private @Nullable SentBytes loads;

  /**
   * @param ofLink the settings of each link, by its number in the topology
   * @param ofHosts the settings of the links of hosts
   */
  public Links(
      NetworkPlan plan, IntFunction<LinkSettings> ofLink, LinkSettings ofHosts, long seed) {
    this.plan = plan;
    this.firstPorts = new int[plan.switchCount() + 1];
    for (int s = 0; s < plan.switchCount(); s++) {
      firstPorts[s + 1] = firstPorts[s] + plan.portCount(s);
    }
    int count = firstPorts[plan.switchCount()] + plan.hostCount();
    this.settings = new LinkSettings[count];
    Arrays.fill(settings, ofHosts);
    List<NetworkPlan.Ends> ends = plan.links();
    for (int i = 0; i < ends.size(); i++) {
      NetworkPlan.Ends link = ends.get(i);
      settings[toSwitch(link.a(), link.portA())] = ofLink.apply(i);
      settings[toSwitch(link.b(), link.portB())] = ofLink.apply(i);
    }
    this.random = new SplittableRandom[count];
    SplittableRandom root = new SplittableRandom(seed);
    Arrays.setAll(random, i -> root.split());
    this.freeNs = new long[count];
    this.used = new boolean[count];
    this.frames = new long[count];
    this.bytes = new long[count];
    this.dropped = new long[count];
    this.lost = new long[count];
  }

  /** All links alike, but for what the map says of them. */
  public static Links alike(NetworkPlan plan, LinkSettings settings) {
    return new Links(plan, link -> plan.settings(link, settings), settings, 0);
  }

  /** The direction that ends at a port of a switch. */
  public int toSwitch(int index, int port) {
    return firstPorts[index] + port - 1;
  }

  /** The direction that ends at a host. */
  public int toHost(int host) {
    return firstPorts[firstPorts.length - 1] + host;
  }

  /** The direction that begins at a port of a switch. */
  public int from(int index, int port) {
    return plan.leadsToSwitch(index, port)
        ? toSwitch(plan.neighbor(index, port), plan.neighborPort(index, port))
        : toHost(plan.hostAt(index, port));
  }

  public int directionCount() {
    return settings.length;
  }

  /** From now on the load of each direction is counted here. */
  public void count(SentBytes counts) {
    loads = counts;
  }

  public LinkSettings settings(int direction) {
    return settings[direction];
  }

  /** When a frame that leaves now arrives, or {@link #LOST}. */
  public long arrivalNs(int direction, long nowNs, int lengthBytes) {
    SentBytes counts = loads;
    if (counts != null) {
      counts.fill(direction, nowNs);
    }
    LinkSettings link = settings[direction];
    long leftNs = nowNs;
    if (link.bitsPerSecond() > 0) { // 1
      long beginNs = used[direction] && freeNs[direction] - nowNs > 0 ? freeNs[direction] : nowNs;
      if (waitingBytes(direction, nowNs) + lengthBytes > link.queueBytes() && beginNs != nowNs) {
        dropped[direction]++;
        return LOST;
      }
      leftNs = beginNs + (long) (lengthBytes * BITS_TO_NS / link.bitsPerSecond());
      freeNs[direction] = leftNs;
      used[direction] = true;
    }
    frames[direction]++;
    bytes[direction] += lengthBytes;
    if (link.loss() > 0 && random[direction].nextDouble() < link.loss()) { // 2
      lost[direction]++;
      return LOST;
    }
    return leftNs + link.delayNs(); // 3
  }

  /** What has not left yet at a time, of the frames that have joined the queue. */
  private double waitingBytes(int direction, long nowNs) {
    long waitNs = used[direction] ? freeNs[direction] - nowNs : 0;
    return waitNs <= 0 ? 0 : waitNs * (double) settings[direction].bitsPerSecond() / BITS_TO_NS;
  }

  /** A frame has left, and the link is down. */
  public void lostOnTheWay(int direction) {
    lost[direction]++;
  }

  /** Frames that have left, or wait. */
  public long frames(int direction) {
    return frames[direction];
  }

  /**
   * The bytes that have left by a time, which is not before the last frame joined the queue. They
   * never grow faster than the bandwidth.
   */
  public long bytes(int direction, long nowNs) {
    return bytes[direction] - (long) Math.ceil(waitingBytes(direction, nowNs));
  }

  /** Frames that found the queue full. */
  public long dropped(int direction) {
    return dropped[direction];
  }

  /** Frames that were lost on the way, or because the link was down. */
  public long lost(int direction) {
    return lost[direction];
  }

  /** Frames that did not arrive, on all links. */
  public long lostOnAll() {
    return Arrays.stream(dropped).sum() + Arrays.stream(lost).sum();
  }
}
