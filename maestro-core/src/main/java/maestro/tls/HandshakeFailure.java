package maestro.tls;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says in one line why a handshake failed, or what came after it, for the exceptions of both TLS
 * libraries.
 */
public final class HandshakeFailure {
  private static final Pattern ALERT =
      Pattern.compile("Received fatal alert: (\\w+)|(?:TLSV1|SSLV3|TLSV13|TLS)_ALERT_(\\w+)");
  private static final Pattern NO_CERTIFICATE =
      Pattern.compile("PEER_DID_NOT_RETURN_A_CERTIFICATE|Empty client certificate chain");

  /** Where TLS 1.3 is encrypted already; OpenSSL sends alerts about the certificate in plain. */
  private static final Pattern PLAIN_ALERT = Pattern.compile("BAD_PACKET_LENGTH");

  private static final Pattern NO_VERSION =
      Pattern.compile(
          "UNSUPPORTED_PROTOCOL|NO_SUPPORTED_VERSIONS_ENABLED|is not enabled or supported");

  private HandshakeFailure() {}

  /**
   * The reason for which the other side ended the connection after the handshake. With TLS 1.3 a
   * server may still refuse the certificate then.
   */
  public static String later(Throwable failure) {
    return reason(failure, "it ends the connection");
  }

  /** The reason. */
  public static String reason(Throwable failure) {
    return reason(failure, "it ends the handshake");
  }

  private static String reason(Throwable failure, String ends) {
    Throwable deepest = failure;
    for (Throwable e = failure; e != null; e = e.getCause()) {
      deepest = e;
      if (e instanceof PeerTrust.Refused refused) {
        return refused.reason();
      }
    }
    String message = failure.getMessage() == null ? deepest.toString() : failure.getMessage();
    Matcher alert = ALERT.matcher(message);
    if (alert.find()) {
      String name = alert.group(1) == null ? alert.group(2) : alert.group(1);
      return ends + ", alert " + name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
    if (NO_CERTIFICATE.matcher(message).find()) {
      return "it shows no certificate";
    }
    if (PLAIN_ALERT.matcher(message).find()) {
      return ends + ", as one that refuses the controller's certificate";
    }
    if (NO_VERSION.matcher(message).find()) {
      return "no TLS version in common";
    }
    return message;
  }
}
