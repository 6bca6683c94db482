package maestro.control;

import com.google.common.net.InetAddresses;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a client may read.
 *
 * <p>With a token, a client shows it. It is kept as a hash and compared in constant time. Each
 * wrong token in a row doubles the time that the refusal takes; the right one is never delayed.
 *
 * <p>Without a token, any program of this machine may read. A page that a browser has loaded from
 * elsewhere may not: it can name this listener by a host name that it controls (DNS rebinding). So
 * the header Host must have an address or {@code localhost}.
 *
 * <p>Confined to the control thread.
 */
final class Guard {
  private static final String SCHEME = "Bearer ";
  private static final Duration FIRST_DELAY = Duration.ofMillis(100);
  private static final int MOST_DOUBLINGS = 6;

  private final Optional<byte[]> tokenSha256;
  private int wrongInARow;

  /**
   * Makes a guard.
   *
   * @param tokenSha256 the hash of the token, in hexadecimal digits; empty for none
   */
  Guard(Optional<String> tokenSha256) {
    this.tokenSha256 = tokenSha256.map(HexFormat.of()::parseHex);
  }

  /**
   * Why a client may not read; empty when it may.
   *
   * @param authorization the header of this name, or null
   * @param host the header of this name, or null
   */
  Optional<Answer> refusal(@Nullable String authorization, @Nullable String host) {
    if (tokenSha256.isEmpty()) {
      return host == null || isLocal(host)
          ? Optional.empty()
          : Optional.of(
              Answer.problem(
                  421,
                  "Misdirected Request",
                  "found another Host; allowed: an address, localhost"));
    }
    if (authorization == null) {
      return Optional.of(unauthorized("no token; needed: Authorization: Bearer TOKEN"));
    }
    if (authorization.startsWith(SCHEME)
        && MessageDigest.isEqual(
            tokenSha256.get(), sha256(authorization.substring(SCHEME.length())))) {
      wrongInARow = 0;
      return Optional.empty();
    }
    wrongInARow = Math.min(wrongInARow + 1, MOST_DOUBLINGS + 1);
    return Optional.of(unauthorized("the token is not the right one"));
  }

  /** How long the next refusal is held back: nothing before the first wrong token. */
  Duration delay() {
    return wrongInARow == 0 ? Duration.ZERO : FIRST_DELAY.multipliedBy(1L << (wrongInARow - 1));
  }

  private static Answer unauthorized(String detail) {
    return Answer.problem(401, "Unauthorized", detail);
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
