package maestro.cli.remote.client;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where the controller is, and how it is asked. */
public final class ControlOptions {
  private static final String TOKEN_VARIABLE = "MAESTRO_TOKEN";

  @Option(
      names = "--control",
      paramLabel = "URL",
      description =
          "The control listener: maestro.control.listen. Default: the environment variable"
              + " MAESTRO_CONTROL, or else http://127.0.0.1:9653.",
      defaultValue = "${env:MAESTRO_CONTROL:-http://127.0.0.1:9653}")
  private String url = "";

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "A file with the token. Without one, the environment variable " + TOKEN_VARIABLE + ".")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description =
          "The certificate of the CA that signed the controller's, in PEM. Without one, those that"
              + " Java trusts.")
  private @Nullable Path ca;

  /** A client for the controller. */
  public ControlClient client(CommandLine command) throws ControlException {
    URI base =
        ControlAddress.parse(url, ca != null)
            .orElseThrow(() -> wrong(command, url, "http://HOST:PORT or https://HOST:PORT"));
    Optional<String> token = token();
    if (token.isPresent() && !ControlAddress.isConfidential(base)) {
      throw wrong(
          command,
          base.toString(),
          "with a token, https or this machine; others could read the token on the way");
    }
    return new ControlClient(base, token, Optional.ofNullable(ca));
  }

  private static ParameterException wrong(CommandLine command, String found, String allowed) {
    return new ParameterException(command, "--control: found '" + found + "'; allowed: " + allowed);
  }

  private Optional<String> token() throws ControlException {
    if (tokenFile == null) {
      return Optional.ofNullable(System.getenv(TOKEN_VARIABLE)).filter(text -> !text.isBlank());
    }
    String text;
    try {
      text = Files.readString(tokenFile).strip();
    } catch (IOException e) {
      throw new ControlException("--token-file: cannot read " + tokenFile + ": " + reason(e));
    }
    if (text.isEmpty() || text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new ControlException(
          "--token-file: " + tokenFile + " has no token; allowed: one line of ASCII");
    }
    return Optional.of(text);
  }

  private static String reason(IOException e) {
    return e instanceof java.nio.file.NoSuchFileException ? "no such file" : e.toString();
  }
}
