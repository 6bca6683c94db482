package maestro.worker;

import java.util.BitSet;
import net.openhft.affinity.Affinity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds worker threads to cores of their own (section 3.2.5 of the Maestro paper), where the system
 * lets us.
 */
public final class CoreBinding {
  private static final Logger LOG = LoggerFactory.getLogger(CoreBinding.class);

  private final int[] cores;

  private CoreBinding(int[] cores) {
    this.cores = cores;
  }

  /**
   * The cores for so many workers; no binding when there are fewer cores than workers, which is
   * logged.
   *
   * @param workers how many
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

  /** Does not bind. */
  public static CoreBinding none() {
    return new CoreBinding(new int[0]);
  }

  /** Binds the current thread, that of worker {@code worker}. */
  public void bind(long worker) {
    if (worker < cores.length) {
      int core = cores[(int) worker];
      Affinity.setAffinity(core);
      LOG.info("worker {} is bound to core {}", worker, core);
    }
  }
}
