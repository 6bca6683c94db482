package maestro.sequence;

import maestro.api.EntryCheck;
import maestro.entries.Reconciler;
import org.jspecify.annotations.Nullable;

/**
 * The {@link EntryCheck} that applications get at start, before the reconciler exists. Any thread.
 */
final class EntryChecks implements EntryCheck {
  /** Volatile: null until the controller runs. */
  private volatile @Nullable Reconciler reconciler;

  /** Called when the controller runs. */
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
