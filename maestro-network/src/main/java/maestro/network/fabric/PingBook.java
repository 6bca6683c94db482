package maestro.network.fabric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import maestro.network.plan.NetworkPlan;
import org.HdrHistogram.Histogram;

/**
 * What became of each ping. Pings are numbered from 0 in the order in which they begin; so many as
 * the window has can be open at once. Confined to one thread.
 */
public final class PingBook {
  /** The sender of a frame that is no switch. */
  static final int HOST = -1;

  private static final int CLOSED = -1;
  private static final int DIGITS = 3;
  private static final long LEAST_NS = 1;

  private final NetworkPlan plan;
  private final int window;
  private final int firstNumber;
  private final Consumer<PingOutcome> listener;

  /** The ping in each place of the window, or {@link #CLOSED}. */
  private final int[] numbers;

  private final int[] sources;
  private final int[] targets;
  private final long[] begunNs;
  private final long[] requestedNs;
  private final boolean[] requestDelivered;
  private final boolean[] replyDelivered;

  /** Links passed until each switch, plus 1; 0 for a switch that was not passed. */
  private final int[][] requestHops;

  private final int[][] replyHops;

  /** Where the frame came from to each switch that it has passed: a switch, or {@link #HOST}. */
  private final int[][] requestFrom;

  private final int[][] replyFrom;

  /** The last switch of an answered ping's reply, and when it came. */
  private final int[] lastSwitches;

  private final long[] answeredNs;

  private int begunCount;
  private long lostCount;

  /** Those that were open at the end. */
  private long openCount;

  private long duplicateCount;
  private long hopCount;
  private long shortestHopCount;

  /** From the first ARP request to the echo reply, in nanoseconds. */
  private final Histogram roundTrips = histogram();

  /** From the echo request until it arrives, in nanoseconds. */
  private final Histogram firstPackets = histogram();

  public PingBook(NetworkPlan plan, int window) {
    this(plan, window, 0, PingOutcome.NOBODY);
  }

  /**
   * @param firstNumber of the first ping, above those of earlier books
   * @param listener hears of each ping that is over
   */
  public PingBook(NetworkPlan plan, int window, int firstNumber, Consumer<PingOutcome> listener) {
    this.plan = plan;
    this.window = window;
    this.firstNumber = firstNumber;
    this.begunCount = firstNumber;
    this.listener = listener;
    this.numbers = new int[window];
    Arrays.fill(numbers, CLOSED);
    this.sources = new int[window];
    this.targets = new int[window];
    this.begunNs = new long[window];
    this.requestedNs = new long[window];
    this.requestDelivered = new boolean[window];
    this.replyDelivered = new boolean[window];
    this.requestHops = new int[window][plan.switchCount()];
    this.replyHops = new int[window][plan.switchCount()];
    this.requestFrom = new int[window][plan.switchCount()];
    this.replyFrom = new int[window][plan.switchCount()];
    this.lastSwitches = new int[window];
    this.answeredNs = new long[window];
  }

  private static Histogram histogram() {
    Histogram histogram = new Histogram(DIGITS);
    histogram.setAutoResize(true);
    return histogram;
  }

  /** Whether another ping may begin. */
  boolean hasRoom() {
    return numbers[begunCount % window] == CLOSED;
  }

  /** A ping begins. Returns its number. */
  int begin(int source, int target, long nowNs) {
    int place = begunCount % window;
    numbers[place] = begunCount;
    sources[place] = source;
    targets[place] = target;
    begunNs[place] = nowNs;
    requestDelivered[place] = false;
    replyDelivered[place] = false;
    Arrays.fill(requestHops[place], 0);
    Arrays.fill(replyHops[place], 0);
    return begunCount++;
  }

  /** The place of an open ping, or −1. */
  private int place(int number) {
    int place = Math.floorMod(number, window);
    return numbers[place] == number ? place : CLOSED;
  }

  /** The echo request leaves its host. */
  void requested(int number, long nowNs) {
    int place = place(number);
    if (place != CLOSED) {
      requestedNs[place] = nowNs;
    }
  }

