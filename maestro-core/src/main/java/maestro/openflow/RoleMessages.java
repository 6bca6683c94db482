package maestro.openflow;

import java.nio.ByteBuffer;

/**
 * The messages about the role that a controller has at a switch: of OpenFlow 1.3, and of the
 * extension of Nicira that 1.0 switches know.
 *
 * <pre>
 *  1.3 request, reply  header 8 | role 32 | zeros 32 | generation 64
 *  1.3 status (ONF)    header 8 | 0x4f4e4600 | 1911 32 | role 32 | reason 8, zeros 24 | generation 64
 *  1.0 request, reply  header 8 | 0x2320 32 | 10 or 11 32 | role 32
 * </pre>
 *
 * <p>1.0 has neither generations nor a request that only reads the role. Stateless; the caller
 * guarantees that the header is there.
 */
public final class RoleMessages {
  /** The roles, as numbers of OpenFlow 1.3. */
  public static final int NO_CHANGE = 0;

  public static final int EQUAL = 1;
  public static final int MASTER = 2;
  public static final int SLAVE = 3;

  /** What a switch says that has never got a generation. */
  public static final long NO_GENERATION = -1;

  /** The type of an ERROR about a role request; 1.3 only. */
  static final int REQUEST_FAILED = 11;

  /** Its code for an old generation. */
  static final int STALE = 0;

  private static final int STATUS_BYTES = 32;
  private static final int ONF = 0x4f4e4600;
  private static final int ONF_ROLE_STATUS = 1911;
  private static final int NICIRA = 0x2320;
  private static final int NICIRA_ROLE_REQUEST = 10;
  private static final int NICIRA_ROLE_REPLY = 11;
  private static final int EXPERIMENTER = 8;
  private static final int EXPERIMENTER_TYPE = 12;
  private static final int EXPERIMENTER_ROLE = 16;
  private static final int STATUS_GENERATION = 24;
  private static final int ROLE = 8;
  private static final int GENERATION = 16;
  private static final int BYTES_13 = 24;
  private static final int BYTES_10 = 20;

  private static final int ERROR_TYPE_AND_CODE = 8;
  private static final int ERROR_BYTES = 12;
  private static final int IS_SLAVE_10 = 1 << Short.SIZE | 5;
  private static final int IS_SLAVE_13 = 1 << Short.SIZE | 10;

  private RoleMessages() {}

  /**
   * A request for a role.
   *
   * @param role in 1.0 not {@link #NO_CHANGE}
   * @param generation without meaning in 1.0, and for {@link #NO_CHANGE} and {@link #EQUAL}
   */
  public static byte[] request(int version, int xid, int role, long generation) {
    if (version == OpenFlow.VERSION_10) {
      ByteBuffer b = ByteBuffer.allocate(BYTES_10);
      Header.encode(b, 0, version, OpenFlow.EXPERIMENTER, BYTES_10, xid);
      b.putInt(EXPERIMENTER, NICIRA).putInt(EXPERIMENTER_TYPE, NICIRA_ROLE_REQUEST);
      return b.putInt(EXPERIMENTER_ROLE, role - EQUAL).array();
    }
    ByteBuffer b = ByteBuffer.allocate(BYTES_13);
    Header.encode(b, 0, version, OpenFlow.roleRequest(), BYTES_13, xid);
    return b.putInt(ROLE, role).putLong(GENERATION, generation).array();
  }

  /** Whether a message of the switch answers a request for a role. */
  public static boolean isReply(ByteBuffer b, int at, int length) {
    return Header.version(b, at) == OpenFlow.VERSION_10
        ? isExperimenter(b, at, length, BYTES_10, NICIRA, NICIRA_ROLE_REPLY)
        : Header.type(b, at) == OpenFlow.roleReply() && length == BYTES_13;
  }

  /** The role in a reply, as a number of 1.3. */
  public static int roleOfReply(ByteBuffer b, int at) {
    return Header.version(b, at) == OpenFlow.VERSION_10
        ? b.getInt(at + EXPERIMENTER_ROLE) + EQUAL
        : b.getInt(at + ROLE);
  }

  /** The generation in a reply; {@link #NO_GENERATION} in 1.0. */
  public static long generationOfReply(ByteBuffer b, int at) {
    return Header.version(b, at) == OpenFlow.VERSION_10
        ? NO_GENERATION
        : b.getLong(at + GENERATION);
  }

  /** What a 1.3 switch tells by itself of the role that a controller has now. */
  public static byte[] status(int role, long generation) {
    ByteBuffer b = ByteBuffer.allocate(STATUS_BYTES);
    Header.encode(b, 0, OpenFlow.VERSION_13, OpenFlow.EXPERIMENTER, STATUS_BYTES, 0);
    b.putInt(EXPERIMENTER, ONF).putInt(EXPERIMENTER_TYPE, ONF_ROLE_STATUS);
    return b.putInt(EXPERIMENTER_ROLE, role).putLong(STATUS_GENERATION, generation).array();
  }

  /** Whether the switch tells by itself of a new role. */
  public static boolean isStatus(ByteBuffer b, int at, int length) {
    return isExperimenter(b, at, length, STATUS_BYTES, ONF, ONF_ROLE_STATUS);
  }

  public static int roleOfStatus(ByteBuffer b, int at) {
    return b.getInt(at + EXPERIMENTER_ROLE);
  }

  public static long generationOfStatus(ByteBuffer b, int at) {
    return b.getLong(at + STATUS_GENERATION);
  }

  /** Whether an ERROR says that a slave may not send what it has sent. */
  public static boolean isSlaveError(ByteBuffer b, int at, int length) {
    int isSlave = Header.version(b, at) == OpenFlow.VERSION_10 ? IS_SLAVE_10 : IS_SLAVE_13;
    return length >= ERROR_BYTES && b.getInt(at + ERROR_TYPE_AND_CODE) == isSlave;
  }

  /** Whether an ERROR says that the generation of a request is old. */
  public static boolean isStaleError(ByteBuffer b, int at, int length) {
    return length >= ERROR_BYTES
        && Header.version(b, at) != OpenFlow.VERSION_10
        && b.getInt(at + ERROR_TYPE_AND_CODE) == (REQUEST_FAILED << Short.SIZE | STALE);
  }

  private static boolean isExperimenter(
      ByteBuffer b, int at, int length, int bytes, int experimenter, int type) {
    return Header.type(b, at) == OpenFlow.EXPERIMENTER
        && length >= bytes
        && b.getInt(at + EXPERIMENTER) == experimenter
        && b.getInt(at + EXPERIMENTER_TYPE) == type;
  }
}
