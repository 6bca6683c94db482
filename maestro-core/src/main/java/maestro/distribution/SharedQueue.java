package maestro.distribution;

import java.util.ArrayList;
import java.util.List;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Select threads read all sockets; workers take the reads from one queue (section 3.2.1 of the
 * Maestro paper).
 *
 * <ol>
 *   <li>A select thread visits its ready members in turn and reads each once, at most {@code
 *       weight} times the read size. So each member has the same chance in bytes. If wanted, it
 *       cuts the read into requests, as in the paper.
 *   <li>Each read goes into a bounded queue that all workers share. When the queue is full, the
 *       select thread stops reading, and TCP stops the senders.
 *   <li>A worker takes the oldest entry and serves all of it.
 *   <li>A worker that leaves messages in a member's buffer returns the member to its select thread.
 * </ol>
 *
 * <p>A queue entry is one read of a member, as in the original. The claim passes with the entry,
 * from the select thread that takes it to the worker that releases it. So a member is in the queue
 * at most once, its requests keep their order, and nothing is copied or allocated. {@code
 * docs/design/distribution.md} has the reasons.
 */
public final class SharedQueue implements Distribution {
  private final MpmcAtomicArrayQueue<Member> queue;
  private final boolean chops;
  private final SelectThread[] selectThreads;
  private final QueueSchedule[] schedules;
  private final Parking parking;
  private final ParkingLot parked;
  private final WakeChain wakeUps;
  private int joined;

  /**
   * Makes the schedules.
   *
   * @param readiness one for each select thread
   * @param chops whether select threads cut what they read into requests; else workers do
   */
  public SharedQueue(DistributionSettings settings, Readiness[] readiness, boolean chops) {
    this.chops = chops;
    queue = new MpmcAtomicArrayQueue<>(Math.max(2, settings.queueCapacity()));
    parking = settings.parking();
    parked = new ParkingLot(settings);
    wakeUps = new WakeChain(parked);
    schedules = new QueueSchedule[settings.workers()];
    for (int i = 0; i < schedules.length; i++) {
      schedules[i] = new QueueSchedule(i);
    }
    selectThreads = new SelectThread[settings.selectThreads()];
    for (int i = 0; i < selectThreads.length; i++) {
      selectThreads[i] =
          new SelectThread(i, settings.workers() + i, settings.readBytes(), readiness[i]);
    }
  }

  @Override
  public Schedule schedule(int worker) {
    return schedules[worker];
  }

  @Override
  public List<Helper> helpers() {
    return new ArrayList<>(List.of(selectThreads));
  }

  @Override
  public void join(Member member) {
    member.home(joined++ % selectThreads.length);
    selectThreads[member.home()].giveBack(member);
  }

  private final class SelectThread implements Helper, Readiness.Sink {
    private static final long RETRY_NS = 20_000;

    private final int index;
    private final int claimant;
    private final int readBytes;
    private final Readiness readiness;
    private final MpscUnboundedAtomicArrayQueue<Member> inbox =
        new MpscUnboundedAtomicArrayQueue<>(256);
    private final MemberRing round = new MemberRing();
    private final MemberRing nextRound = new MemberRing();
    private @Nullable Member read;

    SelectThread(int index, int claimant, int readBytes, Readiness readiness) {
      this.index = index;
      this.claimant = claimant;
      this.readBytes = readBytes;
      this.readiness = readiness;
    }

    @Override
    public String name() {
      return "select-" + index;
    }

    @Override
    public int doWork(long maxWaitNs) {
      for (Member member = inbox.poll(); member != null; member = inbox.poll()) {
        readiness.watch(member);
        ready(member);
      }
      readiness.poll(this);
      int done = readRound();
      boolean held = read != null || !nextRound.isEmpty();
      for (Member member = nextRound.poll(); member != null; member = nextRound.poll()) {
        round.add(member);
      }
      if (done == 0 && !queue.isEmpty() && parked.unparkOne()) { // idle: wakes a worker
        return 1;
      }
      if (done == 0 && maxWaitNs > 0) {
        if (held) { // workers hold the ready members, for a moment
          parking.park(RETRY_NS);
        } else {
          readiness.await(this, maxWaitNs);
        }
      }
      return done;
    }

    private int readRound() {
      int done = 0;
      while (true) {
        if (read == null) {
          Member next = round.poll();
          if (next == null) {
            return done;
          }
          read = readOne(next);
        }
        if (read != null) {
          if (!queue.offer(read)) { // 2
            return done;
          }
          read = null;
          done++;
          wakeUps.wakeOne();
        }
      }
    }

    /** Reads one member; returns it when a worker should get it, else null. */
    private @Nullable Member readOne(Member member) {
      if (member.tryClaim(claimant)) {
        member.listed(false);
        if (member.readAhead(readBytes * member.weight(), chops)) { // 1
          return member;
        }
        member.release();
      } else if (member.isGone()) {
        member.listed(false);
      } else {
        nextRound.add(member);
      }
      return null;
    }

    @Override
    public void ready(Member member) {
      if (!member.isListed()) {
        member.listed(true);
        round.add(member);
      }
    }

    void giveBack(Member member) {
      inbox.offer(member);
      readiness.wakeup();
    }

    @Override
    public void wakeup() {
      readiness.wakeup();
    }
  }

  private final class QueueSchedule implements Schedule {
    private final int worker;
    private boolean announced;
    private long polls;

    QueueSchedule(int worker) {
      this.worker = worker;
    }

    @Override
    public @Nullable Member next(long nowNs) {
      boolean waited = announced;
      if (waited) {
        announced = false;
        parked.withdraw(worker);
        wakeUps.poll();
      }
      polls++;
      Member member = queue.poll(); // 3
      if (member != null) {
        member.passClaim(worker);
        if (waited && !queue.isEmpty()) {
          wakeUps.wakeOne();
        }
      }
      return member;
    }

    /** A worker visits what the queue has; what others hold is for the select thread to read. */
    @Override
    public boolean isDrained() {
      return true;
    }

    @Override
    public void ready(Member member) {
      selectThreads[member.home()].giveBack(member);
    }

    @Override
    public int allowance(Member member) {
      return ONE_READ;
    }

    @Override
    public int readBytes(Member member) {
      return 0;
    }

    @Override
    public void visited(Member member, int servedRequests, Outcome outcome) {
      if (outcome == Outcome.BACKLOGGED) { // 4
        ready(member);
      }
    }

    @Override
    public void await(long maxWaitNs) {
      announced = true;
      parked.announce(worker);
      if (queue.isEmpty()) {
        parking.park(maxWaitNs);
      }
    }

    @Override
    public void wakeup() {
      parked.unpark(worker);
    }

    @Override
    public long pollsOfOthers() {
      return polls;
    }
  }
}
