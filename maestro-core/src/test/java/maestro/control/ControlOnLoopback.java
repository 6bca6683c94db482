package maestro.control;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import maestro.config.ListenAddress;
import maestro.config.MaestroConfig.Control;
import maestro.config.MaestroConfig.ControlCertificate;
import maestro.config.MaestroConfig.ControlToken;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.config.MaestroConfig.Thresholds;
import maestro.config.TokenRight;

/** How control listeners of tests are configured: this machine only, and nothing else in use. */
public final class ControlOnLoopback {
  private static final long SECOND_NS = 1_000_000_000;
  private static final NamedMetrics NAMED = new NamedMetrics(10, 10);

  private ControlOnLoopback() {}

  /** Plain HTTP for everybody, at a free port. */
  public static Control open() {
    return openAt(0);
  }

  /** Plain HTTP for everybody, at this port. */
  static Control openAt(int port) {
    return at(port, Optional.empty(), Optional.empty());
  }

  /** At a free port, with a certificate or without, and for those who show a token or for all. */
  public static Control with(
      Optional<ControlCertificate> certificate, Optional<String> tokenSha256) {
    return at(0, certificate, tokenSha256);
  }

  private static Control at(
      int port, Optional<ControlCertificate> certificate, Optional<String> tokenSha256) {
    return new Control(
        Optional.of(new ListenAddress("127.0.0.1", port)),
        certificate,
        tokenSha256.stream()
            .map(sha256 -> new ControlToken("reader", sha256, TokenRight.READ))
            .toList(),
        NAMED,
        false,
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        "",
        new Thresholds(0.1, SECOND_NS, SECOND_NS, 1, 30, 10 * SECOND_NS));
  }
}
