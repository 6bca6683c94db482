package maestro.distribution;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** The ready state: nothing that became ready is forgotten, and no worker sleeps beside it. */
public final class WakeUpTest {
  private WakeUpTest() {}

  /** shared-queue: a select thread offers what it has read while a worker goes to sleep. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Woken; it found nothing.")
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Woken, and it found something.")
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "Not woken; it found something.")
  @Outcome(id = "false, true", expect = FORBIDDEN, desc = "The wake-up is lost.")
  @State
  public static class Queue {
    private final MpmcAtomicArrayQueue<Member> queue = new MpmcAtomicArrayQueue<>(2);
    private final ParkingLot parked = new ParkingLot(TwoWorkers.OF_TWO);
    private final Member member = new StressMember();

    @Actor
    public void selectThread(ZZ_Result r) {
      if (!queue.offer(member)) {
        throw new IllegalStateException();
      }
      r.r1 = parked.unparkOne();
    }

    @Actor
    public void worker(ZZ_Result r) {
      parked.announce(0);
      r.r2 = queue.isEmpty();
    }
  }

  /** shared-queue: an entry comes while one worker sleeps and another, on his way, looks. */
  @JCStressTest
  @Outcome(id = "false, true", expect = FORBIDDEN, desc = "One sleeps, one saw nothing.")
  @Outcome(expect = ACCEPTABLE, desc = "One found it, or the other was woken for it.")
  @State
  public static class Chain {
    private final MpmcAtomicArrayQueue<Member> queue = new MpmcAtomicArrayQueue<>(2);
    private final ParkingLot parked = new ParkingLot(TwoWorkers.OF_TWO);
    private final WakeChain wakeUps = new WakeChain(parked);
    private final Member member = new StressMember();

    public Chain() {
      parked.announce(0);
      wakeUps.wakeOne(); // 0 is on his way
      parked.announce(1);
    }

    @Actor
    public void selectThread() {
      if (!queue.offer(member)) {
        throw new IllegalStateException();
      }
      wakeUps.wakeOne();
    }

    @Actor
    public void onTheWay(ZZ_Result r) {
      wakeUps.poll();
      r.r1 = !queue.isEmpty();
    }

    @Arbiter
    public void poll(ZZ_Result r) {
      r.r2 = parked.hasWaiting();
    }
  }

  /**
   * shared-queue: a select thread means to wake a worker who has woken up by himself; another
   * worker goes to sleep, another select thread has an entry for him.
   */
  @JCStressTest
  @Outcome(id = "false", expect = ACCEPTABLE, desc = "One of the two has woken him.")
  @Outcome(id = "true", expect = FORBIDDEN, desc = "Each left it to the other.")
  @State
  public static class Producers {
    private final ParkingLot parked = new ParkingLot(TwoWorkers.OF_TWO);
    private final WakeChain wakeUps = new WakeChain(parked);

    public Producers() {
      parked.announce(1);
    }

    @Actor
    public void oneThread() {
      wakeUps.wakeOne();
    }

    @Actor
    public void others() {
      parked.withdraw(1);
      wakeUps.poll();
      parked.announce(0);
      wakeUps.wakeOne();
    }

    @Arbiter
    public void poll(Z_Result r) {
      r.r1 = parked.hasWaiting();
    }
  }

  /** round-robin: the worker that polled finds two members while another goes to sleep. */
  @JCStressTest
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Woken; it found nothing.")
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Woken, and it found something.")
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "Not woken; it found something.")
  @Outcome(id = "false, true", expect = FORBIDDEN, desc = "The wake-up is lost.")
  @State
  public static class Ready {
    private final Members members = new Members();
    private final ParkingLot parked = new ParkingLot(TwoWorkers.OF_TWO);

    @Actor
    public void poller(ZZ_Result r) {
      members.ready.set(members.first);
      members.ready.set(members.second);
      r.r1 = members.ready.hasSeveral() && parked.unparkOne();
    }

    @Actor
    public void worker(ZZ_Result r) {
      parked.announce(0);
      r.r2 = members.ready.isEmpty();
    }
  }

  /** round-robin: one member becomes ready while another, of the same word, is drained. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Both changes stand.")
  @Outcome(expect = FORBIDDEN, desc = "One change has undone the other.")
  @State
  public static class Bits {
    private final Members members = new Members();

    public Bits() {
      members.ready.set(members.second);
    }

    @Actor
    public void poller() {
      members.ready.set(members.first);
    }

    @Actor
    public void worker() {
      members.ready.clear(members.second);
    }

    @Arbiter
    public void poll(ZZ_Result r) {
      r.r1 = members.ready.nextReady(0) == members.first.slot;
      r.r2 = members.ready.nextReady(members.first.slot + 1) >= 0;
    }
  }

  /** Two members in the first two slots. */
  private static final class Members {
    private final ReadySet ready = new ReadySet(64);
    private final Member first = new StressMember();
    private final Member second = new StressMember();

    Members() {
      if (!ready.add(first) || !ready.add(second)) {
        throw new IllegalStateException();
      }
    }
  }
}
