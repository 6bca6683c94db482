package maestro.cli.remote.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Asks one controller. Every failure is a {@link ControlException} with a line that says what to
 * do. Calls block until an answer begins: for 10 s at most, a change for 65 s.
 */
public final class ControlClient {
  private static final Duration CONNECTING = Duration.ofSeconds(5);
  private static final Duration ANSWERING = Duration.ofSeconds(10);

  /** A change may have to wait for a reload; the controller gives up after 60 s. */
  private static final Duration CHANGING = Duration.ofSeconds(65);

  private final URI base;
  private final Optional<String> token;
  private final HttpClient http;

  /**
   * Connects to nothing yet.
   *
   * @param base scheme, host and port
   * @param token sent with every request, if there is one
   * @param ca whose certificates are trusted; those that Java trusts without one
   */
  public ControlClient(URI base, Optional<String> token, Optional<Path> ca)
      throws ControlException {
    this.base = base;
    this.token = token;
    boolean tls = base.getScheme().equals("https");
    http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECTING)
            .proxy(ProxySelector.of(null)) // a proxy is for the web, and not for a controller
            .sslContext(tls ? Trust.context(ca) : Trust.nobody())
            .build();
  }

  /** Where the controller is. */
  String address() {
    return base.toString();
  }

  /** The body of the answer to a GET. */
  public String get(ControlPath path) throws ControlException, InterruptedException {
    HttpResponse<String> response =
        send(request(path).timeout(ANSWERING).GET().build(), BodyHandlers.ofString());
    return new Refusals(this, token.isPresent())
        .checked(response.statusCode(), response.body(), path);
  }

  /** Sends a document, or none, by a method; returns the body of the answer. */
  public String change(String method, ControlPath path, String json)
      throws ControlException, InterruptedException {
    HttpRequest request =
        request(path)
            .header("Content-Type", "application/json")
            .timeout(CHANGING)
            .method(
                method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> response = send(request, BodyHandlers.ofString());
    return new Refusals(this, token.isPresent())
        .checked(response.statusCode(), response.body(), path);
  }

  /** The status of the answer to a GET and its body; for a question about another answer. */
  public Optional<String> ask(ControlPath path) throws ControlException, InterruptedException {
    HttpResponse<String> response =
        send(request(path).timeout(ANSWERING).GET().build(), BodyHandlers.ofString());
    return response.statusCode() == 200 ? Optional.of(response.body()) : Optional.empty();
  }

  /**
   * Listens to events, as long as there are some to come. The caller closes the stream.
   *
   * @param lastId the last event that was seen; empty for those from now on
   */
  public InputStream listen(ControlPath path, Optional<String> lastId)
      throws ControlException, InterruptedException {
    HttpRequest.Builder request = request(path).header("Accept", "text/event-stream");
    lastId.ifPresent(id -> request.header("Last-Event-ID", id));
    HttpResponse<InputStream> response = send(request.GET().build(), BodyHandlers.ofInputStream());
    if (response.statusCode() == 200) {
      return response.body();
    }
    String body;
    try (InputStream in = response.body()) {
      body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      body = "";
    }
    new Refusals(this, token.isPresent()).checked(response.statusCode(), body, path);
    throw new ControlException(base + " does not send events");
  }

  private HttpRequest.Builder request(ControlPath path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path.text()));
    token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
    return request;
  }

  private <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws ControlException, InterruptedException {
    try {
      return http.send(request, handler);
    } catch (HttpConnectTimeoutException e) {
      throw unreachable("no answer within " + CONNECTING.toSeconds() + " s");
    } catch (HttpTimeoutException e) {
      throw new ControlException(
          "the controller at %s does not answer within %d s"
              .formatted(base, request.timeout().orElse(ANSWERING).toSeconds()));
    } catch (ConnectException e) {
      throw unreachable(
          e.getCause() instanceof UnresolvedAddressException
              ? "no such host"
              : "connection refused");
    } catch (SSLException e) {
      throw new ControlException(
          "%s: TLS failed: %s".formatted(base, Trust.explained(e, base.getHost())));
    } catch (IOException e) {
      throw new ControlException(
          "%s does not answer as a controller does: %s".formatted(base, e.getMessage()));
    }
  }

  private ControlException unreachable(String reason) {
    return new ControlException(
        "no controller at %s: %s; maestro run starts one, --control names another"
            .formatted(base, reason));
  }

  /** Reads an answer. */
  public static JsonValue parsed(String body) throws ControlException {
    try {
      return JsonValue.parse(body);
    } catch (IOException e) {
      throw new ControlException("the answer is not JSON, and so not a controller's");
    }
  }
}
