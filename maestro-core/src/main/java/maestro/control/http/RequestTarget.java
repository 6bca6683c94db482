package maestro.control.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request asks for, and of whom (RFC 9112, section 3.2). A request of HTTP/1.1 has one Host,
 * and no request has two, or one that is none: clients, proxies and this listener must not take it
 * for different hosts. In absolute form, the host of the address takes the place of Host.
 *
 * @param path the path, from its slash on
 * @param query what follows the question mark; may be empty
 * @param host HOST or HOST:PORT as it was sent; empty in HTTP/1.0 without one
 */
record RequestTarget(String path, String query, Optional<String> host) {
  private static final int MOST_PORT = 65_535;

  /** An address in brackets or a name, and maybe a port. */
  private static final Pattern AUTHORITY =
      Pattern.compile(
          "(?:\\[[0-9A-Fa-f:.]+]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::([0-9]{0,5}))?");

  private static final Pattern ABSOLUTE =
      Pattern.compile("https?://([^/?#]+)([^#]*)", Pattern.CASE_INSENSITIVE);

  static RequestTarget of(HttpRequest request) throws RefusedQuestion {
    List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
    if (hosts.size() > 1) {
      throw RefusedQuestion.bad("found Host %d times; allowed: once".formatted(hosts.size()));
    }
    if (hosts.isEmpty() && request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) >= 0) {
      throw RefusedQuestion.bad("found no Host; needed: one");
    }
    Optional<String> host = hosts.stream().findFirst();
    if (host.isPresent()) {
      check(host.get());
    }
    String target = request.uri();
    Matcher absolute = ABSOLUTE.matcher(target);
    if (absolute.matches()) {
      host = Optional.of(absolute.group(1));
      check(host.get());
      String rest = absolute.group(2);
      target = rest.startsWith("/") ? rest : "/" + rest;
    }
    int mark = target.indexOf('?');
    return new RequestTarget(
        mark < 0 ? target : target.substring(0, mark),
        mark < 0 ? "" : target.substring(mark + 1),
        host);
  }

  private static void check(String host) throws RefusedQuestion {
    Matcher authority = AUTHORITY.matcher(host);
    String port = authority.matches() ? authority.group(1) : "none";
    boolean isRight = port == null || port.isEmpty() || isPort(port);
    if (!isRight) {
      throw RefusedQuestion.bad(
          "found Host '%s'; allowed: HOST or HOST:PORT".formatted(RefusedQuestion.shown(host)));
    }
  }

  private static boolean isPort(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9') && Integer.parseInt(text) <= MOST_PORT;
  }
}
