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
 * What this member of a cluster leaves to the others, and takes over from them: the state of
 * applications, which adopt it when this member becomes active; and the static flows, which are
 * mirrored.
 *
 * <p>Any thread. It is made on a thread of its own, since that may take long.
 */
final class LeftState implements WarmState.Estate {
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
   * Makes it for a member.
   *
   * @param isSpread whether several members are active: then the state of one is not that of all
   */
  LeftState(Supplier<ApplicationHost> applications, StaticFlows staticFlows, boolean isSpread) {
    this.applications = applications;
    this.staticFlows = staticFlows;
    this.isSpread = isSpread;
  }

  /** Says who gets what is collected. */
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
    Map<String, byte[]> all = new HashMap<>(isSpread ? Map.of() : applications.get().legacies());
    staticFlows.left().ifPresent(bytes -> all.put(StaticFlow.OWNER, bytes));
    return all;
  }

  @Override
  public void adopt(Map<String, byte[]> left) {
    applications.get().adopt(left);
  }

  @Override
  public void came(String from, String name, byte[] left) {
    if (name.equals(StaticFlow.OWNER)) {
      thread.execute(() -> staticFlows.takeOver(from, left));
    }
  }
}
