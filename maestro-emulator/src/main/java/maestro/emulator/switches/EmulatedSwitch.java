package maestro.emulator.switches;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import maestro.openflow.RoleMessages;
import org.projectfloodlight.openflow.protocol.OFActionType;
import org.projectfloodlight.openflow.protocol.OFCapabilities;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFStatsRequest;
import org.projectfloodlight.openflow.types.DatapathId;
import org.projectfloodlight.openflow.types.OFAuxId;

/**
 * The control channel of one switch, without its flow requests. A {@link Datapath} behind it
 * answers what concerns the forwarding of packets; without one, all counters are 0.
 *
 * <p>States: it sends HELLO and waits for the controller's HELLO, then for FEATURES_REQUEST; from
 * then on it is up. After the HELLO it answers every message that a controller may send. It answers
 * an unknown message with the ERROR of the specification.
 *
 * <p>Confined to one thread. It allocates, so the load threads handle the FLOW_MOD and PACKET_OUT
 * that answer flow requests elsewhere.
 */
public final class EmulatedSwitch {
  private static final int VENDOR_REQUEST_BYTES = 16;
  private static final int NICIRA = 0x2320;
  private static final int NICIRA_ROLE_REQUEST = 10;
  private static final int DEFAULT_MISS_SEND_BYTES = 128;
  private static final int LAST_STATISTICS_10 = 5;
  private static final int LAST_STATISTICS_13 = 13;

  private final SwitchDescription description;
  private final Datapath datapath;
  private final int version;
  private final OFFactory factory;
  private final StatisticsReplies statistics;

  private final byte[] echoRequest;

  private final LastError lastError = new LastError();
  private final LastError lastOwnError = new LastError();

  private boolean helloSeen;
  private boolean up;
  private boolean barrierSeen;
  private boolean barrierLast;
  private String refusal = "";

  private int configFlags;
  private int missSendBytes = DEFAULT_MISS_SEND_BYTES;
  private final ControllerRole role;
  private long flowCount;
  private long echoRepliesSeen;

  /** A switch that forwards nothing. */
  public EmulatedSwitch(SwitchDescription description) {
    this(description, new SwitchRoles(), message -> {}); // alone, so never demoted
  }

  /**
   * What one of several controllers sees of a switch that forwards nothing.
   *
   * @param roles the same for all of them
   * @param controller gets what it is told unasked
   */
  public EmulatedSwitch(
      SwitchDescription description, SwitchRoles roles, MessageOutput controller) {
    this(description, Datapath.NONE, roles, controller);
  }

  /** The same of a switch with a data plane. */
  public EmulatedSwitch(
      SwitchDescription description,
      Datapath datapath,
      SwitchRoles roles,
      MessageOutput controller) {
    this.role = new ControllerRole(description.version(), roles, controller);
    this.description = description;
    this.datapath = datapath;
    this.version = description.version();
    this.factory = ColdCodec.factory(version);
    this.statistics = new StatisticsReplies(description);
    this.echoRequest = Header.alone(version, OpenFlow.ECHO_REQUEST, 0);
  }

  /** The connection is gone: it begins anew, with no flows; ports that are down stay so. */
  public void restart() {
    helloSeen = false;
    up = false;
    barrierSeen = false;
    barrierLast = false;
    refusal = "";
    lastError.forget();
    lastOwnError.forget();
    configFlags = 0;
    missSendBytes = DEFAULT_MISS_SEND_BYTES;
    role.reset();
    flowCount = 0;
  }

  /** A port goes down or up. Returns the PORT_STATUS that says so. */
  public byte[] port(int number, boolean down) {
    return ColdCodec.bytes(statistics.setPort(number, down));
  }

  /** The first message on the wire. For 1.3 its bitmap has that version only. */
  public byte[] hello() {
    if (version == OpenFlow.VERSION_10) {
      return Header.alone(version, OpenFlow.HELLO, 1);
    }
    byte[] hello = new byte[16];
    ByteBuffer b = ByteBuffer.wrap(hello);
    Header.encode(b, 0, version, OpenFlow.HELLO, hello.length, 1);
    b.putInt(8, 0x0001_0008).putInt(12, 1 << version);
    return hello;
  }

