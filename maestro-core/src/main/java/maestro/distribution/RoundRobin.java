package maestro.distribution;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Every worker visits all switches in turn, independently of the others (section 3.2.4 of the
 * Maestro paper).
 *
 * <ol>
 *   <li>A worker's round visits every ready member {@code weight} times in a row. So each member
 *       has the same chance at each worker, and the shares are max-min fair.
 *   <li>A member that another worker has claimed is skipped and remembered.
 *   <li>Before the round ends, the worker tries the skipped members once more.
 *   <li>Workers start their rounds at different members, so that they seldom meet.
 *   <li>A worker that begins a round polls for newly ready members, unless another worker polls at
 *       the moment. When no member is ready, one worker waits in the selector for all. When it
 *       finds more than one member, it wakes another worker, which does the same.
 *   <li>All is drained when a worker that has polled, or for which another one waits in the
 *       selector, finds no ready member in a whole round, not even one that others have claimed.
 * </ol>
 *
 * <p>The paper's workers try all sockets; these workers visit only ready members ({@link
 * ReadySet}), so idle switches cost nothing.
 */
public final class RoundRobin implements Distribution {
  private static final int FREE = 0;
  private static final int POLLS = 1;
  private static final int WAITS = 2;

  private final ReadySet ready;
  private final Readiness readiness;
  private final int readBytes;
  private final WorkerRound[] rounds;

  /** Whether a worker polls, or waits for all: {@link #FREE} and so on. */
  private final AtomicInteger poller = new AtomicInteger(FREE);

  private final Parking parking;
  private final ParkingLot parked;

  /**
   * Makes the schedules.
   *
   * @param readiness one for all workers; they take turns
   */
  public RoundRobin(DistributionSettings settings, Readiness readiness) {
    this.ready = new ReadySet(settings.maxMembers());
    this.readiness = readiness;
    this.readBytes = settings.readBytes();
    this.parking = settings.parking();
    this.parked = new ParkingLot(settings);
    this.rounds = new WorkerRound[settings.workers()];
    for (int i = 0; i < rounds.length; i++) {
      rounds[i] = new WorkerRound(i);
    }
  }

  @Override
  public Schedule schedule(int worker) {
    return rounds[worker];
  }

  @Override
  public void join(Member member) {
    if (!ready.add(member)) {
      throw new IllegalStateException("more members than maxMembers");
    }
    ready.set(member); // its input may have been read already
    readiness.watch(member);
    readiness.wakeup();
  }

  @Override
  public void left(Member member) {
    ready.remove(member);
  }

  private final class WorkerRound implements Schedule {
    private static final long RETRY_NS = 50_000;

    private final int worker;
    private final Readiness.Sink sink = ready::set;
    private final MemberRing skipped = new MemberRing();
    private @Nullable Member again;
    private int position;
    private int firstSlot;
    private boolean wrapped;
    private boolean sawBusy;
    private boolean polled;
    private boolean waitedForAll;
    private boolean announced;
    private long polls;

    WorkerRound(int worker) {
      this.worker = worker;
      begin();
    }

    @Override
    public @Nullable Member next(long nowNs) {
      endWait();
      Member member = again; // 1
      again = null;
      if (member != null && claim(member)) {
        return member;
      }
      member = continueRound();
      if (member == null) {
        begin(); // 5
        member = continueRound();
      }
      return member;
    }

    private void begin() {
      firstSlot = (int) ((long) worker * ready.slotCount() / rounds.length); // 4
      position = firstSlot;
      wrapped = false;
      sawBusy = false;
      polled = poller.compareAndSet(FREE, POLLS);
      if (polled) {
        try {
          readiness.poll(sink);
        } finally {
          poller.set(FREE);
        }
        if (ready.hasSeveral()) {
          parked.unparkOne();
        }
      }
    }

    private @Nullable Member continueRound() {
      for (Member member = nextReady(); member != null; member = nextReady()) {
        if (claim(member)) {
          return member;
        }
        if (member.isGone()) {
          ready.clearIfStill(member);
        } else {
          skipped.add(member); // 2
        }
      }
      for (Member member = skipped.poll(); member != null; member = skipped.poll()) { // 3
        if (claim(member)) {
          return member;
        }
        sawBusy = true;
      }
      return null;
    }

    @Override
    public boolean isDrained() { // 6
      return !sawBusy && (polled || poller.get() == WAITS);
    }

    /** Rounds of all workers: a member that others hold is met in one of them. */
    @Override
    public int visitsToMeetAll() {
      return ready.slotCount() * rounds.length;
    }

    private boolean claim(Member member) {
      boolean claimed = member.isClaimedBy(worker) || member.tryClaim(worker);
      if (!claimed) {
        polls++;
      }
      return claimed;
    }

    /**
     * The next ready member of this round. A round goes from {@code firstSlot} to the end, then
     * from 0 to {@code firstSlot}.
     */
    private @Nullable Member nextReady() {
      while (true) {
        int slot = ready.nextReady(position);
        if (!wrapped && slot < 0) {
          wrapped = true;
          position = 0;
        } else if (slot < 0 || (wrapped && slot >= firstSlot)) {
          return null;
        } else {
          position = slot + 1;
          Member member = ready.get(slot);
          if (member != null) {
            return member;
          }
          ready.clear(slot); // it has left since it was reported
        }
      }
    }

    @Override
    public void ready(Member member) {
      ready.set(member);
    }

    @Override
    public int allowance(Member member) {
      return ONE_READ;
    }

    @Override
    public int readBytes(Member member) {
      return readBytes;
    }

    @Override
    public void visited(Member member, int servedRequests, Outcome outcome) {
      if (outcome == Outcome.DRAINED) {
        member.turns = 0;
        ready.clear(member);
      } else if (++member.turns < member.weight()) {
        again = member;
      } else {
        member.turns = 0;
      }
    }

    @Override
    public void await(long maxWaitNs) {
      if (sawBusy) { // other workers hold the ready members, for a moment
        parking.park(RETRY_NS);
      } else if (poller.compareAndSet(FREE, WAITS)) {
        waitedForAll = true;
        readiness.await(sink, maxWaitNs);
      } else {
        announced = true;
        parked.announce(worker);
        if (ready.isEmpty()) {
          parking.park(maxWaitNs);
        }
      }
    }

    private void endWait() {
      if (!waitedForAll && !announced) {
        return;
      }
      if (waitedForAll) {
        poller.set(FREE);
      } else {
        parked.withdraw(worker);
      }
      waitedForAll = false;
      announced = false;
      if (ready.hasSeveral()) {
        parked.unparkOne();
      }
    }

    @Override
    public void wakeup() {
      readiness.wakeup();
      parked.unpark(worker);
    }

    @Override
    public long pollsOfOthers() {
      return polls;
    }
  }
}
