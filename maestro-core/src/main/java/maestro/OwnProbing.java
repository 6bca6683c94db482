package maestro;

import java.net.InetSocketAddress;
import java.util.Optional;
import maestro.net.session.ProbingAddress;
import maestro.probing.ProbingDelays;
import maestro.probing.SelfProbingSwitch;
import org.jspecify.annotations.Nullable;

/**
 * The probing of a controller by itself, once it is started.
 *
 * <p>Any thread reads the delays. {@link #start} is not to be called while another thread calls
 * {@link #close}.
 */
final class OwnProbing implements AutoCloseable {
  private final ProbingAddress own;
  private final ConfigInForce inForce;
  private final ProbingDelays delays = new ProbingDelays();

  /** Volatile: null before {@link #start}. */
  private volatile @Nullable SelfProbingSwitch probing;

  /**
   * Not started.
   *
   * @param own by which the controller knows the probing switch
   */
  OwnProbing(ProbingAddress own, ConfigInForce inForce) {
    this.own = own;
    this.inForce = inForce;
  }

  /** Begins to probe, with TLS where switches must speak it. To be called once. */
  void start(InetSocketAddress target) {
    SelfProbingSwitch probe =
        new SelfProbingSwitch(
            target,
            own,
            Optional.ofNullable(inForce.tls())
                .map(now -> TlsFromConfig.ownSockets(() -> Optional.ofNullable(inForce.tls()))),
            delays);
    probing = probe;
    probe.start();
  }

  /** Empty when the controller does not probe itself. */
  Optional<ProbingDelays> delays() {
    return probing == null ? Optional.empty() : Optional.of(delays);
  }

  @Override
  public void close() {
    SelfProbingSwitch probe = probing;
    if (probe != null) {
      probe.close();
    }
  }
}
