package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import maestro.Maestro;
import maestro.bench.isolation.Attack;
import maestro.bench.isolation.AttackCounts;
import maestro.bench.isolation.Attacks;
import maestro.bench.isolation.Target;
import maestro.metrics.Counter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/**
 * Every attack with bad bytes, with a fixed seed, at a controller with its threads and with all
 * applications that look into packets: a switch beside it gets each of its answers, no application
 * fails, and the log has no error.
 */
@Timeout(1800)
class HostileBytesIT {
  private static final List<String> BAD_BYTES =
      List.of("bad-lengths", "mutated-streams", "hostile-frames", "http-and-tls-bytes");
  private static final int TRIES = 150;
  private static final long SEED = 6;

  /** Whatever the controller says that is an error, or has a stack trace. */
  private static final class Failures extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("maestro");
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    Failures() {
      start();
      logger.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
      if (event.getLevel().isGreaterOrEqual(Level.ERROR) || event.getThrowableProxy() != null) {
        lines.add(event.getFormattedMessage());
      }
    }

    @Override
    public void close() {
      logger.detachAppender(this);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "shared-queue, 1",
    "static-partition, 4",
    "dynamic-partition, 1",
    "round-robin, 4",
    "fair-share, 1",
    "fair-share, 4"
  })
  void shouldServeOneSwitchWhileAnotherSendsBadBytes(String strategy, int version)
      throws Exception {
    try (Failures failures = new Failures();
        Maestro maestro =
            InProcess.controller(
                "secured.conf",
                "maestro.distribution.strategy=" + strategy,
                "maestro.distribution.workers=2",
                "applications.security-monitor.max-requests-per-second=1000000",
                "applications.security-monitor.max-addresses=5000",
                "sequences.routing.run=[security-monitor, access-control, host-location,"
                    + " arp-responder, learning-switch]");
        BareSwitch good = new BareSwitch(maestro.address().getPort(), 0x600d)) {
      Target target = new Target(maestro.address(), version, SEED, null);
      AttackCounts counts = new AttackCounts();
      for (Attack attack : Attacks.ALL) {
        for (int i = 0; BAD_BYTES.contains(attack.name()) && i < TRIES; i++) {
          attack.trial().run(target, counts);
          good.ask(1, 2, -1);
        }
      }
      assertThat(counts.firstBroken()).isEmpty();
      assertThat(maestro.metrics().total(Counter.REQUESTS_LOST)).isZero();
      assertThat(failures.lines).isEmpty();
    }
  }
}
