package maestro.simulate;

import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import maestro.batching.BatchingPolicy;
import maestro.distribution.Distribution;
import maestro.distribution.Member;
import maestro.distribution.Schedule;

/** Notes what a loop does with its schedule and its batching policy. */
final class TracedSchedule implements Schedule {
  private final Script script;
  private final Schedule schedule;
  private final List<Distribution.Helper> helpers;
  private final ToIntFunction<Member> numberOf;
  private final LongSupplier clock;
  private final LongConsumer advance;

  /**
   * Traces the only worker of a strategy.
   *
   * @param clock the loop's own
   * @param advance moves that clock
   */
  TracedSchedule(
      Script script,
      Distribution strategy,
      ToIntFunction<Member> numberOf,
      LongSupplier clock,
      LongConsumer advance) {
    this.script = script;
    this.schedule = strategy.schedule(0);
    this.helpers = strategy.helpers();
    this.numberOf = numberOf;
    this.clock = clock;
    this.advance = advance;
  }

  private void note(String what) {
    script.note(what, clock.getAsLong());
  }

  @Override
  public Member next(long nowNs) {
    if (script.isOver()) {
      return null;
    }
    script.step();
    helpers.forEach(helper -> helper.doWork(0));
    Member member = schedule.next(nowNs);
    note("next " + (member == null ? "none" : numberOf.applyAsInt(member)));
    return member;
  }

  @Override
  public boolean isDrained() {
    return schedule.isDrained();
  }

  @Override
  public int visitsToMeetAll() {
    return schedule.visitsToMeetAll();
  }

  @Override
  public int allowance(Member member) {
    advance.accept(script.visitNs());
    int allowance = schedule.allowance(member);
    note("allowance " + numberOf.applyAsInt(member) + " " + allowance);
    return allowance;
  }

  @Override
  public int readBytes(Member member) {
    return schedule.readBytes(member);
  }

  @Override
  public void ready(Member member) {
    schedule.ready(member);
  }

  @Override
  public void visited(Member member, int servedRequests, Outcome outcome) {
    note("visited " + numberOf.applyAsInt(member) + " " + servedRequests + " " + outcome);
    schedule.visited(member, servedRequests, outcome);
  }

  @Override
  public void releasedEarly() {
    note("released early");
    schedule.releasedEarly();
  }

  /** No time passes while a batch is run, so that the script says how long it took. */
  @Override
  public void ran(int requests, long tookNs) {
    note("ran " + requests + " " + tookNs);
    schedule.ran(requests, script.runNs(requests));
  }

  @Override
  public void await(long maxWaitNs) {
    note("await");
    schedule.await(maxWaitNs);
  }

  @Override
  public void wakeup() {
    schedule.wakeup();
  }

  @Override
  public long pollsOfOthers() {
    return schedule.pollsOfOthers();
  }

  /** The same for the batching policy. */
  BatchingPolicy traced(BatchingPolicy policy) {
    return new BatchingPolicy() {
      @Override
      public int threshold() {
        return policy.threshold();
      }

      @Override
      public void onGathered(int visits, int switches) {
        note("gathered " + visits + " " + switches);
        policy.onGathered(visits, switches);
      }

      @Override
      public void onFullBatch(int requests, long elapsedNs, boolean pending) {
        note("full batch " + requests + " " + elapsedNs + (pending ? ", more is pending" : ""));
        policy.onFullBatch(requests, elapsedNs, pending);
      }

      @Override
      public void onNothingPending() {
        note("nothing pending");
        policy.onNothingPending();
      }
    };
  }
}
