package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.function.IntPredicate;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.packet.Field;
import maestro.network.dataplane.packet.Headers;
import maestro.network.dataplane.packet.Operation;
import maestro.network.dataplane.packet.Program;
import maestro.network.dataplane.pipeline.Ports;
import maestro.network.dataplane.table.Known;

/**
 * Reads and checks a list of actions of OpenFlow 1.3. Confined to one thread.
 *
 * <pre>
 *  0      2        4                          8
 *  | type | length | port 32                  | max_len 16 | zeros 48 |   OUTPUT
 *                  | group, queue 32          |                           GROUP, SET_QUEUE
 *                  | type 16 | zeros          |                           PUSH_x, POP_MPLS
 *                  | ttl 8   | zeros          |                           SET_x_TTL
 *                  | an OXM field, then zeros to a multiple of 8 |        SET_FIELD
 * </pre>
 */
final class ActionReader13 {
  private static final int UNIT_BYTES = 8;
  private static final int OUTPUT_BYTES = 16;
  private static final int SET_FIELD = 25;
  private static final int EXPERIMENTER = 0xffff;
  private static final int OPENFLOW_BASIC = 0x8000;

  private final Ports ports;
  private final IntPredicate isGroup;

  /**
   * @param isGroup whether there is a group of this number
   */
  ActionReader13(Ports ports, IntPredicate isGroup) {
    this.ports = ports;
    this.isGroup = isGroup;
  }

  /**
   * Reads the actions in {@code [at, at + lengthBytes)}.
   *
   * @param known what is known of the frames; afterwards what is known behind these actions
   * @param inPacketOut whether an action may name the port TABLE
   * @throws RefusedMessageException BAD_ACTION with the code for the first one that is wrong
   */
  Program read(ByteBuffer b, int at, int lengthBytes, Known known, boolean inPacketOut)
      throws RefusedMessageException {
    Program program = new Program(lengthBytes / UNIT_BYTES);
    int end = at + lengthBytes;
    for (int action = at; action < end; ) {
      int left = end - action;
      int actionBytes = left < UNIT_BYTES ? 0 : b.getShort(action + 2) & 0xffff;
      if (actionBytes < UNIT_BYTES || actionBytes % UNIT_BYTES != 0 || actionBytes > left) {
        throw new RefusedMessageException(Refusal.ACTION_BAD_LEN);
      }
      readOne(b, action, actionBytes, program, inPacketOut);
      int last = program.count() - 1;
      known.act(program.operation(last), program.first(last));
      action += actionBytes;
    }
    return program;
  }

  private void readOne(ByteBuffer b, int at, int actionBytes, Program program, boolean inPacketOut)
      throws RefusedMessageException {
    int type = b.getShort(at) & 0xffff;
    if (type == SET_FIELD) {
      readSetField(b, at + 4, actionBytes - 4, program);
      return;
    }
    int operation = Operation.ofWire(type);
    if (operation < 0) {
      throw new RefusedMessageException(
          type == EXPERIMENTER ? Refusal.ACTION_BAD_EXPERIMENTER : Refusal.ACTION_BAD_TYPE);
    }
    if (actionBytes != (operation == Operation.OUTPUT ? OUTPUT_BYTES : UNIT_BYTES)) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_LEN);
    }
    int word = b.getInt(at + 4);
    switch (operation) {
      case Operation.OUTPUT ->
          program.append(
              operation, ports.checkOutput(word, inPacketOut), b.getShort(at + 8) & 0xffff);
      case Operation.GROUP -> program.append(operation, group(word), 0);
      case Operation.SET_QUEUE -> program.append(operation, Ports.checkQueue(word), 0);
      case Operation.SET_MPLS_TTL, Operation.SET_NW_TTL ->
          program.append(operation, word >>> 24, 0);
      case Operation.PUSH_VLAN, Operation.PUSH_MPLS, Operation.PUSH_PBB ->
          program.append(operation, pushed(operation, word >>> 16), 0);
      default -> program.append(operation, word >>> 16, 0);
    }
  }

  private static void readSetField(ByteBuffer b, int at, int leftBytes, Program program)
      throws RefusedMessageException {
    int header = b.getInt(at);
    int number = header >>> 9 & 0x7f;
    if (header >>> 16 != OPENFLOW_BASIC || number >= Field.count()) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_SET_TYPE);
    }
    Field field = Field.of(number);
    boolean masked = (header >>> 8 & 1) != 0;
    if (!field.settable || masked) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_SET_TYPE);
    }
    int bytes = field.bytes();
    int fieldBytes = MatchCodec13.FIELD_HEADER_BYTES + bytes;
    if ((header & 0xff) != bytes || leftBytes != (fieldBytes + 4 + 7) / 8 * 8 - 4) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_SET_LEN);
    }
    int valueAt = at + MatchCodec13.FIELD_HEADER_BYTES;
    long value = MatchCodec13.lower(b, valueAt, field);
    boolean untagged = field == Field.VLAN_VID && (value & Field.VLAN_PRESENT) == 0;
    if ((value & ~field.allBits()) != 0 || untagged) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_SET_ARGUMENT);
    }
    long upper = field.isLong() ? b.getLong(valueAt) : 0;
    program.append(Operation.SET_FIELD + number, value, upper);
  }

  private int group(int group) throws RefusedMessageException {
    if (!isGroup.test(group)) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_OUT_GROUP);
    }
    return group;
  }

  private static int pushed(int operation, int type) throws RefusedMessageException {
    boolean right =
        switch (operation) {
          case Operation.PUSH_VLAN -> Headers.isVlanType(type);
          case Operation.PUSH_MPLS -> type == Field.TYPE_MPLS || type == Field.TYPE_MPLS_MULTICAST;
          default -> type == Field.TYPE_PBB;
        };
    if (!right) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_ARGUMENT);
    }
    return type;
  }
}
