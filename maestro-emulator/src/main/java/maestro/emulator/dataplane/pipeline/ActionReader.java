package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import maestro.emulator.dataplane.Refusal;
import maestro.emulator.dataplane.RefusedMessageException;
import maestro.openflow.OpenFlow;

/**
 * Reads and checks a list of actions of OpenFlow 1.0. Entries with the same actions share one
 * program, so that the processor's cache has it. Confined to one thread.
 *
 * <pre>
 *  0      2        4                          8
 *  | type | length | port 16 | max_len 16     |   OUTPUT
 *                  | port 16 | zeros 48 | queue 32 |   ENQUEUE
 *                  | the field, from its first byte, then zeros |   the others
 * </pre>
 */
final class ActionReader {
  private static final int UNIT_BYTES = 8;
  private static final int LONG_BYTES = 16;
  private static final int VENDOR = 0xffff;
  private static final int MOST_VLAN = 0xfff;
  private static final int MOST_PRIORITY = 7;

  /** When there are so many different programs, sharing begins anew. */
  private static final int MOST_SHARED = 4096;

  private final int portCount;
  private final boolean inPacketOut;
  private final Map<ByteBuffer, ActionProgram> shared = new HashMap<>();

  /**
   * @param portCount the ports of the switch, numbered from 1
   * @param inPacketOut whether the actions are those of PACKET_OUTs, which alone may name TABLE
   */
  ActionReader(int portCount, boolean inPacketOut) {
    this.portCount = portCount;
    this.inPacketOut = inPacketOut;
  }

  /**
   * Reads the actions in {@code [at, at + lengthBytes)}.
   *
   * @throws RefusedMessageException with the ERROR for the first one that is wrong
   */
  ActionProgram read(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    byte[] bytes = new byte[lengthBytes];
    b.get(at, bytes);
    ActionProgram known = shared.get(ByteBuffer.wrap(bytes));
    if (known != null) {
      return known;
    }
    ActionProgram program = new ActionProgram(bytes, lengthBytes / UNIT_BYTES);
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
    shared.put(ByteBuffer.wrap(bytes), program);
    return program;
  }

  private void readOne(ByteBuffer b, int at, int type, int actionBytes, ActionProgram program)
      throws RefusedMessageException {
    if (type == VENDOR) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_EXPERIMENTER);
    }
    if (type > ActionProgram.ENQUEUE) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_TYPE);
    }
    if (actionBytes != bytesOf(type)) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_LEN);
    }
    int field = at + 4;
    int half = b.getShort(field) & 0xffff;
    switch (type) {
      case ActionProgram.OUTPUT -> program.append(type, port(half), b.getShort(field + 2) & 0xffff);
      case ActionProgram.ENQUEUE ->
          program.append(type, queuedPort(half), queue(b.getInt(at + 12)));
      case ActionProgram.SET_VLAN -> program.append(type, atMost(half, MOST_VLAN), 0);
      case ActionProgram.SET_PRIORITY ->
          program.append(type, atMost(b.get(field) & 0xff, MOST_PRIORITY), 0);
      case ActionProgram.STRIP_VLAN -> program.append(type, 0, 0);
      case ActionProgram.SET_ETH_SRC, ActionProgram.SET_ETH_DST ->
          program.append(type, b.getLong(field) >>> 16, 0);
      case ActionProgram.SET_IPV4_SRC, ActionProgram.SET_IPV4_DST ->
          program.append(type, b.getInt(field), 0);
      case ActionProgram.SET_TOS -> program.append(type, b.get(field) & 0xff, 0);
      default -> program.append(type, half, 0);
    }
  }

  private static int bytesOf(int type) {
    return switch (type) {
      case ActionProgram.SET_ETH_SRC, ActionProgram.SET_ETH_DST, ActionProgram.ENQUEUE ->
          LONG_BYTES;
      default -> UNIT_BYTES;
    };
  }

  private int port(int wire) throws RefusedMessageException {
    int port = OpenFlow.port10To13(wire);
    boolean reserved =
        Integer.compareUnsigned(port, OpenFlow.PORT_IN_PORT) >= 0
            && port != OpenFlow.PORT_NORMAL
            && (port != OpenFlow.PORT_TABLE || inPacketOut)
            && port != OpenFlow.PORT_ANY;
    if (!reserved && !isPort(port)) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_OUT_PORT);
    }
    return port;
  }

  private int queuedPort(int wire) throws RefusedMessageException {
    int port = OpenFlow.port10To13(wire);
    if (port != OpenFlow.PORT_IN_PORT && !isPort(port)) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_OUT_PORT);
    }
    return port;
  }

  private static int queue(int queue) throws RefusedMessageException {
    if (queue < 0 || queue >= Port.QUEUES) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_QUEUE);
    }
    return queue;
  }

  private static int atMost(int value, int most) throws RefusedMessageException {
    if (value > most) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_ARGUMENT);
    }
    return value;
  }

  private boolean isPort(int port) {
    return port >= 1 && port <= portCount;
  }
}
