package maestro.control;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.util.Locale;

/**
 * How a client wants its answer.
 *
 * @param headOnly without the body
 * @param keepAlive on a connection that stays
 * @param compressed whether it takes gzip
 */
record Wish(boolean headOnly, boolean keepAlive, boolean compressed) {
  /** Of a client that was not understood. */
  static final Wish NOTHING = new Wish(false, false, false);

  private static final String REFUSED = "q=0";

  static Wish of(HttpRequest request) {
    return new Wish(
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
