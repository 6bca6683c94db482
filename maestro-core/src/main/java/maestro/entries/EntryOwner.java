package maestro.entries;

import maestro.api.EntryKeeper;
import maestro.api.LocalEntryKeeper;

/**
 * An application as far as its entries are concerned.
 *
 * <p>Threads: any; immutable, but for whether it runs.
 */
public final class EntryOwner {
  /** What the platform does around an application's code. Any thread. */
  public interface Runner {
    /** Whether it runs: it was not taken out of its sequences. */
    boolean isRunning();

    /** Runs something of it on the event thread; what that throws is a fault of it. */
    void onEventThread(Runnable task);

    /** It has thrown. */
    void failed(Throwable fault);
  }

  private static final Runner GONE =
      new Runner() {
        @Override
        public boolean isRunning() {
          return false;
        }

        @Override
        public void onEventThread(Runnable task) {}

        @Override
        public void failed(Throwable fault) {}
      };

  private final String name;
  private final OwnCookies cookies;
  private final boolean staying;
  private final Runner runner;
  private final EntryKeeper keeper;
  private final int slot;
  private final LocalEntryKeeper<Object> local;

  private EntryOwner(
      String name,
      OwnCookies cookies,
      boolean staying,
      Runner runner,
      EntryKeeper keeper,
      int slot,
      LocalEntryKeeper<Object> local) {
    this.name = name;
    this.cookies = cookies;
    this.staying = staying;
    this.runner = runner;
    this.keeper = keeper;
    this.slot = slot;
    this.local = local;
  }

  /** One that does not run; its entries go, unless they are to stay. */
  public static EntryOwner absent(String name, OwnCookies cookies, boolean staying) {
    return new EntryOwner(name, cookies, staying, GONE, null, 0, null);
  }

  /** One that runs and keeps all its entries. */
  public static EntryOwner running(
      String name, OwnCookies cookies, boolean staying, Runner runner) {
    return new EntryOwner(name, cookies, staying, runner, null, 0, null);
  }

  /** The same with somebody who says what they are worth, on the event thread. */
  public EntryOwner with(EntryKeeper onEvents) {
    return new EntryOwner(name, cookies, staying, runner, onEvents, 0, null);
  }

  /** The same with somebody who says that with the switch-local state of a slot. */
  public EntryOwner with(int stateSlot, LocalEntryKeeper<Object> onWorker) {
    return new EntryOwner(name, cookies, staying, runner, null, stateSlot, onWorker);
  }

  String name() {
    return name;
  }

  /** Its cookies. */
  public OwnCookies cookies() {
    return cookies;
  }

  /** Whether its entries stay when it does not run. */
  boolean isStaying() {
    return staying;
  }

  Runner runner() {
    return runner;
  }

  boolean isRunning() {
    return runner.isRunning();
  }

  /** Null unless it is asked on the event thread. */
  EntryKeeper keeper() {
    return keeper;
  }

  int slot() {
    return slot;
  }

  /** Null unless it is asked on the worker. */
  LocalEntryKeeper<Object> local() {
    return local;
  }
}
