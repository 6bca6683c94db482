package maestro.emulator.cli;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import maestro.emulator.engine.LoadRunner;
import maestro.tls.BadTlsException;
import maestro.tls.TlsContext;
import maestro.tls.TlsLibrary;
import maestro.tls.TlsSettings;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of commands whose switches may speak TLS. */
final class TlsOptions {
  private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description =
          "Switches speak TLS with a controller whose certificate one of these CAs signed.")
  private Path ca;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "The certificate that all switches show.")
  private Path certificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "The key of --tls-cert.")
  private Path key;

  @Option(
      names = "--tls-provider",
      paramLabel = "NAME",
      description = "The TLS library of the switches: auto (default), boringssl or jdk.")
  private TlsLibrary library;

  /** Whether TLS was asked for. */
  boolean isWanted() {
    return ca != null || certificate != null || key != null || library != null;
  }

  /** This process, over TLS when that was asked for; agents do without it. */
  LoadRunner over(LoadRunner runner, CommandLine command) {
    return over(runner, List.of(), command);
  }

  /**
   * The same for switches with several controllers.
   *
   * @param further beside the one of the run; empty with agents
   */
  LoadRunner over(LoadRunner runner, List<InetSocketAddress> further, CommandLine command) {
    if (!isWanted()) {
      return further.isEmpty() ? runner : LoadRunner.here(null, further);
    }
    if (ca == null) {
      throw new ParameterException(
          command,
          "--tls-cert, --tls-key, --tls-provider: found without --tls-ca; allowed: with it");
    }
    if ((certificate == null) != (key == null)) {
      throw new ParameterException(
          command, "--tls-cert, --tls-key: found one of them; allowed: both");
    }
    TlsLibrary wanted = library == null ? TlsLibrary.AUTO : library;
    TlsSettings settings = new TlsSettings(key, certificate, ca, false, PROTOCOLS, wanted);
    try {
      return LoadRunner.here(TlsContext.client(settings), further);
    } catch (BadTlsException e) {
      throw new ParameterException(command, option(e.key()) + ": " + e.getMessage(), e);
    }
  }

  private static String option(String key) {
    return switch (key) {
      case "private-key" -> "--tls-key";
      case "ca-certificates" -> "--tls-ca";
      case "provider" -> "--tls-provider";
      default -> "--tls-cert";
    };
  }
}
