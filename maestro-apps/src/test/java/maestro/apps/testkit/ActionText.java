package maestro.apps.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.api.FlowActions;
import org.projectfloodlight.openflow.exceptions.OFParseError;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFAction;

/**
 * What a list of actions does, in words: {@code push 10 to 1 2 pop to 3}. Read from OpenFlow 1.3.
 */
public final class ActionText {
  private static final int OUTPUT = 0;
  private static final int PUSH_VLAN = 17;
  private static final int POP_VLAN = 18;
  private static final int SET_FIELD = 25;
  private static final int VLAN_PRESENT = 0x1000;
  private static final int NO_PORT = 0xffff;
  private static final int NO_PORT_13 = 0xffff_ffff;

  private ActionText() {}

  /** The words; empty for no action. */
  public static String of(FlowActions actions) {
    ByteBuffer bytes = actions.encoded(4);
    List<String> words = new ArrayList<>();
    boolean wasOutput = false;
    for (int at = 0; at < bytes.capacity(); at += bytes.getShort(at + 2)) {
      int type = bytes.getShort(at);
      if (type == OUTPUT && !wasOutput) {
        words.add("to");
      }
      wasOutput = type == OUTPUT;
      switch (type) {
        case OUTPUT -> words.add(Integer.toUnsignedString(bytes.getInt(at + 4)));
        case PUSH_VLAN -> words.add("push");
        case POP_VLAN -> words.add("pop");
        case SET_FIELD -> words.add(String.valueOf(bytes.getShort(at + 8) - VLAN_PRESENT));
        default -> throw new IllegalArgumentException("action " + type);
      }
    }
    return String.join(" ", words);
  }

  /** The list as openflowj reads it, from a PACKET_OUT that has it. */
  public static List<OFAction> read(int version, FlowActions actions) throws OFParseError {
    ByteBuffer encoded = actions.encoded(version).duplicate().clear();
    int bytes = encoded.remaining();
    ByteBuf message = Unpooled.buffer();
    message.writeByte(version).writeByte(13).writeShort((version == 1 ? 16 : 24) + bytes);
    message.writeInt(0).writeInt(-1);
    if (version == 1) {
      message.writeShort(NO_PORT).writeShort(bytes);
    } else {
      message.writeInt(NO_PORT_13).writeShort(bytes).writeZero(6);
    }
    message.writeBytes(encoded);
    return ((OFPacketOut) OFFactories.getGenericReader().readFrom(message)).getActions();
  }
}
