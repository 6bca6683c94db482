package maestro.control.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import maestro.fairness.WaterFilling;

/**
 * The service that each switch got in the last seconds, and its weighted max-min fair share.
 *
 * <ol>
 *   <li>Each second notes how many requests of each switch were served, and whether its requests
 *       wait.
 *   <li>A switch whose requests waited in nine tenths of the samples of a window wants more than it
 *       got: its demand has no limit. Any other switch got what it asked for, perhaps a little
 *       later.
 *   <li>The capacity is what all switches got together. {@link WaterFilling} divides it.
 * </ol>
 *
 * <p>Confined to the control thread. Some 350 bytes for each switch.
 */
public final class ShareMeter {
  /** The longest window, in samples. */
  public static final int LONGEST_SECONDS = 60;

  /** A switch with more bytes than this in its socket is behind, as {@code OfferedRate} has it. */
  private static final long WAITING_BYTES = 16 * 1024;

  private static final int SLOTS = 64;
  private static final double NS_PER_SECOND = 1e9;

  /**
   * A switch at one moment.
   *
   * @param connection tells a connection from a later one of the same switch
   * @param servedRequests flow requests since it connected
   * @param backlogBytes what waits in its socket
   */
  record Reading(
      Object connection, long datapathId, int weight, long servedRequests, long backlogBytes) {}

  /**
   * A switch over a window, in requests a second.
   *
   * @param rate what it got
   * @param fairRate its weighted max-min fair share
   * @param wantsMore whether its requests waited
   */
  public record Share(double rate, double fairRate, boolean wantsMore) {
    /** How far it is from its share, as a part of it: -0.1 is a tenth too little. */
    public double deviation() {
      return fairRate == 0 ? 0 : rate / fairRate - 1;
    }
  }

  private static final class Track {
    final long firstSample;

    /** The low 32 bits: no window has more requests of one switch than they can tell apart. */
    final int[] servedRequests = new int[SLOTS];

    long datapathId;
    int weight;
    long lastSample;

    /** A bit for each slot. */
    long waiting;

    Track(long firstSample) {
      this.firstSample = firstSample;
    }
  }

  private final IdentityHashMap<Object, Track> tracks = new IdentityHashMap<>();
  private final long[] sampleNs = new long[SLOTS];
  private long samples;

  /** Takes a sample of all connected switches. To be called once a second. */
  void sample(long nowNs, List<Reading> switches) { // 1
    int slot = (int) (samples % SLOTS);
    sampleNs[slot] = nowNs;
    for (Reading each : switches) {
      Track track = tracks.computeIfAbsent(each.connection(), c -> new Track(samples));
      track.datapathId = each.datapathId();
      track.weight = each.weight();
      track.servedRequests[slot] = (int) each.servedRequests();
      track.lastSample = samples;
      long bit = 1L << slot;
      track.waiting =
          each.backlogBytes() > WAITING_BYTES ? track.waiting | bit : track.waiting & ~bit;
    }
    tracks.values().removeIf(track -> track.lastSample != samples);
    samples++;
  }

  /** Takes the weight that a switch has by now; the next shares are those of the new weights. */
  void weigh(Object connection, int weight) {
    Track track = tracks.get(connection);
    if (track != null) {
      track.weight = weight;
    }
  }

  /**
   * The shares over a window that ends with the last sample. A switch that connected during the
   * window is left out; a controller that is younger than the window has a shorter one.
   *
   * @param seconds 1 to {@link #LONGEST_SECONDS}
   * @return by datapath id
   */
  Map<Long, Share> shares(int seconds) {
    long last = samples - 1;
    long first = Math.max(0, last - seconds);
    if (last <= first) {
      return Map.of();
    }
    double windowSeconds =
        (sampleNs[(int) (last % SLOTS)] - sampleNs[(int) (first % SLOTS)]) / NS_PER_SECOND;
    List<Track> present = new ArrayList<>();
    tracks.values().stream().filter(track -> track.firstSample <= first).forEach(present::add);
    double[] rates = new double[present.size()];
    double[] demands = new double[present.size()];
    double[] weights = new double[present.size()];
    double capacity = 0;
    for (int i = 0; i < rates.length; i++) {
      Track track = present.get(i);
      int served =
          track.servedRequests[(int) (last % SLOTS)] - track.servedRequests[(int) (first % SLOTS)];
      rates[i] = Integer.toUnsignedLong(served) / windowSeconds;
      demands[i] = wantsMore(track, first, last) ? Double.POSITIVE_INFINITY : rates[i]; // 2
      weights[i] = track.weight;
      capacity += rates[i];
    }
    double[] fair = WaterFilling.shares(demands, weights, capacity); // 3
    Map<Long, Share> shares = new HashMap<>();
    for (int i = 0; i < rates.length; i++) {
      shares.put(
          present.get(i).datapathId,
          new Share(rates[i], fair[i], demands[i] == Double.POSITIVE_INFINITY));
    }
    return shares;
  }

  private static boolean wantsMore(Track track, long first, long last) {
    int samples = (int) (last - first) + 1; // fewer than there are slots
    long window = Long.rotateRight(track.waiting, (int) (first % SLOTS)) & (1L << samples) - 1;
    return 10 * Long.bitCount(window) >= 9 * samples;
  }
}
