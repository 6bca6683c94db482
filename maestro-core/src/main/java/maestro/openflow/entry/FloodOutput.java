package maestro.openflow.entry;

import java.nio.ByteBuffer;
import maestro.openflow.Actions;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.Oxm;
import maestro.openflow.PacketOutFlyweight;

/**
 * Finds the output to FLOOD in actions. OpenFlow does not oblige a switch to have it. Stateless.
 */
public final class FloodOutput {
  private static final int UNIT_BYTES = 8;
  private static final int WRITE_ACTIONS = 3;
  private static final int APPLY_ACTIONS = 4;

  private FloodOutput() {}

  /**
   * Whether a PACKET_OUT or FLOW_MOD floods, as far as the bytes show that are there.
   *
   * @param bytes how many of the message are there, at least a header
   */
  public static boolean isIn(ByteBuffer b, int at, int bytes) {
    int version = Header.version(b, at);
    int end = at + Math.min(bytes, Header.length(b, at));
    return switch (Header.type(b, at)) {
      case OpenFlow.PACKET_OUT -> isInPacketOut(b, at, end, version);
      case OpenFlow.FLOW_MOD ->
          version == OpenFlow.VERSION_10
              ? isInActions(b, at + FlowModFlyweight.ACTIONS_10, end, version)
              : isInInstructions(b, at + FlowModFlyweight.MATCH_13, end);
      default -> false;
    };
  }

  private static boolean isInPacketOut(ByteBuffer b, int at, int end, int version) {
    boolean is10 = version == OpenFlow.VERSION_10;
    int actions = at + (is10 ? PacketOutFlyweight.ACTIONS_10 : PacketOutFlyweight.ACTIONS_13);
    if (actions > end) {
      return false;
    }
    int lengthAt =
        at + (is10 ? PacketOutFlyweight.ACTIONS_LENGTH_10 : PacketOutFlyweight.ACTIONS_LENGTH_13);
    int length = b.getShort(lengthAt) & 0xffff;
    return isInActions(b, actions, Math.min(end, actions + length), version);
  }

  private static boolean isInInstructions(ByteBuffer b, int match, int end) {
    if (end - match < Oxm.MATCH_HEADER_BYTES) {
      return false;
    }
    int instruction = match + Oxm.padded(b.getShort(match + 2) & 0xffff);
    while (end - instruction >= UNIT_BYTES) {
      int type = b.getShort(instruction) & 0xffff;
      int next = instruction + Math.max(UNIT_BYTES, b.getShort(instruction + 2) & 0xffff);
      if ((type == APPLY_ACTIONS || type == WRITE_ACTIONS)
          && isInActions(b, instruction + UNIT_BYTES, Math.min(end, next), OpenFlow.VERSION_13)) {
        return true;
      }
      instruction = next;
    }
    return false;
  }

  private static boolean isInActions(ByteBuffer b, int at, int end, int version) {
    int action = at;
    while (end - action >= UNIT_BYTES) {
      if (Actions.isFlood(b, action, version)) {
        return true;
      }
      action += Math.max(UNIT_BYTES, Actions.length(b, action));
    }
    return false;
  }
}
