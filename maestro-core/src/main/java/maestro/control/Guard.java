package maestro.control;

import com.google.common.net.InetAddresses;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides whether a client may read, and whether it may change the controller.
 *
 * <ol>
 *   <li>With tokens, a client shows one. They are kept as hashes and compared in constant time.
 *       Each wrong token in a row doubles the time that the refusal takes; a right one is never
 *       delayed. The token for changes is good for reading, too. With a token for reading alone,
 *       nobody may change anything.
 *   <li>Without a token, any program of this machine may ask. A page that a browser has loaded from
 *       elsewhere may not: it can name this listener by a host name that it controls (DNS
 *       rebinding). So the header Host must have an address or {@code localhost}.
 *   <li>A page from elsewhere may send a request without seeing the answer (cross-site request
 *       forgery). So a change must have a body of the type {@code application/json}, or the method
 *       DELETE, which a browser sends to another site only after it has asked; and the header
 *       Origin, if there is one, must be this listener.
 * </ol>
 *
 * <p>Confined to the control thread.
 */
final class Guard {
  private static final String SCHEME = "Bearer ";
  private static final String JSON = "application/json";
  private static final Duration FIRST_DELAY = Duration.ofMillis(100);
  private static final int MOST_DOUBLINGS = 6;

  private final Optional<byte[]> readSha256;
  private final Optional<byte[]> changeSha256;
  private int wrongInARow;

  /**
   * Makes a guard.
   *
   * @param readSha256 the hash of the token for reading, in hexadecimal digits; empty for none
   * @param changeSha256 the hash of the token for changes
   */
  Guard(Optional<String> readSha256, Optional<String> changeSha256) {
    this.readSha256 = readSha256.map(HexFormat.of()::parseHex);
    this.changeSha256 = changeSha256.map(HexFormat.of()::parseHex);
  }

  /** Why a client may not ask; empty when it may. */
  Optional<Answer> refusal(Access access, Question.Headers headers) {
    return switch (access) {
      case OPEN -> Optional.empty();
      case READ ->
          readSha256.isPresent() ? withToken(false, headers) : misdirected(headers); // 1, 2
      case CHANGE -> change(headers).or(() -> notJson(headers)); // 3
      case REMOVE -> change(headers);
    };
  }

  private Optional<Answer> change(Question.Headers headers) {
    Optional<Answer> refusal;
    if (changeSha256.isPresent()) {
      refusal = withToken(true, headers);
    } else if (readSha256.isPresent()) {
      refusal =
          Optional.of(
              forbidden("nobody may change anything: change-token-sha256 is not configured"));
    } else {
      refusal = misdirected(headers);
    }
    return refusal.or(() -> fromElsewhere(headers)); // 3
  }

  private Optional<Answer> withToken(boolean isChange, Question.Headers headers) {
    Optional<String> authorization = headers.get("Authorization");
    if (authorization.isEmpty()) {
      return Optional.of(unauthorized("no token; needed: Authorization: Bearer TOKEN"));
    }
    String shown = authorization.get();
    byte[] hash = sha256(shown.startsWith(SCHEME) ? shown.substring(SCHEME.length()) : "");
    boolean mayRead = readSha256.isPresent() && MessageDigest.isEqual(readSha256.get(), hash);
    boolean mayChange = changeSha256.isPresent() && MessageDigest.isEqual(changeSha256.get(), hash);
    if (!mayRead && !mayChange) {
      wrongInARow = Math.min(wrongInARow + 1, MOST_DOUBLINGS + 1);
      return Optional.of(unauthorized("the token is not the right one"));
    }
    wrongInARow = 0;
    return isChange && !mayChange
        ? Optional.of(forbidden("this token is for reading"))
        : Optional.empty();
  }

  private static Optional<Answer> misdirected(Question.Headers headers) {
    return headers.get("Host").map(Guard::isLocal).orElse(true)
        ? Optional.empty()
        : Optional.of(
            Answer.problem(
                421, "Misdirected Request", "found another Host; allowed: an address, localhost"));
  }

  private static Optional<Answer> fromElsewhere(Question.Headers headers) {
    String own = "://" + headers.get("Host").orElse("");
    return headers
        .get("Origin")
        .filter(origin -> !origin.toLowerCase(Locale.ROOT).endsWith(own.toLowerCase(Locale.ROOT)))
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
    return name.equals("localhost") || InetAddresses.isUriInetAddress(name);
  }

  private static byte[] sha256(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
