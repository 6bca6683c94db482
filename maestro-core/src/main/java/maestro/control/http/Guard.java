package maestro.control.http;

import com.google.common.net.InetAddresses;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import maestro.config.MaestroConfig.ControlToken;
import maestro.config.TokenRight;

/**
 * Decides whether a client may read, and whether it may change the controller.
 *
 * <ol>
 *   <li>With tokens, a client shows one. They are kept as hashes and compared in constant time.
 *       Each wrong token in a row doubles the time that the refusal takes; a right one is never
 *       delayed. A token for changes is good for reading, too. With tokens for reading alone,
 *       nobody may change anything.
 *   <li>Without a token, any program of this machine may ask. A page that a browser has loaded from
 *       elsewhere may not: it can name this listener by a host name that it controls (DNS
 *       rebinding). So the header Host must have an address or {@code localhost}.
 *   <li>A page from elsewhere may send a request without seeing the answer (cross-site request
 *       forgery). So a change must have a body of the type {@code application/json}, or the method
 *       DELETE, which a browser sends to another site only after it has asked; and the header
 *       Origin, if there is one, must be this listener, or one of those under which a reverse proxy
 *       shows it.
 * </ol>
 *
 * <p>Confined to the control thread, except for {@link #tokens}.
 */
public final class Guard {
  private static final String AUTHORIZATION = "Authorization";
  private static final String SCHEME = "Bearer ";
  private static final String JSON = "application/json";
  private static final Duration FIRST_DELAY = Duration.ofMillis(100);
  private static final int MOST_DOUBLINGS = 6;

  /** Volatile: any thread replaces them. */
  private volatile List<ControlToken> known;

  private int wrongInARow;

  /** Besides this listener, where pages come from that may change something; in lower case. */
  private final List<String> origins;

  /**
   * Makes a guard that knows these tokens.
   *
   * @param origins under which a reverse proxy shows this listener, such as {@code
   *     https://maestro.example}, in lower case
   */
  public Guard(List<ControlToken> tokens, List<String> origins) {
    this.known = tokens;
    this.origins = origins;
  }

  /** Knows these tokens from now on, and no others. Any thread. */
  public void tokens(List<ControlToken> tokens) {
    known = tokens;
  }

  private boolean needsToken(TokenRight right) {
    return known.stream().anyMatch(each -> each.right() == right);
  }

  /** Why a client may not ask; empty when it may. */
  public Optional<Answer> refusal(Access access, Question.Headers headers) {
    return switch (access) {
      case OPEN -> Optional.empty();
      case READ ->
          needsToken(TokenRight.READ)
              ? withToken(TokenRight.READ, headers)
              : misdirected(headers); // 1, 2
      case CHANGE -> change(headers).or(() -> notJson(headers)); // 3
      case REMOVE -> change(headers);
    };
  }

  private Optional<Answer> change(Question.Headers headers) {
    Optional<Answer> refusal;
    if (needsToken(TokenRight.CHANGE)) {
      refusal = withToken(TokenRight.CHANGE, headers);
    } else if (needsToken(TokenRight.READ)) {
      refusal =
          Optional.of(forbidden("nobody may change anything: no token that may is configured"));
    } else {
      refusal = misdirected(headers);
    }
    return refusal.or(() -> fromElsewhere(headers)); // 3
  }

  private Optional<Answer> withToken(TokenRight needed, Question.Headers headers) {
    if (headers.get(AUTHORIZATION).isEmpty()) {
      return Optional.of(unauthorized("no token; needed: Authorization: Bearer TOKEN"));
    }
    Optional<ControlToken> shown = shown(headers);
    if (shown.isEmpty()) {
      wrongInARow = Math.min(wrongInARow + 1, MOST_DOUBLINGS + 1);
      return Optional.of(unauthorized("the token is not the right one"));
    }
    wrongInARow = 0;
    return needed == TokenRight.CHANGE && shown.get().right() == TokenRight.READ
        ? Optional.of(forbidden("this token is for reading"))
        : Optional.empty();
  }

  /** The name of the token that a client shows; empty when it shows none that is known. */
  Optional<String> name(Question.Headers headers) {
    return shown(headers).map(ControlToken::name);
  }

  /** Compares with all tokens, however soon one is the right one. */
  private Optional<ControlToken> shown(Question.Headers headers) {
    Optional<ControlToken> found = Optional.empty();
    Optional<String> authorization = headers.get(AUTHORIZATION);
    if (authorization.isPresent()) {
      String shown = authorization.get();
      boolean isToken = shown.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
      byte[] hash = sha256(isToken ? shown.substring(SCHEME.length()) : "");
      for (ControlToken each : known) {
        if (MessageDigest.isEqual(HexFormat.of().parseHex(each.sha256()), hash)) {
          found = Optional.of(each);
        }
      }
    }
    return found;
  }

  private Optional<Answer> misdirected(Question.Headers headers) {
    return headers.get("Host").map(host -> isLocal(host) || isProxied(host)).orElse(true)
        ? Optional.empty()
        : Optional.of(
            Answer.problem(
                421, "Misdirected Request", "found another Host; allowed: an address, localhost"));
  }

  /** Whether a reverse proxy shows this listener by this name. */
  private boolean isProxied(String host) {
    String end = "://" + host.toLowerCase(Locale.ROOT);
    return origins.stream().anyMatch(origin -> origin.endsWith(end));
  }

  private Optional<Answer> fromElsewhere(Question.Headers headers) {
    String own = "://" + headers.get("Host").orElse("");
    return headers
        .get("Origin")
        .map(origin -> origin.toLowerCase(Locale.ROOT))
        .filter(origin -> !origin.endsWith(own.toLowerCase(Locale.ROOT)))
        .filter(origin -> !origins.contains(origin))
        .map(origin -> forbidden("found another Origin; allowed: this listener, or none"));
  }

  private static Optional<Answer> notJson(Question.Headers headers) {
    String type = headers.get("Content-Type").orElse("");
    int parameters = type.indexOf(';');
    String alone = parameters < 0 ? type : type.substring(0, parameters);
    return alone.trim().equalsIgnoreCase(JSON)
        ? Optional.empty()
        : Optional.of(
            Answer.problem(
                415,
                "Unsupported Media Type",
                "found Content-Type '%s'; allowed: %s"
                    .formatted(RefusedQuestion.shown(type), JSON)));
  }

  /** How long the next refusal is held back: nothing before the first wrong token. */
  Duration delay() {
    return wrongInARow == 0 ? Duration.ZERO : FIRST_DELAY.multipliedBy(1L << (wrongInARow - 1));
  }

  private static Answer unauthorized(String detail) {
    return Answer.problem(401, "Unauthorized", detail);
  }

  private static Answer forbidden(String detail) {
    return Answer.problem(403, "Forbidden", detail);
  }

  private static boolean isLocal(String host) {
    int colon = host.lastIndexOf(':');
    boolean hasPort = colon >= 0 && host.indexOf(']') < colon;
    String name = hasPort ? host.substring(0, colon) : host;
    return name.equalsIgnoreCase("localhost") || InetAddresses.isUriInetAddress(name);
  }

  private static byte[] sha256(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
