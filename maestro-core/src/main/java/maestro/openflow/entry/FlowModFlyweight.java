package maestro.openflow.entry;

import java.nio.ByteBuffer;
import maestro.nulls.Initializer;
import maestro.openflow.Actions;
import maestro.openflow.FrameNumbers;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.Oxm;

/**
 * A FLOW_MOD over its bytes: the fields that an emulated switch needs.
 *
 * <pre>
 *  1.0   8       48       56        58     60     62         64          68         70      72
 *        | match | cookie | command | idle | hard | priority | buffer_id | out_port | flags | …
 *        match     0           4         6         12        18         40
 *                  | wildcards | in_port | eth_src | eth_dst | the rest |
 *        … actions
 *  1.3   8        16            24      25        26     28     30         32
 *        | cookie | cookie_mask | table | command | idle | hard | priority | …
 *        32          36         40          44      46    48
 *        | buffer_id | out_port | out_group | flags | pad | match, a multiple of 8 | …
 *        … instructions, of which APPLY_ACTIONS (4) and WRITE_ACTIONS (3) are
 *                  0      2        4       8
 *                  | type | length | zeros | actions …
 * </pre>
 *
 * <p>{@link #wrap} walks through match, instructions and actions of 1.3 unless the message has the
 * {@link MessageForm} of the previous message. Confined to one thread; the bytes must stay
 * unchanged while it is read.
 */
public final class FlowModFlyweight {
  static final int MATCH_10 = 8;
  static final int COOKIE_10 = 48;
  static final int COMMAND_10 = 56;
  static final int IDLE_10 = 58;
  static final int HARD_10 = 60;
  static final int PRIORITY_10 = 62;
  static final int BUFFER_ID_10 = 64;
  static final int FLAGS_10 = 70;
  public static final int ACTIONS_10 = 72;

  static final int WILD_ALL_10 = 0x3fffff;
  static final int WILD_IN_PORT_10 = 1;
  static final int WILD_ETH_SRC_10 = 1 << 2;
  static final int WILD_ETH_DST_10 = 1 << 3;

  static final int COOKIE_13 = 8;
  static final int COOKIE_MASK_13 = 16;
  static final int TABLE_13 = 24;
  static final int COMMAND_13 = 25;
  static final int IDLE_13 = 26;
  static final int HARD_13 = 28;
  static final int PRIORITY_13 = 30;
  static final int BUFFER_ID_13 = 32;
  static final int OUT_GROUP_13 = 40;
  static final int FLAGS_13 = 44;
  public static final int MATCH_13 = 48;

  private static final int ETH_SRC_10 = 14;
  private static final int ETH_DST_10 = 20;
  private static final int INSTRUCTION_UNIT_BYTES = 8;
  private static final int WRITE_ACTIONS = 3;
  private static final int APPLY_ACTIONS = 4;

  private static final int NONE = -1;

  private final MessageForm form13 = new MessageForm();

  /** In 1.3, from the beginning of the message: headers of fields, and an action. */
  private int ethSrc13;

  private int ethDst13;
  private int output13;

  private ByteBuffer buffer;
  private int at;
  private int end;
  private int version;
  private int outputPort;

  /**
   * Wraps the message in {@code [at, at + length)}.
   *
   * @return false when it is no well-formed FLOW_MOD of 1.0 or 1.3
   */
  @Initializer
  public boolean wrap(ByteBuffer b, int at, int length) {
    this.buffer = b;
    if (!Header.frames(b, at, length, OpenFlow.FLOW_MOD)) {
      return false;
    }
    this.at = at;
    this.end = at + length;
    this.version = Header.version(b, at);
    if (version == OpenFlow.VERSION_13) {
      return wrap13(length);
    }
    return version == OpenFlow.VERSION_10 && length >= ACTIONS_10 && wrap10();
  }

  /**
   * Whether a message of which only the first bytes are there is a FLOW_MOD, and its cookie is
   * among them.
   *
   * @param bytes how many there are, at least a header
   */
  public static boolean hasCookie(ByteBuffer b, int at, int bytes) {
    boolean is10 = Header.version(b, at) == OpenFlow.VERSION_10;
    return Header.type(b, at) == OpenFlow.FLOW_MOD
        && bytes >= (is10 ? COOKIE_10 : COOKIE_13) + Long.BYTES;
  }

  /** The cookie of a FLOW_MOD of which only the first bytes are there: {@link #hasCookie}. */
  public static long cookie(ByteBuffer b, int at) {
    return b.getLong(at + (Header.version(b, at) == OpenFlow.VERSION_10 ? COOKIE_10 : COOKIE_13));
  }

  /**
   * Whether a FLOW_MOD of which only the first bytes are there adds an entry; also true when its
   * command is not among them.
   *
   * @param bytes how many there are, at least a header
   */
  public static boolean mayAdd(ByteBuffer b, int at, int bytes) {
    if (Header.version(b, at) == OpenFlow.VERSION_10) {
      return bytes < IDLE_10 || b.getShort(at + COMMAND_10) == OpenFlow.FLOW_MOD_ADD;
    }
    return bytes < IDLE_13 || b.get(at + COMMAND_13) == OpenFlow.FLOW_MOD_ADD;
  }

  private boolean wrap10() {
    int output = Actions.firstOutput(buffer, at + ACTIONS_10, end, Actions.OUTPUT_BYTES_10);
    if (output == Actions.MALFORMED) {
      return false;
    }
    outputPort = output == Actions.NONE ? -1 : Actions.outputPort10(buffer, output);
    return true;
  }

  private boolean wrap13(int length) {
    if (!form13.fits(buffer, at, length) && !walk13(length)) {
      return false;
    }
    outputPort = output13 == NONE ? -1 : Actions.outputPort13(buffer, at + output13);
    return true;
  }

