package maestro.network.fabric;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import maestro.network.host.Host;

/**
 * Lets hosts ping each other. Confined to one thread.
 *
 * <ol>
 *   <li>Pairs are taken in a fixed order; of all pairs, in one in which the hosts take turns, so
 *       that no host sends everything at once.
 *   <li>A ping begins when fewer than the window are open.
 *   <li>While the target's address is not known, ARP, or over IPv6 a solicitation, asks again each
 *       second.
 *   <li>A ping ends with the first reply, a little later, so that duplicates are seen, or is lost
 *       when its time is up.
 * </ol>
 */
public final class PingAll {
  private static final long ASK_AGAIN_NS = TimeUnit.SECONDS.toNanos(1);

  /** How long a ping stays open after its reply. */
  private static final long LINGER_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Fabric fabric;
  private final PingBook book;
  private final Pairs pairs;
  private final long timeoutNs;
  private final boolean overIpv6;
  private final Queue<Open> open = new ArrayDeque<>();
  private long next;

  /** A ping that has begun. */
  private static final class Open {
    final int number;
    final int source;
    final long begunNs;
    long askedNs;
    long answeredNs;
    boolean answered;

    Open(int number, int source, long nowNs) {
      this.number = number;
      this.source = source;
      this.begunNs = nowNs;
      this.askedNs = nowNs;
    }
  }

  /** Pings over IPv4. */
  public PingAll(Fabric fabric, PingBook book, Pairs pairs, long timeoutNs) {
    this(fabric, book, pairs, timeoutNs, false);
  }

  /**
   * @param book has the window
   * @param timeoutNs after which a ping without a reply is lost
   * @param overIpv6 whether hosts ping over IPv6 and not over IPv4
   */
  public PingAll(Fabric fabric, PingBook book, Pairs pairs, long timeoutNs, boolean overIpv6) {
    this.fabric = fabric;
    this.book = book;
    this.pairs = pairs;
    this.timeoutNs = timeoutNs;
    this.overIpv6 = overIpv6;
  }

  public boolean isOver() {
    return next == pairs.count() && open.isEmpty();
  }

  /** Begins and ends pings. Returns how many. */
  public int doWork(long nowNs) {
    int work = 0;
    for (Iterator<Open> each = open.iterator(); each.hasNext(); ) {
      Open ping = each.next();
      if (ends(ping, nowNs)) { // 4
        giveUp(ping);
        book.close(ping.number);
        each.remove();
        work++;
      } else if (!ping.answered && nowNs - ping.askedNs >= ASK_AGAIN_NS) { // 3
        ping.askedNs = nowNs;
        askAgain(ping);
      }
    }
    while (next < pairs.count() && book.hasRoom()) { // 2
      int source = pairs.source(next); // 1
      int target = pairs.target(next);
      next++;
      int number = book.begin(source, target, nowNs);
      open.add(new Open(number, source, nowNs));
      if (overIpv6) {
        fabric.host(source).neighbours6().ping(number, target);
      } else {
        fabric.host(source).ping(number, target);
      }
      work++;
    }
    return work;
  }

  private void giveUp(Open ping) {
    Host source = fabric.host(ping.source);
    if (overIpv6) {
      source.neighbours6().giveUp(ping.number);
    } else {
      source.giveUp(ping.number);
    }
  }

  private void askAgain(Open ping) {
    Host source = fabric.host(ping.source);
    if (overIpv6) {
      source.neighbours6().askAgain(ping.number);
    } else {
      source.askAgain(ping.number);
    }
  }

  private boolean ends(Open ping, long nowNs) {
    if (!ping.answered && book.isAnswered(ping.number)) {
      ping.answered = true;
      ping.answeredNs = nowNs;
    }
    return ping.answered ? nowNs - ping.answeredNs >= LINGER_NS : nowNs - ping.begunNs >= timeoutNs;
  }
}
