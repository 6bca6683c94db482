package maestro.distribution;

import java.util.ArrayDeque;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A strategy that no one would use: after about every second visit it tosses the member to another
 * worker. So each member is watched by all selectors in turn, and reported by some that do not have
 * it any more.
 */
public final class Tossing implements Distribution {
  private final Toss[] tosses;
  private final int readBytes;

  /** One readiness for each worker. */
  public Tossing(DistributionSettings settings, Readiness[] readiness, long seed) {
    readBytes = settings.readBytes();
    tosses = new Toss[settings.workers()];
    for (int i = 0; i < tosses.length; i++) {
      tosses[i] = new Toss(i, readiness[i], new Random(seed + i));
    }
  }

  @Override
  public Schedule schedule(int worker) {
    return tosses[worker];
  }

  @Override
  public void join(Member member) {
    tosses[0].take(member);
  }

  private final class Toss implements Schedule {
    private final int worker;
    private final Readiness readiness;
    private final Random random;
    private final ConcurrentLinkedQueue<Member> inbox = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Member> list = new ArrayDeque<>();

    Toss(int worker, Readiness readiness, Random random) {
      this.worker = worker;
      this.readiness = readiness;
      this.random = random;
    }

    void take(Member member) {
      member.home(worker);
      inbox.add(member);
      readiness.wakeup();
    }

    @Override
    public Member next(long nowNs) {
      for (Member member = inbox.poll(); member != null; member = inbox.poll()) {
        readiness.watch(member);
        ready(member);
      }
      readiness.poll(this);
      for (int left = list.size(); left > 0; left--) {
        Member member = list.poll();
        if (member.isClaimedBy(worker) || member.tryClaim(worker)) {
          return member;
        }
        if (member.isGone()) {
          member.listed(false);
        } else {
          list.add(member);
        }
      }
      return null;
    }

    @Override
    public void ready(Member member) {
      if (member.isListed() || member.home() != worker) {
        readiness.unwatch(member);
      } else {
        member.listed(true);
        list.add(member);
      }
    }

    @Override
    public boolean isDrained() {
      return list.isEmpty();
    }

    @Override
    public int allowance(Member member) {
      return 1 + random.nextInt(50);
    }

    @Override
    public int readBytes(Member member) {
      return readBytes;
    }

    @Override
    public void visited(Member member, int servedRequests, Outcome outcome) {
      if (random.nextBoolean()) {
        int other = random.nextInt(tosses.length);
        member.home(other);
        member.listed(false);
        tosses[other].take(member);
      } else if (outcome == Outcome.DRAINED) {
        member.listed(false);
        readiness.watch(member);
      } else {
        list.add(member);
      }
    }

    @Override
    public void await(long maxWaitNs) {
      if (list.isEmpty()) {
        readiness.await(this, maxWaitNs);
      } else {
        Thread.onSpinWait();
      }
    }

    @Override
    public void wakeup() {
      readiness.wakeup();
    }
  }
}
