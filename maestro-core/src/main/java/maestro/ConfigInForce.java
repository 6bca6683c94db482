package maestro;

import java.util.OptionalInt;
import maestro.batching.DelayBound;
import maestro.config.MaestroConfig;
import maestro.config.OverLimit;
import maestro.net.connection.Connection;
import maestro.net.connection.RateLimit;
import maestro.net.session.Session;
import maestro.net.session.SwitchTable;
import maestro.sequence.ApplicationHost;
import maestro.tls.CertificateEnds;
import maestro.tls.TlsContext;
import org.jspecify.annotations.Nullable;

/**
 * The configuration in force and what follows it at once: weights and rate limits of the switches,
 * the delay bound, and the TLS context of the connections to come.
 *
 * <p>Any thread reads it. One thread at a time changes it.
 */
final class ConfigInForce {
  private static final String TLS = "maestro.tls";
  private static final Object[] NO_LOCALS = {};

  private final SwitchTable switches;
  private final DelayBound delayBound;
  private final CertificateEnds certificates = new CertificateEnds();
  private volatile MaestroConfig config;
  private volatile @Nullable TlsContext tls;

  /**
   * The configuration at the start.
   *
   * @param tls null when switches speak plain TCP
   */
  ConfigInForce(MaestroConfig config, @Nullable TlsContext tls, SwitchTable switches) {
    this.config = config;
    this.tls = tls;
    if (tls != null) {
      certificates.inForce(TLS, tls);
    }
    this.switches = switches;
    this.delayBound = new DelayBound(config.batching().delayUpperBoundNs());
  }

  MaestroConfig now() {
    return config;
  }

  DelayBound delayBound() {
    return delayBound;
  }

  /** For switches that connect from now on; null when they speak plain TCP. */
  @Nullable TlsContext tls() {
    return tls;
  }

  CertificateEnds certificates() {
    return certificates;
  }

  int weightOf(long datapathId) {
    return config.weights().of(datapathId);
  }

  /** Null when the switch has none. */
  @Nullable RateLimit rateLimitOf(long datapathId) {
    MaestroConfig.RateLimit limit = config.rateLimit();
    OptionalInt requests = limit.of(datapathId);
    if (requests.isEmpty()) {
      return null;
    }
    int burst = limit.burstRequests().orElse(requests.getAsInt());
    return new RateLimit(requests.getAsInt(), burst, limit.over() == OverLimit.WAIT);
  }

  /** Changes the delay bound, weights and rate limits. Only while all workers rest. */
  void change(MaestroConfig next) {
    long beforeNs = config.batching().delayUpperBoundNs();
    config = next;
    long boundNs = next.batching().delayUpperBoundNs();
    if (boundNs != beforeNs) {
      delayBound.set(boundNs);
    }
    switches.all().forEach(this::treat);
  }

  /** The configuration of a reload. Only while all workers rest; {@link #treatAll} follows. */
  void replace(MaestroConfig next) {
    config = next;
    delayBound.set(next.batching().delayUpperBoundNs());
  }

  /**
   * Gives all switches their weights and rate limits, and the state of new applications. Only while
   * all workers rest.
   */
  void treatAll(ApplicationHost host) {
    for (Connection connection : switches.all()) {
      treat(connection);
      Session session = Session.of(connection);
      session.locals(session.isServed() ? host.featuresKnown(session.info()) : NO_LOCALS);
    }
  }

  private void treat(Connection connection) {
    long datapathId = Session.of(connection).info().datapathId();
    connection.weight(weightOf(datapathId));
    connection.limit(rateLimitOf(datapathId));
  }

  /** Takes over keys and certificates that were read anew. */
  void tls(TlsContext next) {
    tls = next;
    certificates.inForce(TLS, next);
  }
}
