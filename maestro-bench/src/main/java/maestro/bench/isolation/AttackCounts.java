package maestro.emulator.attack;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** What a controller did about an attack. Any thread may count. */
public final class Tally {
  private final LongAdder refused = new LongAdder();
  private final LongAdder closed = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final LongAdder broken = new LongAdder();

  /** Volatile order: set once. */
  private final AtomicReference<String> firstBroken = new AtomicReference<>("");

  /** A connection was not taken. */
  public void refused() {
    refused.increment();
  }

  /** The controller closed a connection. */
  public void closed() {
    closed.increment();
  }

  /** An ERROR message came. */
  public void error() {
    errors.increment();
  }

  /**
   * The promise was broken, whatever the good switch noticed.
   *
   * @param how in one line
   */
  public void broken(String how) {
    broken.increment();
    firstBroken.compareAndSet("", how);
  }

  public long refusedCount() {
    return refused.sum();
  }

  public long closedCount() {
    return closed.sum();
  }

  public long errorCount() {
    return errors.sum();
  }

  public long brokenCount() {
    return broken.sum();
  }

  /** How the promise was broken for the first time; empty when it was kept. */
  public String firstBroken() {
    return firstBroken.get();
  }
}
