package maestro.sequence;

import maestro.api.EntryCheck;
import maestro.entries.Reconciler;

/**
 * What applications are given while they start, before there is what it passes on to. Any thread.
 */
final class EntryChecks implements EntryCheck {
  /** Volatile: null until the controller runs. */
  private volatile Reconciler reconciler;

  /** The controller runs. */
  void begin(Reconciler running) {
    reconciler = running;
  }

  private Reconciler running() {
    Reconciler running = reconciler;
    if (running == null) {
      throw new IllegalStateException("allowed once the controller runs, not while it starts");
    }
    return running;
  }

  @Override
  public void check(long datapathId) {
    running().check(datapathId);
  }

  @Override
  public void checkAll() {
    running().checkAll();
  }
}
