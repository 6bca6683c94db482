package maestro.staticflows;

import java.nio.ByteBuffer;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadActionErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadInstructionErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadMatchErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadRequestErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFFlowModFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFMeterModFailedErrorMsg;

/** Says what an ERROR message means. Stateless. */
final class FlowErrors {
  private static final int TYPE = 8;
  private static final int CODE = 10;
  private static final int LEAST_BYTES = 12;

  private FlowErrors() {}

  /** Whether a message is an ERROR. */
  static boolean isError(ByteBuffer b, int at) {
    return Header.type(b, at) == OpenFlow.ERROR;
  }

  /** What the switch says, such as {@code BAD_ACTION BAD_OUT_PORT (type 2, code 4)}. */
  static String text(ByteBuffer b, int at, int length) {
    if (length < LEAST_BYTES) {
      return "ERROR";
    }
    int type = Short.toUnsignedInt(b.getShort(at + TYPE));
    int code = Short.toUnsignedInt(b.getShort(at + CODE));
    String numbers = "(type %d, code %d)".formatted(type, code);
    try {
      return names(ColdCodec.read(b, at, length)) + numbers;
    } catch (MalformedMessageException e) { // such as an error of a vendor
      return "ERROR " + numbers;
    }
  }

  private static String names(OFMessage error) {
    if (error instanceof OFFlowModFailedErrorMsg failed) {
      return "FLOW_MOD_FAILED " + failed.getCode() + " ";
    }
    if (error instanceof OFBadActionErrorMsg action) {
      return "BAD_ACTION " + action.getCode() + " ";
    }
    if (error instanceof OFBadMatchErrorMsg match) {
      return "BAD_MATCH " + match.getCode() + " ";
    }
    if (error instanceof OFBadInstructionErrorMsg instruction) {
      return "BAD_INSTRUCTION " + instruction.getCode() + " ";
    }
    if (error instanceof OFMeterModFailedErrorMsg meter) { // the flow's meter is not there
      return "METER_MOD_FAILED " + meter.getCode() + " ";
    }
    return error instanceof OFBadRequestErrorMsg request
        ? "BAD_REQUEST " + request.getCode() + " "
        : "ERROR ";
  }
}
