package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.packet.Field;
import maestro.network.dataplane.packet.Operation;
import maestro.network.dataplane.packet.Program;
import maestro.network.dataplane.pipeline.Ports;
import maestro.network.dataplane.table.Instructions;
import maestro.openflow.OpenFlow;

/**
 * Reads and checks a list of actions of OpenFlow 1.0. Entries with the same actions share one
 * object, so that the processor's cache has it. Confined to one thread.
 *
 * <pre>
 *  0      2        4                          8
 *  | type | length | port 16 | max_len 16     |   OUTPUT
 *                  | port 16 | zeros 48 | queue 32 |   ENQUEUE
 *                  | the field, from its first byte, then zeros |   the others
 * </pre>
 *
 * <p>Setting the VLAN id or the priority of a packet without a tag gives it one. ENQUEUE names a
 * queue for one output.
 */
final class ActionReader10 {
  /** The actions that there are: bit n for type n. */
  static final int ACTION_BITS = (1 << 12) - 1;

  private static final int OUTPUT = 0;
  private static final int SET_VLAN_VID = 1;
  private static final int SET_VLAN_PCP = 2;
  private static final int STRIP_VLAN = 3;
  private static final int SET_DL_SRC = 4;
  private static final int SET_DL_DST = 5;
  private static final int SET_NW_SRC = 6;
  private static final int SET_NW_DST = 7;
  private static final int SET_NW_TOS = 8;
  private static final int SET_TP_SRC = 9;
  private static final int ENQUEUE = 11;
  private static final int VENDOR = 0xffff;

  private static final int UNIT_BYTES = 8;
  private static final int LONG_BYTES = 16;
  private static final int MOST_PRIORITY = 7;
  private static final int USUAL_QUEUE = 0;

  /** What the longest action becomes. */
  private static final int MOST_OPERATIONS = 3;

  /** When there are so many different lists, sharing begins anew. */
  private static final int MOST_SHARED = 4096;

  private final Ports ports;
  private final boolean inPacketOut;
  private final Map<ByteBuffer, Instructions> shared = new HashMap<>();

  /**
   * @param inPacketOut whether the actions are those of PACKET_OUTs, which alone may name TABLE
   */
  ActionReader10(Ports ports, boolean inPacketOut) {
    this.ports = ports;
    this.inPacketOut = inPacketOut;
  }

  /**
   * Reads the actions in {@code [at, at + lengthBytes)}.
   *
   * @throws RefusedMessageException with the ERROR for the first one that is wrong
   */
  Instructions read(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    byte[] bytes = new byte[lengthBytes];
    b.get(at, bytes);
    Instructions known = shared.get(ByteBuffer.wrap(bytes));
    if (known != null) {
      return known;
    }
    Program program = new Program(MOST_OPERATIONS * lengthBytes / UNIT_BYTES);
    int end = at + lengthBytes;
    for (int action = at; action < end; ) {
      int left = end - action;
      int actionBytes = left < UNIT_BYTES ? 0 : b.getShort(action + 2) & 0xffff;
      if (actionBytes < UNIT_BYTES || actionBytes % UNIT_BYTES != 0 || actionBytes > left) {
        throw new RefusedMessageException(Refusal.ACTION_BAD_LEN);
      }
      readOne(b, action, b.getShort(action) & 0xffff, actionBytes, program);
      action += actionBytes;
    }
    if (shared.size() == MOST_SHARED) {
      shared.clear();
    }
    Instructions instructions = Instructions.applying(bytes, program);
    shared.put(ByteBuffer.wrap(bytes), instructions);
    return instructions;
  }

  private void readOne(ByteBuffer b, int at, int type, int actionBytes, Program program)
      throws RefusedMessageException {
    if (type == VENDOR) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_EXPERIMENTER);
    }
    if (type > ENQUEUE) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_TYPE);
    }
    if (actionBytes != bytesOf(type)) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_LEN);
    }
    int field = at + 4;
    int half = b.getShort(field) & 0xffff;
    int first = b.get(field) & 0xff;
    switch (type) {
      case OUTPUT -> {
        int port = ports.checkOutput(OpenFlow.port10To13(half), inPacketOut);
        program.append(Operation.OUTPUT, port, b.getShort(field + 2) & 0xffff);
      }
      case ENQUEUE -> {
        program.append(Operation.SET_QUEUE, Ports.checkQueue(b.getInt(at + 12)), 0);
        program.append(Operation.OUTPUT, queuedPort(half), 0);
        program.append(Operation.SET_QUEUE, USUAL_QUEUE, 0);
      }
      case SET_VLAN_VID -> {
        program.append(Operation.TAG, 0, 0);
        set(program, Field.VLAN_VID, Field.VLAN_PRESENT | atMost(half, Field.VLAN_ID));
      }
      case SET_VLAN_PCP -> {
        program.append(Operation.TAG, 0, 0);
        set(program, Field.VLAN_PCP, atMost(first, MOST_PRIORITY));
      }
      case STRIP_VLAN -> program.append(Operation.POP_VLAN, 0, 0);
      case SET_DL_SRC -> set(program, Field.ETH_SRC, b.getLong(field) >>> 16);
      case SET_DL_DST -> set(program, Field.ETH_DST, b.getLong(field) >>> 16);
      case SET_NW_SRC -> set(program, Field.IPV4_SRC, b.getInt(field));
      case SET_NW_DST -> set(program, Field.IPV4_DST, b.getInt(field));
      case SET_NW_TOS -> set(program, Field.IP_DSCP, first >>> 2);
      case SET_TP_SRC -> program.append(Operation.SET_TP_SRC, half, 0);
      default -> program.append(Operation.SET_TP_DST, half, 0);
    }
  }

  private static void set(Program program, Field field, long value) {
    program.append(Operation.setField(field), value, 0);
  }

  private static int bytesOf(int type) {
    return switch (type) {
      case SET_DL_SRC, SET_DL_DST, ENQUEUE -> LONG_BYTES;
      default -> UNIT_BYTES;
    };
  }

  private int queuedPort(int wire) throws RefusedMessageException {
    int port = OpenFlow.port10To13(wire);
    if (port != OpenFlow.PORT_IN_PORT && !ports.has(port)) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_OUT_PORT);
    }
    return port;
  }

  private static int atMost(int value, int most) throws RefusedMessageException {
    if (value > most) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_ARGUMENT);
    }
    return value;
  }
}
