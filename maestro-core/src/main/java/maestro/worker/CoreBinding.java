package maestro.worker;

import java.util.BitSet;
import net.openhft.affinity.Affinity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds each worker thread to its own core (section 3.2.5 of the Maestro paper), where the system
 * allows it.
 */
public final class CoreBinding {
  private static final Logger LOG = LoggerFactory.getLogger(CoreBinding.class);

  private final int[] cores;

  private CoreBinding(int[] cores) {
    this.cores = cores;
  }

  /**
   * Chooses the cores. When there are fewer cores than workers, binds no worker and logs a warning.
   *
   * @param workers how many workers there are
   */
  public static CoreBinding forWorkers(int workers) {
    BitSet allowed = Affinity.getAffinity();
    if (allowed.cardinality() < workers) {
      LOG.warn(
          "maestro.distribution.bind-cores: {} cores for {} workers; they are not bound",
          allowed.cardinality(),
          workers);
      return new CoreBinding(new int[0]);
    }
    return new CoreBinding(allowed.stream().limit(workers).toArray());
  }

  /** Binds the current thread, which is worker {@code worker}. */
  public void bind(long worker) {
    if (worker < cores.length) {
      int core = cores[(int) worker];
      Affinity.setAffinity(core);
      LOG.info("worker {} is bound to core {}", worker, core);
    }
  }
}
