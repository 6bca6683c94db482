package maestro.entries;

import maestro.api.EntryReconciler;
import maestro.api.LocalEntryReconciler;
import maestro.api.SwitchInfo;
import org.jspecify.annotations.Nullable;

/**
 * An application as the owner of flow entries.
 *
 * <p>Threads: any; immutable, except whether it runs.
 */
public final class EntryOwner {
  /** Runs an application's code under its fault budget. Any thread. */
  public interface Runner {
    /** Whether the application runs, and was not taken out of its sequences. */
    boolean isRunning();

    /** Whether the application serves a switch: else it has no state for it to judge by. */
    default boolean isServing(long datapathId) {
      return true;
    }

    /**
     * Runs a task of the application on the event thread; an exception is a fault of the
     * application.
     */
    void onEventThread(Runnable task);

    /** Reports that the application has thrown. */
    void failed(Throwable fault);

    /**
     * Called when a switch has confirmed all changes of a reconciliation. On the event thread.
     *
     * @param info the switch
     */
    default void confirmed(SwitchInfo info) {}

    /**
     * Whether an entry that sends packets to the controller sends them elsewhere, too, so that they
     * need no answer. Any thread.
     */
    default boolean makesCopies(long cookie) {
      return false;
    }
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
  private final @Nullable EntryReconciler reconciler;
  private final int slot;
  private final @Nullable LocalEntryReconciler<Object> local;

  private EntryOwner(
      String name,
      OwnCookies cookies,
      boolean staying,
      Runner runner,
      @Nullable EntryReconciler reconciler,
      int slot,
      @Nullable LocalEntryReconciler<Object> local) {
    this.name = name;
    this.cookies = cookies;
    this.staying = staying;
    this.runner = runner;
    this.reconciler = reconciler;
    this.slot = slot;
    this.local = local;
  }

  /** An application that does not run; its entries are removed, unless they are to stay. */
  public static EntryOwner absent(String name, OwnCookies cookies, boolean staying) {
    return new EntryOwner(name, cookies, staying, GONE, null, 0, null);
  }

  /** An application that runs and keeps all its entries. */
  public static EntryOwner running(
      String name, OwnCookies cookies, boolean staying, Runner runner) {
    return new EntryOwner(name, cookies, staying, runner, null, 0, null);
  }

  /** The same application with a reconciler that judges its entries on the event thread. */
  public EntryOwner with(EntryReconciler onEvents) {
    return new EntryOwner(name, cookies, staying, runner, onEvents, 0, null);
  }

  /**
   * The same application with a reconciler that judges its entries with the switch-local state of a
   * slot.
   */
  public EntryOwner with(int stateSlot, LocalEntryReconciler<Object> onWorker) {
    return new EntryOwner(name, cookies, staying, runner, null, stateSlot, onWorker);
  }

  String name() {
    return name;
  }

  /** The application's cookies. */
  OwnCookies cookies() {
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

  boolean isServing(long datapathId) {
    return runner.isServing(datapathId);
  }

  /** The reconciler on the event thread, or null. */
  @Nullable EntryReconciler reconciler() {
    return reconciler;
  }

  int slot() {
    return slot;
  }

  /** The reconciler on the worker, or null. */
  @Nullable LocalEntryReconciler<Object> local() {
    return local;
  }
}
