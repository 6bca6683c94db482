package maestro.net;

/** Which connections may have which datapath ids, such as by their certificates. Thread-safe. */
@FunctionalInterface
public interface DatapathBinding {
  /** What the certificates say; over plain TCP any connection may have any. */
  DatapathBinding BY_CERTIFICATE =
      (connection, datapathId) -> connection.refusal(datapathId).orElse(null);

  /**
   * Whether a connection may be this switch. Called by the holder of its claim when its features
   * have come, before it is compared with a switch that has the datapath id already; does not wait.
   *
   * @return why not, for a log line; null when it may
   */
  String refusal(Connection connection, long datapathId);
}
