package maestro;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import maestro.cluster.WarmState;
import maestro.sequence.ApplicationHost;
import maestro.staticflows.StaticFlow;
import maestro.staticflows.StaticFlows;

/**
 * The state that this member of a cluster saves for the others, and restores from them: the state
 * of applications, which restore it when this member becomes active; and the static flows, which
 * are mirrored.
 *
 * <p>Any thread. State is saved on a thread of its own, since that may take long.
 */
final class SavedState implements WarmState.LocalState {
  private final Supplier<ApplicationHost> applications;
  private final StaticFlows staticFlows;
  private final boolean isSpread;
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          task -> {
            Thread made = new Thread(task, "cluster-state");
            made.setDaemon(true);
            return made;
          },
          new ThreadPoolExecutor.DiscardPolicy());

  /** Set once, before the first use. */
  private volatile Consumer<Map<String, byte[]>> collected = all -> {};

  /**
   * The state of a member.
   *
   * @param isSpread whether several members are active: then the state of one is not that of all
   */
  SavedState(Supplier<ApplicationHost> applications, StaticFlows staticFlows, boolean isSpread) {
    this.applications = applications;
    this.staticFlows = staticFlows;
    this.isSpread = isSpread;
  }

  /** Sets the receiver of the collected state. */
  void begin(Consumer<Map<String, byte[]>> receiver) {
    collected = receiver;
  }

  void end() {
    thread.shutdownNow();
  }

  @Override
  public void collect() {
    thread.execute(() -> collected.accept(all()));
  }

  private Map<String, byte[]> all() {
    Map<String, byte[]> all = new HashMap<>(isSpread ? Map.of() : applications.get().savedStates());
    staticFlows.left().ifPresent(bytes -> all.put(StaticFlow.OWNER, bytes));
    return all;
  }

  @Override
  public void restore(Map<String, byte[]> states) {
    applications.get().restore(states);
  }

  @Override
  public void received(String from, String name, byte[] state) {
    if (name.equals(StaticFlow.OWNER)) {
      thread.execute(() -> staticFlows.takeOver(from, state));
    }
  }
}
