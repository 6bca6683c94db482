package maestro.openflow;

import java.nio.ByteBuffer;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadActionErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadInstructionErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadMatchErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFBadRequestErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFFlowModFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFGroupModFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFHelloFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFMeterModFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFPortModFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFQueueOpFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFRoleRequestFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFSwitchConfigFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFTableFeaturesFailedErrorMsg;
import org.projectfloodlight.openflow.protocol.errormsg.OFTableModFailedErrorMsg;

/** Type and code of an ERROR message by the names of its version. Stateless; it allocates. */
public final class ErrorNames {
  private static final int TYPE = 8;
  private static final int CODE = 10;
  private static final int BYTES = 12;

  private ErrorNames() {}

  /**
   * What an ERROR says, such as {@code ERROR BAD_ACTION BAD_OUT_PORT (type 2, code 4)}; only the
   * numbers of what has no name, such as an ERROR of a vendor.
   *
   * @param b the buffer with the whole message in {@code [at, at + length)}, at least a header
   */
  public static String of(ByteBuffer b, int at, int length) {
    if (length < BYTES) {
      return "ERROR without a type";
    }
    int type = Short.toUnsignedInt(b.getShort(at + TYPE));
    int code = Short.toUnsignedInt(b.getShort(at + CODE));
    ByteBuffer bare = ByteBuffer.allocate(BYTES);
    Header.encode(bare, 0, Header.version(b, at), OpenFlow.ERROR, BYTES, 0);
    bare.putInt(TYPE, type << Short.SIZE | code);
    return "ERROR %s(type %d, code %d)".formatted(names(bare), type, code);
  }

  private static String names(ByteBuffer error) {
    try {
      String names = names(ColdCodec.read(error, 0, BYTES));
      return names.isEmpty() ? "" : names + " ";
    } catch (MalformedMessageException e) { // nothing is named by these numbers
      return "";
    }
  }

  private static String names(OFMessage error) {
    if (error instanceof OFHelloFailedErrorMsg hello) {
      return "HELLO_FAILED " + hello.getCode();
    }
    if (error instanceof OFBadRequestErrorMsg request) {
      return "BAD_REQUEST " + request.getCode();
    }
    if (error instanceof OFBadActionErrorMsg action) {
      return "BAD_ACTION " + action.getCode();
    }
    if (error instanceof OFBadInstructionErrorMsg instruction) {
      return "BAD_INSTRUCTION " + instruction.getCode();
    }
    if (error instanceof OFBadMatchErrorMsg match) {
      return "BAD_MATCH " + match.getCode();
    }
    if (error instanceof OFFlowModFailedErrorMsg flow) {
      return "FLOW_MOD_FAILED " + flow.getCode();
    }
    return rarer(error);
  }

  private static String rarer(OFMessage error) {
    if (error instanceof OFGroupModFailedErrorMsg group) {
      return "GROUP_MOD_FAILED " + group.getCode();
    }
    if (error instanceof OFPortModFailedErrorMsg port) {
      return "PORT_MOD_FAILED " + port.getCode();
    }
    if (error instanceof OFTableModFailedErrorMsg table) {
      return "TABLE_MOD_FAILED " + table.getCode();
    }
    if (error instanceof OFQueueOpFailedErrorMsg queue) {
      return "QUEUE_OP_FAILED " + queue.getCode();
    }
    if (error instanceof OFSwitchConfigFailedErrorMsg configuration) {
      return "SWITCH_CONFIG_FAILED " + configuration.getCode();
    }
    if (error instanceof OFRoleRequestFailedErrorMsg role) {
      return "ROLE_REQUEST_FAILED " + role.getCode();
    }
    if (error instanceof OFMeterModFailedErrorMsg meter) {
      return "METER_MOD_FAILED " + meter.getCode();
    }
    return error instanceof OFTableFeaturesFailedErrorMsg features
        ? "TABLE_FEATURES_FAILED " + features.getCode()
        : "";
  }
}
