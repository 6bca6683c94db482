package maestro.emulator.engine;

import java.net.InetSocketAddress;
import maestro.tls.TlsContext;

/** Who offers the load of a plan: this process, or agents on other machines. */
public interface LoadRunner {
  /** This process, over plain TCP. */
  LoadRunner HERE = here(null);

  /**
   * This process.
   *
   * @param tls with which switches speak TLS; null when they do not
   */
  static LoadRunner here(TlsContext tls) {
    return new LoadRunner() {
      @Override
      public LoadResult run(LoadPlan plan, InetSocketAddress controller, Progress progress) {
        return new LoadRun(plan, controller, tls).run(progress);
      }

      @Override
      public int agentCount() {
        return 0;
      }
    };
  }

  /**
   * Runs to the end or to the first failure, on the calling thread; interrupting it ends the run.
   *
   * @return counts of all switches of the plan, in its order
   */
  LoadResult run(LoadPlan plan, InetSocketAddress controller, Progress progress);

  /** Emulator processes beside this one that offer the load; 0 when this one does. */
  int agentCount();
}
