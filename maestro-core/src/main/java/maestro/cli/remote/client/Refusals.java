package maestro.cli.remote.client;

import java.io.IOException;
import java.util.Optional;

/** Explains an answer that is not the requested one. */
final class Refusals {
  /** The controller's answer when what was asked is wrong, whatever its own state is. */
  private static final int BAD_REQUEST = 400;

  private static final ControlPath DOCUMENT = ControlPath.of("/v1/openapi.json");

  private final ControlClient client;
  private final boolean hasToken;

  Refusals(ControlClient client, boolean hasToken) {
    this.client = client;
    this.hasToken = hasToken;
  }

  /** The body, when the status is one of success. */
  String checked(int status, String body, ControlPath path)
      throws ControlException, InterruptedException {
    if (status >= 200 && status < 300) {
      return body;
    }
    String detail = detail(body);
    if (status == 401) {
      throw new ControlException(
          hasToken
              ? client.address() + ": the token is wrong"
              : client.address() + " wants a token: --token-file FILE, or MAESTRO_TOKEN");
    }
    if ((status == 404 || status == 405) && !detail.isEmpty()) {
      explainMissing(path, status == 405);
    }
    if (detail.isEmpty()) {
      throw new ControlException(
          "%s answers %s with status %d, which no controller does"
              .formatted(client.address(), path.text(), status));
    }
    boolean isOneLine = detail.indexOf('\n') < 0;
    String message = client.address() + (isOneLine ? ": " : ":\n") + detail;
    throw status == BAD_REQUEST
        ? ControlException.inArguments(message)
        : new ControlException(message);
  }

  /** Throws when the controller has no such endpoint at all; 405: not with this method. */
  private void explainMissing(ControlPath path, boolean wrongMethod)
      throws ControlException, InterruptedException {
    Optional<String> document = client.ask(DOCUMENT);
    if (document.isPresent()
        && (wrongMethod
            || ControlClient.parsed(document.get()).at("paths", path.template()).isNull())) {
      throw new ControlException(
          "the controller at %s is too old for this command: it has no %s"
              .formatted(client.address(), path.template()));
    }
  }

  private static String detail(String body) {
    try {
      JsonValue detail = JsonValue.parse(body).at("detail");
      return detail.isNull() ? "" : detail.lines();
    } catch (IOException e) {
      return "";
    }
  }
}