  private boolean walk13(int length) {
    form13.begin();
    ethSrc13 = NONE;
    ethDst13 = NONE;
    output13 = NONE;
    int match = at + MATCH_13;
    int matchLength = Oxm.matchLength(buffer, match, end);
    boolean isWell =
        matchLength != Oxm.MALFORMED
            && readMatch(match + Oxm.MATCH_HEADER_BYTES, match + matchLength)
            && readInstructions(match + Oxm.padded(matchLength));
    if (isWell) {
      note(match);
      form13.end(length);
    }
    return isWell;
  }

  private boolean readMatch(int from, int matchEnd) {
    int field = from;
    while (field < matchEnd) {
      int next = Oxm.next(buffer, field, matchEnd);
      if (next == Oxm.MALFORMED || !readField(note(field), field - at)) {
        return false;
      }
      field = next;
    }
    return true;
  }

  /** Notes the known fields; false when one of them has a wrong length. */
  private boolean readField(int header, int offset) {
    switch (header) {
      case Oxm.IN_PORT -> {}
      case Oxm.ETH_DST, Oxm.ETH_DST_MASKED -> ethDst13 = offset;
      case Oxm.ETH_SRC, Oxm.ETH_SRC_MASKED -> ethSrc13 = offset;
      default -> {
        return !Oxm.sameField(header, Oxm.IN_PORT)
            && !Oxm.sameField(header, Oxm.ETH_DST)
            && !Oxm.sameField(header, Oxm.ETH_SRC);
      }
    }
    return true;
  }

  private boolean readInstructions(int from) {
    int instruction = from;
    while (instruction < end) {
      if (end - instruction < INSTRUCTION_UNIT_BYTES) {
        return false;
      }
      int typeAndLength = note(instruction);
      int length = typeAndLength & 0xffff;
      if (length < INSTRUCTION_UNIT_BYTES
          || length % INSTRUCTION_UNIT_BYTES != 0
          || length > end - instruction) {
        return false;
      }
      int type = typeAndLength >>> 16;
      int next = instruction + length;
      if ((type == APPLY_ACTIONS || type == WRITE_ACTIONS)
          && !readActions(instruction + INSTRUCTION_UNIT_BYTES, next)) {
        return false;
      }
      instruction = next;
    }
    return true;
  }

  private boolean readActions(int from, int actionsEnd) {
    int output = Actions.firstOutput(buffer, from, actionsEnd, Actions.OUTPUT_BYTES_13);
    if (output == Actions.MALFORMED) {
      return false;
    }
    if (output13 == NONE && output != Actions.NONE) {
      output13 = output - at;
    }
    for (int action = from; action < actionsEnd; ) {
      action += note(action) & 0xffff;
    }
    return true;
  }

  /** Reads a word that determines the layout, and notes it for {@link MessageForm}. */
  private int note(int offset) {
    int word = buffer.getInt(offset);
    form13.note(offset - at, word);
    return word;
  }

  private long address(int offset) {
    return ((long) (buffer.getShort(offset) & 0xffff) << 32)
        | (buffer.getInt(offset + 2) & 0xffff_ffffL);
  }

  private long address10(int wildcard, int offset) {
    return isWild10(wildcard) ? -1 : address(at + offset);
  }

  private boolean isWild10(int wildcard) {
    return (buffer.getInt(at + MATCH_10) & wildcard) != 0;
  }

  /** The address when it has no mask or a mask of ones; −1 with any other mask. */
  private long address13(int field) {
    if (field == NONE) {
      return -1;
    }
    int payload = Oxm.payload(at + field);
    boolean isExact =
        !Oxm.isMasked(buffer.getInt(at + field))
            || address(payload + 6) == FrameNumbers.ADDRESS_BITS;
    return isExact ? address(payload) : -1;
  }

  private boolean is13() {
    return version == OpenFlow.VERSION_13;
  }

  private int unsignedShort(int offset) {
    return buffer.getShort(at + offset) & 0xffff;
  }

  public int version() {
    return version;
  }

  /** 0 ADD, 1 MODIFY, 2 MODIFY_STRICT, 3 DELETE, 4 DELETE_STRICT. */
  public int command() {
    return is13() ? buffer.get(at + COMMAND_13) & 0xff : unsignedShort(COMMAND_10);
  }

  /**
   * The switch's buffer whose packet it treats by this flow entry, or {@link OpenFlow#NO_BUFFER}.
   */
  public int bufferId() {
    return buffer.getInt(at + (is13() ? BUFFER_ID_13 : BUFFER_ID_10));
  }

  /** As on the wire; bit 0 asks for FLOW_REMOVED in both versions. */
  public int flags() {
    return unsignedShort(is13() ? FLAGS_13 : FLAGS_10);
  }

  /** The table, 255 for all of them; 0 in 1.0, which has no tables to choose from. */
  public int tableId() {
    return is13() ? buffer.get(at + TABLE_13) & 0xff : 0;
  }

  /**
   * The port of the first OUTPUT action, as a 32-bit number in both versions; -1 when there is
   * none.
   */
  public int outputPort() {
    return outputPort;
  }

  /** 48 bits, or -1 when the address is wildcarded wholly or in part. */
  public long matchEthDst() {
    return is13() ? address13(ethDst13) : address10(WILD_ETH_DST_10, ETH_DST_10);
  }

  /** 48 bits, or -1 when the address is wildcarded wholly or in part. */
  public long matchEthSrc() {
    return is13() ? address13(ethSrc13) : address10(WILD_ETH_SRC_10, ETH_SRC_10);
  }
}
