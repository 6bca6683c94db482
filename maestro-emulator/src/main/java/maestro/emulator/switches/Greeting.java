package maestro.emulator.switches;

import java.nio.ByteBuffer;
import maestro.openflow.Header;
import maestro.openflow.HelloCodec;
import maestro.openflow.OpenFlow;

/** The first message of a controller, as a switch of one version sees it. Stateless. */
final class Greeting {
  private Greeting() {}

  /** Why controller and switch cannot communicate; empty when they can. */
  static String refusal(ByteBuffer b, int at, int lengthBytes, int version) {
    int type = Header.type(b, at);
    if (type == OpenFlow.ERROR) {
      return "the controller answered " + ErrorMessages.describe(b, at, lengthBytes);
    }
    if (type != OpenFlow.HELLO) {
      return "the controller's first message is of type " + type + ", not HELLO";
    }
    if (HelloCodec.speaks(b, at, lengthBytes, version)) {
      return "";
    }
    if (HelloCodec.negotiate(b, at, lengthBytes) == HelloCodec.MALFORMED) {
      return "the controller's HELLO is malformed";
    }
    return "the controller does not speak OpenFlow "
        + (version == OpenFlow.VERSION_10 ? 1.0 : 1.3)
        + ", but "
        + HelloCodec.describeVersions(b, at, lengthBytes);
  }
}
