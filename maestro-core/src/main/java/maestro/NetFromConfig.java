package maestro;

import java.util.OptionalInt;
import maestro.config.MaestroConfig;
import maestro.config.OverLimit;
import maestro.config.RoleMode;
import maestro.metrics.Metrics;
import maestro.net.connection.RateLimit;
import maestro.net.session.DatapathBinding;
import maestro.net.session.Identity;
import maestro.net.session.Role;
import maestro.net.session.SwitchTable;
import org.jspecify.annotations.Nullable;

/** Makes what package {@code maestro.net} needs from the configuration. Stateless. */
final class NetFromConfig {
  private NetFromConfig() {}

  static Identity identity(
      MaestroConfig.Connection connection, SwitchTable switches, Metrics metrics) {
    return new Identity(
        switches,
        connection.duplicateMode(),
        connection.duplicateWaitNs(),
        DatapathBinding.BY_CERTIFICATE,
        metrics);
  }

  /** The role to begin with; equal when others are to say it. */
  static Role role(RoleMode mode) {
    return mode == RoleMode.AUTO ? Role.EQUAL : Role.valueOf(mode.name());
  }

  /** The rate limit of a switch; null when it has none. */
  static @Nullable RateLimit rateLimit(MaestroConfig.RateLimit limit, long datapathId) {
    OptionalInt requests = limit.of(datapathId);
    if (requests.isEmpty()) {
      return null;
    }
    int burst = limit.burstRequests().orElse(requests.getAsInt());
    return new RateLimit(requests.getAsInt(), burst, limit.over() == OverLimit.WAIT);
  }
}