  /** The switch's echo request: always the same array, which the caller does not change. */
  public byte[] echoRequest() {
    return echoRequest;
  }

  /** Whether the controller's HELLO has come. */
  public boolean greeted() {
    return helloSeen;
  }

  /** Whether a message has the version of this switch. */
  public boolean speaks(ByteBuffer b, int at) {
    return Header.version(b, at) == version;
  }

  /** Whether FEATURES_REPLY was sent: from then on the controller knows this switch. */
  public boolean up() {
    return up;
  }

  /** Whether the switch sends flow requests to this controller, as far as roles go. */
  public boolean isServed() {
    return up && role.role() != RoleMessages.SLAVE;
  }

  /**
   * Whether the controller wants a message unasked.
   *
   * @param kind the place of its mask for a master in a SET_ASYNC; that for a slave is behind it
   */
  public boolean wants(int kind, int reason) {
    return (role.mask(role.role() == RoleMessages.SLAVE ? kind + 1 : kind) & 1 << reason) != 0;
  }

  /** Whether this controller is the master. */
  public boolean isMaster() {
    return role.role() == RoleMessages.MASTER;
  }

  /**
   * Refuses a message with which a slave would change something.
   *
   * @return whether it was refused; when not, it is to be handled
   */
  public boolean refusesSlave(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    if (role.role() != RoleMessages.SLAVE || !isWrite(Header.type(b, at))) {
      return false;
    }
    boolean is10 = version == OpenFlow.VERSION_10;
    int code = is10 ? ErrorMessages.IS_SLAVE_10 : ErrorMessages.IS_SLAVE_13;
    error(ErrorMessages.BAD_REQUEST, code, b, at, lengthBytes, replies);
    return true;
  }

  private boolean isWrite(int type) {
    return switch (type) {
      case OpenFlow.PACKET_OUT, OpenFlow.FLOW_MOD, 15 -> true; // 15: PORT_MOD, in 1.3 GROUP_MOD
      case 16, 17, 29 -> version == OpenFlow.VERSION_13; // PORT_MOD, TABLE_MOD, METER_MOD
      default -> false;
    };
  }

  /** Whether a barrier was answered after the switch was up. */
  public boolean barrierSeen() {
    return barrierSeen;
  }

  /**
   * Whether the controller's last message was such a barrier, not counting echoes. A barrier in the
   * middle of a handshake does not end it.
   */
  public boolean barrierLast() {
    return barrierLast;
  }

  /** The reason for which controller and switch cannot communicate; empty while they can. */
  public String refusal() {
    return refusal;
  }

  /**
   * The last ERROR of the controller after the handshake, such as {@code ERROR BAD_REQUEST BAD_TYPE
   * (type 1, code 1)}; empty when there was none.
   */
  public String lastError() {
    return lastError.describe();
  }

  /** The last ERROR of either side, for a line about a lost connection; empty without one. */
  public String afterError() {
    return lastError.describe().isEmpty()
        ? ErrorMessages.afterOwn(lastOwnError.describe(), lastOwnError.aboutType())
        : ErrorMessages.after(lastError.describe());
  }

  /** The bytes of a buffered packet that a PACKET_IN has, by the controller's last SET_CONFIG. */
  public int missSendBytes() {
    return missSendBytes;
  }

  /** The flags of the controller's last SET_CONFIG. */
  public int configFlags() {
    return configFlags;
  }

  /** How many of the switch's echo requests were answered. */
  public long echoRepliesSeen() {
    return echoRepliesSeen;
  }

  /**
   * Counts a FLOW_MOD.
   *
   * @param command the command on the wire; 3 and 4 delete
   */
  public void countFlow(int command) {
    flowCount = command >= 3 ? 0 : flowCount + 1;
  }

