package maestro.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import maestro.cluster.StateMessage.HandOver;
import maestro.cluster.StateMessage.HandedOver;
import maestro.cluster.StateMessage.Offer;
import maestro.cluster.StateMessage.Part;
import maestro.cluster.StateMessage.Receipt;
import maestro.cluster.StateSender.Revision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the state of the active member at those that may have to serve its switches next.
 *
 * <ol>
 *   <li>The active member ({@link ClusterStatus#active}) collects the state of its applications
 *       once a second. It does so less often when that takes more than a tenth of the time, but
 *       each five seconds at least. What has changed goes to each other member of the view: {@link
 *       StateSender}.
 *   <li>Another member takes state from the active one alone, and keeps the latest whole revision:
 *       {@link KeptState}. Before it claims its first switch, its applications restore it. When a
 *       switch has confirmed a claim, it forgets what it kept, since it knows better now.
 *   <li>State that is mirrored is taken over as soon as it comes.
 *   <li>Before an operator's move the active member hands over: it asks its applications once more,
 *       and the move waits until the other one has all, for two seconds at most.
 * </ol>
 *
 * <p>Used by the thread of {@link ClusterNode}.
 */
public final class WarmState {
  private static final Logger LOG = LoggerFactory.getLogger(WarmState.class);
  private static final long SECOND_NS = 1_000_000_000;
  private static final long HAND_OVER_NS = 2 * SECOND_NS;
  private static final long MOST_PAUSE_NS = 5 * SECOND_NS;
  private static final int SHARE = 10;

  /** The state of this member. */
  public interface LocalState {
    /**
     * Saves the state of all applications. Does not wait: the answer comes as {@link
     * WarmState#collected}, one for each call, in their order.
     */
    void collect();

    /** Restores the state of another member, by application. Does not wait. */
    void restore(Map<String, byte[]> states);

    /**
     * A state was received that differs from the one before; if it is mirrored, it is restored now.
     * Does not wait.
     */
    void received(String from, String name, byte[] state);
  }

  /** A hand-over by this member, which waits for the given number of collections. */
  private record Giving(long collection, String to, long untilNs, Runnable then) {}

  /** A move that waits for the hand-over by another member. */
  private record Waiting(long request, String giver, long untilNs, Runnable then) {}

  private final String self;
  private final ClusterGroup group;
  private final LocalState local;
  private final KeptState kept;
  private final Set<Long> own = new HashSet<>();
  private final Map<String, Revision> newest = new TreeMap<>();
  private final Map<String, StateSender> others = new HashMap<>();
  private final Set<String> tooLong = new HashSet<>();
  private final List<Giving> giving = new ArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private String active = "";
  private long lastRevision;
  private long lastRequest;
  private long asked;
  private long collected;
  private long askedNs;
  private long pauseNs = SECOND_NS;

  /**
   * Makes a member that keeps nothing.
   *
   * @param firstRevision at random, so that no two runs of a member have the same
   */
  public WarmState(String self, ClusterGroup group, LocalState local, long firstRevision) {
    this.self = self;
    this.group = group;
    this.local = local;
    this.kept = new KeptState(local::received);
    this.lastRevision = firstRevision;
  }

  // ---- what others tell ----

  /** The cluster as it is now. */
  public void now(ClusterStatus status) {
    active = status.active();
    Set<String> present = new HashSet<>();
    for (ClusterStatus.MemberStatus each : status.members()) {
      if (each.isPresent() && !each.isWitness() && !each.name().equals(self)) {
        present.add(each.name());
      }
    }
    others.keySet().retainAll(present);
    for (String each : present) {
      others.computeIfAbsent(each, name -> new StateSender(message -> send(name, message)));
    }
  }

  private boolean isActive() {
    return active.equals(self);
  }

  private boolean send(String to, StateMessage message) {
    return group.send(to, StateMessage.encode(message));
  }

  /**
   * A message of a member.
   *
   * @return whether it is about state; otherwise it is for {@link ClusterNode}
   */
  public boolean message(String from, byte[] bytes, long nowNs) {
    if (!StateMessage.isOne(bytes)) {
      return false;
    }
    try {
      handle(from, StateMessage.decode(bytes), nowNs);
    } catch (IllegalArgumentException e) {
      LOG.warn("a message of member {} cannot be read: {}", from, e.getMessage());
    }
    return true;
  }

  private void handle(String from, StateMessage message, long nowNs) {
    if (message instanceof Receipt receipt) {
      StateSender to = others.get(from);
      if (to != null) {
        to.answered(receipt, nowNs);
      }
    } else if (message instanceof HandOver wanted) {
      give(wanted.to(), () -> answer(from, new HandedOver(wanted.request())), nowNs);
    } else if (message instanceof HandedOver done) {
      end(waiting.stream().filter(each -> each.request() == done.request()).toList());
    } else if (from.equals(active)) { // 2
      Optional<Receipt> receipt = Optional.empty();
      if (message instanceof Offer offer) {
        receipt = kept.offered(from, offer, nowNs);
      } else if (message instanceof Part part) {
        receipt = kept.came(from, part, nowNs);
      }
      receipt.ifPresent(each -> answer(from, each));
    } else if (message instanceof Offer early) { // another view or table is not known here yet
      answer(from, new Receipt(early.name(), early.revision(), false));
    }
  }

  /** An answer that is lost is asked for again. */
  private void answer(String to, StateMessage message) {
    boolean unused = send(to, message);
  }

  // ---- what the switches tell ----

  /** This member is about to claim a switch. */
  public void claiming(long datapathId, long nowNs) {
    if (own.isEmpty()) {
      Map<String, byte[]> fresh = kept.fresh(nowNs);
      if (!fresh.isEmpty()) {
        local.restore(fresh);
      }
    }
    own.add(datapathId);
  }

  /** A switch has confirmed that this member serves it. */
  public void serving(long datapathId) {
    own.add(datapathId);
    kept.clear();
  }

  /** A switch is not served here, or not any more. */
  public void notServing(long datapathId) {
    own.remove(datapathId);
  }

  // ---- what is left here ----

  /** The state of the applications now, by name; the answer to {@link LocalState#collect}. */
  public void collected(Map<String, byte[]> left, long nowNs) {
    collected++;
    pauseNs = Math.max(SECOND_NS, Math.min(MOST_PAUSE_NS, SHARE * (nowNs - askedNs))); // 1
    newest.keySet().retainAll(left.keySet());
    left.forEach(
        (name, bytes) -> {
          Revision before = newest.get(name);
          if (bytes.length > KeptState.MOST_BYTES) {
            newest.remove(name);
            if (tooLong.add(name)) {
              LOG.warn(
                  "cluster: the state of {} has {} bytes; allowed: {} at most; it is not handed over",
                  name,
                  bytes.length,
                  KeptState.MOST_BYTES);
            }
          } else if (before == null || !before.has(bytes)) {
            tooLong.remove(name);
            newest.put(name, new Revision(++lastRevision, bytes));
          }
        });
  }

  private void collect(long nowNs) {
    asked++;
    askedNs = nowNs;
    local.collect();
  }

  // ---- what operators want ----

  /**
   * Does something when a member has the newest state, or two seconds later.
   *
   * @param to the member that is to have it
   */
  public void handOver(String to, Runnable then, long nowNs) { // 4
    if (isActive()) {
      give(to, then, nowNs);
      return;
    }
    HandOver wanted = new HandOver(++lastRequest, to);
    if (to.equals(active) || !others.containsKey(active) || !send(active, wanted)) {
      then.run();
    } else {
      waiting.add(new Waiting(wanted.request(), active, nowNs + HAND_OVER_NS, then));
    }
  }

  private void give(String to, Runnable then, long nowNs) {
    if (!isActive() || !others.containsKey(to)) {
      then.run();
    } else {
      collect(nowNs);
      giving.add(new Giving(asked, to, nowNs + HAND_OVER_NS, then));
    }
  }

  private void end(List<Waiting> ended) {
    waiting.removeAll(ended);
    ended.forEach(each -> each.then().run());
  }

  // ---- time ----

  /** Sends what is to be sent, and does what is due. */
  public void advance(long nowNs) {
    if (isActive() && !others.isEmpty()) {
      if (asked == collected && nowNs - askedNs >= pauseNs) {
        collect(nowNs);
      }
      others.values().forEach(each -> each.advance(newest, nowNs));
    }
    for (Giving each : List.copyOf(giving)) {
      StateSender to = others.get(each.to());
      boolean isDone = to == null || (collected >= each.collection() && to.hasConfirmed(newest));
      if (isDone || nowNs - each.untilNs() >= 0) {
        giving.remove(each);
        if (!isDone) {
          LOG.info(
              "cluster: member {} does not have all state yet; it takes over without the rest",
              each.to());
        }
        each.then().run();
      }
    }
    end(
        waiting.stream()
            .filter(each -> nowNs - each.untilNs() >= 0 || !others.containsKey(each.giver()))
            .toList());
  }
}
