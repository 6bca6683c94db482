package maestro.net.message;

import java.nio.ByteBuffer;
import maestro.openflow.Header;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;

/** Whether the header of a message from a switch can be right. Stateless. */
public final class HeaderCheck {
  private HeaderCheck() {}

  /**
   * Checks the header of the message at {@code at}, of which the rest need not have come.
   *
   * @param version the agreed version; 0 before the HELLO of the switch
   * @throws MalformedMessageException when it cannot be
   */
  public static void check(int version, ByteBuffer b, int at) throws MalformedMessageException {
    int type = Header.type(b, at);
    int length = Header.length(b, at);
    if (version == 0 && type != OpenFlow.HELLO && type != OpenFlow.ERROR) {
      throw new MalformedMessageException(ProtocolSniffer.describe(b, at));
    }
    if (length < OpenFlow.HEADER_BYTES) {
      throw new MalformedMessageException(type, length, "shorter than a header");
    }
    if (version == 0) { // before the HELLO of the switch
      return;
    }
    if (type != OpenFlow.HELLO && Header.version(b, at) != version) {
      throw new MalformedMessageException(
          type, length, "version " + Header.version(b, at) + ", agreed on " + version);
    }
    if (!MessageTypes.isLengthRight(version, type, length)) {
      throw new MalformedMessageException(type, length, "not a length of this type");
    }
  }
}