  /**
   * Handles one message and sends the answer.
   *
   * @param b the buffer with the whole message in {@code [at, at + lengthBytes)}, at least a
   *     header; not kept
   */
  public void handle(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    if (!refusal.isEmpty()) { // the first reason is the right one, whatever follows it
      return;
    }
    int type = Header.type(b, at);
    if (!helloSeen) {
      greet(b, at, lengthBytes, type, replies);
      return;
    }
    if (type == OpenFlow.ERROR) { // of the controller's own version, perhaps
      if (up) {
        lastError.keep(b, at, lengthBytes);
      } else {
        refusal = "the controller answered " + ErrorMessages.describe(b, at, lengthBytes);
      }
      return;
    }
    if (!speaks(b, at)) {
      error(ErrorMessages.BAD_REQUEST, ErrorMessages.BAD_VERSION, b, at, lengthBytes, replies);
      return;
    }
    up |= type == OpenFlow.FEATURES_REQUEST;
    barrierLast &= type == OpenFlow.ECHO_REQUEST || type == OpenFlow.ECHO_REPLY;
    if (datapath.answer(type, b, at, lengthBytes, replies)) {
      return;
    }
    switch (type) {
      case OpenFlow.HELLO, OpenFlow.PACKET_OUT, OpenFlow.FLOW_MOD -> {
        // no answer on success
      }
      case OpenFlow.ECHO_REPLY -> echoRepliesSeen++;
      case OpenFlow.ECHO_REQUEST -> {
        byte[] echo = copy(b, at, lengthBytes);
        echo[1] = OpenFlow.ECHO_REPLY;
        replies.send(echo);
      }
      case OpenFlow.EXPERIMENTER -> experimenter(b, at, lengthBytes, replies);
      case OpenFlow.FEATURES_REQUEST -> replies.send(ColdCodec.bytes(features(Header.xid(b, at))));
      case OpenFlow.GET_CONFIG_REQUEST -> getConfig(b, at, replies);
      case OpenFlow.SET_CONFIG -> setConfig(b, at, lengthBytes, replies);
      default -> versioned(type, b, at, lengthBytes, replies);
    }
  }

  /** Sends the ERROR for a message with a bad length or bad content. */
  public void reject(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    error(ErrorMessages.BAD_REQUEST, ErrorMessages.BAD_LENGTH, b, at, lengthBytes, replies);
  }

  private void greet(ByteBuffer b, int at, int lengthBytes, int type, MessageOutput replies) {
    refusal = Greeting.refusal(b, at, lengthBytes, version);
    helloSeen = refusal.isEmpty();
    if (!helloSeen && type == OpenFlow.HELLO) {
      int code = ErrorMessages.INCOMPATIBLE;
      error(ErrorMessages.HELLO_FAILED, code, b, at, lengthBytes, replies);
    }
  }

  /** Types whose number or meaning depends on the version. */
  private void versioned(int type, ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    if (type == OpenFlow.barrierRequest(version)) {
      barrierSeen = up;
      barrierLast = up;
      replies.send(Header.alone(version, OpenFlow.barrierReply(version), Header.xid(b, at)));
    } else if (type == OpenFlow.statsRequest(version)) {
      statistics(b, at, lengthBytes, replies);
    } else if (version == OpenFlow.VERSION_10) {
      switch (type) {
        case 15 -> {
          // PORT_MOD
        }
        case 20 -> queues(b, at, lengthBytes, replies);
        default -> badType(b, at, lengthBytes, replies);
      }
    } else {
      switch (type) {
        case 15, 16, 17, 29 -> {
          // GROUP_MOD, PORT_MOD, TABLE_MOD, METER_MOD
        }
        case 22 -> queues(b, at, lengthBytes, replies);
        case 24 -> role.change(b, at, lengthBytes, replies);
        case 26 -> role.tellAsync(b, at, replies);
        case 28 -> role.setAsync(b, at, lengthBytes, replies);
        default -> badType(b, at, lengthBytes, replies);
      }
    }
  }

