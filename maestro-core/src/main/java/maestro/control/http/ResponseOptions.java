package maestro.control.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.util.Locale;

/**
 * The response that a client asks for.
 *
 * @param headOnly without the body (HEAD)
 * @param keepAlive whether the connection stays open
 * @param compressed whether the client accepts gzip
 */
record ResponseOptions(boolean headOnly, boolean keepAlive, boolean compressed) {
  /** For a request that could not be read. */
  static final ResponseOptions NONE = new ResponseOptions(false, false, false);

  private static final String REFUSED = "q=0";

  static ResponseOptions of(HttpRequest request) {
    return new ResponseOptions(
        request.method().equals(HttpMethod.HEAD),
        HttpUtil.isKeepAlive(request),
        takesGzip(request.headers().get(HttpHeaderNames.ACCEPT_ENCODING, "")));
  }

  /**
   * Whether a list of codings has gzip (RFC 9110, section 12.5.3). Any other weight than 0 is taken
   * as 1, and {@code *} is not looked at: a client that does not name gzip gets a plain answer.
   */
  static boolean takesGzip(String codings) {
    for (String each : codings.toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] parts = each.split(";", -1);
      if (HttpHeaderValues.GZIP.contentEqualsIgnoreCase(parts[0].strip())) {
        return parts.length < 2 || !isRefused(parts[1].strip());
      }
    }
    return false;
  }

  /** {@code q=0}, {@code q=0.0}, and so on. */
  private static boolean isRefused(String weight) {
    return weight.startsWith(REFUSED) && weight.substring(REFUSED.length()).matches("(\\.0*)?");
  }
}
