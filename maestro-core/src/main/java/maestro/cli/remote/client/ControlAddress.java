package maestro.cli.remote.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the address of a control listener. */
final class ControlAddress {
  private static final Pattern SCHEME = Pattern.compile("(?i)[a-z][a-z0-9+.-]*://.*");
  private static final Pattern LOOPBACK =
      Pattern.compile("(?i)localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\]");
  private static final int DEFAULT_PORT = 9653;

  private ControlAddress() {}

  /**
   * The address with scheme, host and port; empty when the text is none.
   *
   * @param text URL, or HOST:PORT
   * @param tls the scheme where the text has none: https, and not http
   */
  static Optional<URI> parse(String text, boolean tls) {
    String full = SCHEME.matcher(text).matches() ? text : (tls ? "https://" : "http://") + text;
    try {
      URI uri = new URI(full);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      boolean isRoot = uri.getRawPath().isEmpty() || uri.getRawPath().equals("/");
      if (uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null
          && isRoot
          && (scheme.equals("http") || scheme.equals("https"))) {
        int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
        return Optional.of(new URI(scheme, null, uri.getHost(), port, null, null, null));
      }
    } catch (URISyntaxException e) {
      // empty, below
    }
    return Optional.empty();
  }

  /** Whether nobody can read on the way. */
  static boolean isConfidential(URI address) {
    return address.getScheme().equals("https") || LOOPBACK.matcher(address.getHost()).matches();
  }
}
