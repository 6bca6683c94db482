package maestro.net.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/** Recognises peers that are no switches by the first bytes they send. Stateless. */
final class ProtocolSniffer {
  private static final int TLS_HANDSHAKE = 0x16;
  private static final int TLS_MAJOR_VERSION = 3;
  private static final int CLIENT_HELLO_AT = 5;
  private static final int CLIENT_HELLO = 1;

  /** The first four characters of each HTTP method, of a response, and of an HTTP/2 connection. */
  private static final Set<String> HTTP =
      Set.of(
          "GET ", "POST", "PUT ", "HEAD", "DELE", "OPTI", "CONN", "PATC", "TRAC", "PRI ", "HTTP");

  private ProtocolSniffer() {}

  /** Describes first bytes that are no HELLO; at least the length of a header is there. */
  static String describe(ByteBuffer b, int at) {
    if ((b.get(at) & 0xff) == TLS_HANDSHAKE
        && b.get(at + 1) == TLS_MAJOR_VERSION
        && b.get(at + CLIENT_HELLO_AT) == CLIENT_HELLO) {
      return "it speaks TLS and this port does not (is the switch set to ssl: instead of tcp:?)";
    }
    byte[] start = new byte[4];
    b.get(at, start);
    String text = new String(start, StandardCharsets.ISO_8859_1);
    if (HTTP.contains(text)) {
      return "it speaks HTTP, not OpenFlow";
    }
    if (text.equals("SSH-")) {
      return "it speaks SSH, not OpenFlow";
    }
    return "its first message is of type "
        + Header.type(b, at)
        + " and not HELLO ("
        + OpenFlow.HELLO
        + ")";
  }
}
