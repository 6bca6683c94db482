package maestro.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Optional;
import maestro.config.ListenAddress;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.LoadedConfig;
import maestro.control.ControlListener;
import maestro.tls.BadTlsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the port of the control listener, or says why that is not possible. */
final class ControlStart {
  private static final Logger LOG = LoggerFactory.getLogger(ControlStart.class);
  private static final String SECTION = "maestro.control";
  private static final String LISTEN = SECTION + ".listen";
  private static final String METRICS_LISTEN = SECTION + ".metrics-listen";

  private ControlStart() {}

  /**
   * Takes the port. Empty when the listener is off, or when the port of the default is taken: an
   * operator who did not ask for the listener wants the controller all the same.
   *
   * @throws BadConfigurationException when the operator asked for a port that cannot be taken, or
   *     for a certificate that cannot be used
   */
  static Optional<ControlListener> bind(LoadedConfig config) throws BadConfigurationException {
    Optional<ControlListener> listener = bindControl(config);
    Optional<ListenAddress> metrics = config.maestro().control().metricsListen();
    if (listener.isPresent() && metrics.isPresent()) {
      bindMetrics(config, listener.get(), metrics.get());
    }
    return listener;
  }

  private static void bindMetrics(
      LoadedConfig config, ControlListener listener, ListenAddress listen)
      throws BadConfigurationException {
    try {
      InetSocketAddress address = listener.bindMetrics(listen);
      LOG.info("metrics listener: http://{}:{}", listen.host(), address.getPort());
    } catch (IOException | UnresolvedAddressException e) {
      listener.close();
      String reason =
          e instanceof UnresolvedAddressException ? "no such host" : String.valueOf(e.getMessage());
      throw cannotListen(config, METRICS_LISTEN, listen.toString(), reason);
    }
  }

  private static Optional<ControlListener> bindControl(LoadedConfig config)
      throws BadConfigurationException {
    try {
      return ControlListener.bind(config.maestro().control());
    } catch (BadTlsException e) {
      throw explain(config, e);
    } catch (UnresolvedAddressException e) {
      throw cannotListen(config, LISTEN, address(config), "no such host");
    } catch (IOException e) {
      if (config.isOwn(LISTEN)) {
        throw cannotListen(config, LISTEN, address(config), String.valueOf(e.getMessage()));
      }
      LOG.warn(
          "no control listener: cannot listen on {}: {}; set {} to off or to another port",
          address(config),
          e.getMessage(),
          LISTEN);
      return Optional.empty();
    }
  }

  /** Reads what {@link #bind} reads, without taking the port. */
  static void check(LoadedConfig config) throws BadConfigurationException {
    try {
      ControlListener.check(config.maestro().control());
    } catch (BadTlsException e) {
      throw explain(config, e);
    }
  }

  /**
   * Reads what a reload can change of the control listener.
   *
   * @return puts it in force
   * @throws BadConfigurationException when the certificate cannot be used
   */
  static Runnable renewal(Optional<ControlListener> listener, LoadedConfig next)
      throws BadConfigurationException {
    try {
      return listener.map(each -> each.renewal(next.maestro().control())).orElse(() -> {});
    } catch (BadTlsException e) {
      throw explain(next, e);
    }
  }

  private static BadConfigurationException explain(LoadedConfig config, BadTlsException e) {
    String key = SECTION + "." + e.key();
    return new BadConfigurationException(List.of(config.withPlace(key) + ": " + e.getMessage()));
  }

  private static BadConfigurationException cannotListen(
      LoadedConfig config, String key, String address, String reason) {
    return new BadConfigurationException(
        List.of("%s: cannot listen on %s: %s".formatted(config.withPlace(key), address, reason)));
  }

  private static String address(LoadedConfig config) {
    return config.maestro().control().listen().map(Object::toString).orElse("");
  }
}
