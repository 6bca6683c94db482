package maestro.emulator.engine;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.LoadResult;
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
    return here(tls, List.of());
  }

  /**
   * This process.
   *
   * @param tls with which switches speak TLS; null when they do not
   * @param further controllers of each switch, beside the one of the run
   */
  static LoadRunner here(TlsContext tls, List<InetSocketAddress> further) {
    return new LoadRunner() {
      @Override
      public LoadResult run(LoadPlan plan, InetSocketAddress controller, Progress progress) {
        List<InetSocketAddress> all = new ArrayList<>(List.of(controller));
        all.addAll(further);
        return new LoadRun(plan, all, tls).run(progress);
      }

      @Override
      public List<InetSocketAddress> further() {
        return further;
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

  /** Controllers of each switch, beside the one of the run. */
  default List<InetSocketAddress> further() {
    return List.of();
  }

  /** Emulator processes beside this one that offer the load; 0 when this one does. */
  int agentCount();
}