  private void getConfig(ByteBuffer b, int at, MessageOutput replies) {
    byte[] reply = new byte[12];
    ByteBuffer r = ByteBuffer.wrap(reply);
    Header.encode(r, 0, version, OpenFlow.GET_CONFIG_REPLY, reply.length, Header.xid(b, at));
    r.putShort(8, (short) configFlags).putShort(10, (short) missSendBytes);
    replies.send(reply);
  }

  private void setConfig(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    if (lengthBytes != 12) {
      reject(b, at, lengthBytes, replies);
      return;
    }
    configFlags = b.getShort(at + 8) & 0xffff;
    missSendBytes = b.getShort(at + 10) & 0xffff;
  }

  private void statistics(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    if (lengthBytes < 12) {
      reject(b, at, lengthBytes, replies);
      return;
    }
    int kind = b.getShort(at + 8) & 0xffff;
    int last = version == OpenFlow.VERSION_10 ? LAST_STATISTICS_10 : LAST_STATISTICS_13;
    if (kind > last) {
      int code = kind == 0xffff ? ErrorMessages.BAD_EXPERIMENTER : ErrorMessages.BAD_STATISTICS;
      error(ErrorMessages.BAD_REQUEST, code, b, at, lengthBytes, replies);
      return;
    }
    List<OFMessage> answers = List.of();
    try {
      if (ColdCodec.read(b, at, lengthBytes) instanceof OFStatsRequest<?> request) {
        answers = statistics.replies(request, flowCount);
      }
    } catch (MalformedMessageException e) {
      reject(b, at, lengthBytes, replies);
      return;
    }
    if (answers.isEmpty()) {
      int code = ErrorMessages.BAD_STATISTICS;
      error(ErrorMessages.BAD_REQUEST, code, b, at, lengthBytes, replies);
    }
    for (OFMessage answer : answers) {
      replies.send(ColdCodec.bytes(answer));
    }
  }

  private void queues(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    if (lengthBytes < 12) {
      reject(b, at, lengthBytes, replies);
    } else {
      replies.send(statistics.queues(b, at));
    }
  }

  /** Answers the only extension that is supported: the role request of 1.0 controllers. */
  private void experimenter(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    boolean roleRequest =
        lengthBytes >= VENDOR_REQUEST_BYTES + 4
            && b.getInt(at + 8) == NICIRA
            && b.getInt(at + 12) == NICIRA_ROLE_REQUEST;
    if (!roleRequest) {
      int code = ErrorMessages.BAD_EXPERIMENTER;
      error(ErrorMessages.BAD_REQUEST, code, b, at, lengthBytes, replies);
      return;
    }
    role.changeNicira(b, at, lengthBytes, replies);
  }

  private OFFeaturesReply features(int xid) {
    OFFeaturesReply.Builder reply =
        factory
            .buildFeaturesReply()
            .setXid(xid & 0xffff_ffffL)
            .setDatapathId(DatapathId.of(description.datapathId()))
            .setNBuffers(description.bufferCount())
            .setNTables((short) 1)
            .setCapabilities(
                EnumSet.of(
                    OFCapabilities.FLOW_STATS,
                    OFCapabilities.TABLE_STATS,
                    OFCapabilities.PORT_STATS));
    if (version == OpenFlow.VERSION_10) {
      reply.setActions(EnumSet.of(OFActionType.OUTPUT)).setPorts(statistics.ports());
    } else {
      reply.setAuxiliaryId(OFAuxId.MAIN);
    }
    return reply.build();
  }

  private void badType(ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    error(ErrorMessages.BAD_REQUEST, ErrorMessages.BAD_TYPE, b, at, lengthBytes, replies);
  }

  private void error(
      int type, int code, ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    byte[] error = ErrorMessages.about(version, type, code, b, at, lengthBytes);
    lastOwnError.keep(ByteBuffer.wrap(error), 0, error.length);
    replies.send(error);
  }

  private static byte[] copy(ByteBuffer b, int at, int lengthBytes) {
    byte[] bytes = new byte[lengthBytes];
    b.get(at, bytes);
    return bytes;
  }
}
