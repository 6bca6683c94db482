package maestro.net.session;

import maestro.net.connection.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Says which connections may have which datapath ids, for example by their certificates.
 * Thread-safe.
 */
@FunctionalInterface
public interface DatapathBinding {
  /** Decides by the certificates; over plain TCP any connection may have any datapath id. */
  DatapathBinding BY_CERTIFICATE =
      (connection, datapathId) -> connection.peer().refusal(datapathId).orElse(null);

  /**
   * Whether a connection may have this datapath id. Called by the holder of its claim when its
   * features have come, before a connection that has the id already is considered. Must not wait.
   *
   * @return the reason for a refusal, for a log line; null when the connection may have it
   */
  @Nullable String refusal(Connection connection, long datapathId);
}