  /**
   * An echo frame arrives at a switch.
   *
   * @param from the switch that it comes from, or {@link #HOST}
   * @return false when it has passed that switch before
   */
  boolean visits(int number, boolean isReply, int from, int switchIndex) {
    int place = place(number);
    if (place == CLOSED) {
      return true; // a late copy
    }
    int[] hops = isReply ? replyHops[place] : requestHops[place];
    if (hops[switchIndex] != 0) {
      return false;
    }
    hops[switchIndex] = from == HOST ? 1 : hops[from] + 1;
    (isReply ? replyFrom : requestFrom)[place][switchIndex] = from;
    return true;
  }

  /** An echo frame arrives at its host. */
  void delivered(int number, boolean isReply, int lastSwitch, long nowNs) {
    int place = place(number);
    if (place == CLOSED) {
      return;
    }
    boolean[] known = isReply ? replyDelivered : requestDelivered;
    if (known[place]) {
      duplicateCount++;
      return;
    }
    known[place] = true;
    if (!isReply) {
      firstPackets.recordValue(Math.max(LEAST_NS, nowNs - requestedNs[place]));
      return;
    }
    answeredNs[place] = nowNs;
    lastSwitches[place] = lastSwitch;
    roundTrips.recordValue(Math.max(LEAST_NS, nowNs - begunNs[place]));
    int source = plan.switchOf(sources[place]);
    int target = plan.switchOf(targets[place]);
    hopCount += requestHops[place][target] + replyHops[place][lastSwitch];
    shortestHopCount += 2L * (plan.distancesFrom(source)[target] + 1);
  }

  /** Whether a ping was answered. */
  boolean isAnswered(int number) {
    int place = place(number);
    return place == CLOSED || replyDelivered[place];
  }

  /** A ping is over; frames of it that come later do not count. */
  void close(int number) {
    int place = place(number);
    if (place != CLOSED) {
      lostCount += replyDelivered[place] ? 0 : 1;
      numbers[place] = CLOSED;
      if (listener != PingOutcome.NOBODY) {
        listener.accept(outcome(place));
      }
    }
  }

  private PingOutcome outcome(int place) {
    boolean answered = replyDelivered[place];
    int target = plan.switchOf(targets[place]);
    int end = requestHops[place][target] > 0 ? target : farthest(requestHops[place]);
    int endBack = answered ? lastSwitches[place] : farthest(replyHops[place]);
    return new PingOutcome(
        sources[place],
        targets[place],
        answered,
        begunNs[place],
        answered ? answeredNs[place] - begunNs[place] : 0,
        way(requestHops[place], requestFrom[place], end),
        way(replyHops[place], replyFrom[place], endBack));
  }

  private static int farthest(int[] hops) {
    int farthest = 0;
    for (int i = 1; i < hops.length; i++) {
      farthest = hops[i] > hops[farthest] ? i : farthest;
    }
    return farthest;
  }

  /** The switches from the first one to {@code end}. */
  private static List<Integer> way(int[] hops, int[] from, int end) {
    List<Integer> way = new ArrayList<>();
    if (hops[end] == 0) {
      return way;
    }
    for (int here = end; here != HOST && way.size() < hops.length; here = from[here]) {
      way.add(here);
    }
    Collections.reverse(way);
    return way;
  }

  /**
   * Nothing more comes. A ping that may still have been answered within its time is neither
   * answered nor lost, and the listener does not hear of it.
   */
  public void end(long nowNs, long timeoutNs) {
    for (int place = 0; place < window; place++) {
      if (numbers[place] == CLOSED) {
        continue;
      }
      if (replyDelivered[place] || nowNs - begunNs[place] >= timeoutNs) {
        close(numbers[place]);
      } else {
        numbers[place] = CLOSED;
        openCount++;
      }
    }
  }

  /** How many have begun. */
  public int begunCount() {
    return begunCount - firstNumber;
  }

  /** Those of which it is known whether they were lost. Only when none is open. */
  public long judgedCount() {
    return begunCount() - openCount;
  }

  /** The number of the next ping. */
  public int nextNumber() {
    return begunCount;
  }

  public long lostCount() {
    return lostCount;
  }

  public long duplicateCount() {
    return duplicateCount;
  }

  /** Switches that answered pings have passed ÷ those on the shortest ways; 1 without any. */
  public double stretch() {
    return shortestHopCount == 0 ? Double.NaN : (double) hopCount / shortestHopCount;
  }

  public Histogram roundTrips() {
    return roundTrips;
  }

  public Histogram firstPackets() {
    return firstPackets;
  }
}
