package maestro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.net.conductor.Conductor;
import maestro.sequence.DrivenEvents;
import maestro.worker.DutyThread;

/**
 * Runs the duties of a controller that has no threads, in a fixed order, on the clock of somebody
 * else. Computing takes no time on it. Confined to one thread.
 */
final class Drive {
  private static final long TICK_NS = 100_000_000;

  /** The most rounds without an end; more are a fault, as two applications that wake each other. */
  private static final int MOST_ROUNDS = 1_000_000;

  private final LongSupplier clock;
  private final DrivenEvents events;
  private final List<DutyThread.Duty> duties = new ArrayList<>();
  private long tickNs;

  Drive(LongSupplier clock) {
    this.clock = clock;
    this.events = new DrivenEvents(clock);
    this.tickNs = clock.getAsLong();
  }

  LongSupplier clock() {
    return clock;
  }

  DrivenEvents events() {
    return events;
  }

  void add(DutyThread.Duty duty) {
    duties.add(duty);
  }

  /** Does all that is due. Returns how much that was. */
  int run(Conductor conductor) {
    tickNs = clock.getAsLong() + TICK_NS;
    int all = 0;
    int done;
    int rounds = 0;
    do {
      done = round(conductor);
      all += done;
      if (++rounds > MOST_ROUNDS) {
        throw new IllegalStateException("the controller finds no end at one moment");
      }
    } while (done > 0);
    return all;
  }

  private int round(Conductor conductor) {
    int done;
    try {
      done = conductor.doWork(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (DutyThread.Duty duty : duties) {
      while (events.runOne()) {
        done++;
      }
      done += run(duty);
    }
    return done;
  }

  private static int run(DutyThread.Duty duty) {
    try {
      return duty.doWork();
    } catch (Exception e) {
      duty.failed(e);
      return 1;
    }
  }

  /** When it is to run next, if no switch sends anything. */
  long nextNs() {
    long next = events.nextNs();
    return next != DrivenEvents.NEVER && next - tickNs < 0 ? next : tickNs;
  }
}
