package maestro.emulator.engine.answer;

import java.nio.ByteBuffer;
import java.util.Arrays;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.topology.SwitchTopology;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketOutFlyweight;
import maestro.openflow.entry.FlowModFlyweight;

/**
 * To which ports an answer sends the packet.
 *
 * <ol>
 *   <li>An answer with one action, the common case, sends it where its OUTPUT says.
 *   <li>Of APPLY_ACTIONS and of the lists of 1.0 every OUTPUT and ENQUEUE sends a copy; of
 *       WRITE_ACTIONS the last OUTPUT does, since an action set has one.
 *   <li>A copy to the port that the packet came in by is not sent (OpenFlow 1.0.0, 3.3; 1.3.5,
 *       7.2.5): a switch does that for the port IN_PORT only.
 *   <li>Copies to all other ports of hosts, and at most one to each, are a flood. When the switch
 *       has two such ports, it takes one copy to each port to neighbours, too.
 * </ol>
 *
 * <p>Reads messages that the flyweights have found well-formed. Confined to one thread; allocates
 * nothing.
 */
final class AnswerPorts {
  /** In place of a port: there are several copies, and they are no flood. */
  static final int SEVERAL = 0;

  private static final int NOWHERE = -1;
  private static final int ACTIONS_10 = 72;
  private static final int MATCH_13 = 48;
  private static final int PACKET_OUT_ACTIONS_10 = 16;
  private static final int PACKET_OUT_ACTIONS_13 = 24;
  private static final int INSTRUCTION_HEADER_BYTES = 8;
  private static final int OUTPUT_BYTES_10 = 8;
  private static final int OUTPUT_BYTES_13 = 16;
  private static final int WRITE_ACTIONS = 3;
  private static final int APPLY_ACTIONS = 4;
  private static final int OUTPUT = 0;
  private static final int ENQUEUE_10 = 11;

  /** A bit for each port that a copy goes to. */
  private final long[] reached = new long[SwitchTopology.MAX_PORTS / Long.SIZE + 1];

  private LoadSwitch sw;
  private int version;
  private int inPort;
  private int expected;
  private int copies;
  private int copiesToExpected;
  private int hostPorts;
  private int firstPort;
  private int firstOther;
  private boolean twiceOrReserved;

  /**
   * Reads where a FLOW_MOD leads.
   *
   * @param inPort by which the packet came in; −1 when that is not known
   * @param expected the port of the destination
   * @return the port of the only copy, −1 without a copy, FLOOD, or {@link #SEVERAL}
   */
  int of(ByteBuffer b, int at, FlowModFlyweight flow, LoadSwitch sw, int inPort, int expected) {
    int end = at + (b.getShort(at + 2) & 0xffff);
    boolean is10 = flow.version() == OpenFlow.VERSION_10;
    int from = at + (is10 ? ACTIONS_10 : MATCH_13 + padded(b.getShort(at + MATCH_13 + 2)));
    int oneOutput = is10 ? OUTPUT_BYTES_10 : INSTRUCTION_HEADER_BYTES + OUTPUT_BYTES_13;
    if (end - from <= oneOutput) { // 1
      return flow.outputPort();
    }
    begin(flow.version(), sw, inPort, expected);
    if (is10) {
      actions(b, from, end);
    } else {
      instructions(b, from, end);
    }
    return port();
  }

  /** The same of a PACKET_OUT. */
  int of(ByteBuffer b, int at, PacketOutFlyweight out, LoadSwitch sw, int inPort, int expected) {
    boolean is10 = out.version() == OpenFlow.VERSION_10;
    int from = at + (is10 ? PACKET_OUT_ACTIONS_10 : PACKET_OUT_ACTIONS_13);
    int end = out.dataOffset();
    if (end - from <= (is10 ? OUTPUT_BYTES_10 : OUTPUT_BYTES_13)) { // 1
      return out.outputPort();
    }
    begin(out.version(), sw, inPort, expected);
    actions(b, from, end);
    return port();
  }

  private static int padded(short lengthBytes) {
    return (lengthBytes & 0xffff) + 7 & ~7;
  }

  private void begin(int version, LoadSwitch sw, int inPort, int expected) {
    this.version = version;
    this.sw = sw;
    this.inPort = inPort;
    this.expected = expected;
    copies = 0;
    copiesToExpected = 0;
    hostPorts = 0;
    firstPort = NOWHERE;
    firstOther = NOWHERE;
    twiceOrReserved = false;
    Arrays.fill(reached, 0);
  }

  private void instructions(ByteBuffer b, int from, int end) { // 2
    int written = 0;
    for (int at = from; at < end; at += b.getShort(at + 2) & 0xffff) {
      int type = b.getShort(at);
      int next = at + (b.getShort(at + 2) & 0xffff);
      if (type == APPLY_ACTIONS) {
        actions(b, at + INSTRUCTION_HEADER_BYTES, next);
      } else if (type == WRITE_ACTIONS) {
        written = lastOutput(b, at + INSTRUCTION_HEADER_BYTES, next, written);
      }
    }
    if (written > 0) {
      copyTo(b.getInt(written + 4));
    }
  }

  private static int lastOutput(ByteBuffer b, int from, int end, int before) {
    int last = before;
    for (int at = from; at < end; at += b.getShort(at + 2) & 0xffff) {
      last = b.getShort(at) == OUTPUT ? at : last;
    }
    return last;
  }

  private void actions(ByteBuffer b, int from, int end) { // 2
    boolean is10 = version == OpenFlow.VERSION_10;
    for (int at = from; at < end; at += b.getShort(at + 2) & 0xffff) {
      int type = b.getShort(at);
      if (type == OUTPUT || (is10 && type == ENQUEUE_10)) {
        copyTo(is10 ? OpenFlow.port10To13(b.getShort(at + 4)) : b.getInt(at + 4));
      }
    }
  }

  private void copyTo(int port) {
    firstPort = firstPort == NOWHERE ? port : firstPort;
    if (port == inPort) { // 3
      return;
    }
    copies++;
    firstPort = copies == 1 ? port : firstPort;
    if (port == expected) {
      copiesToExpected++;
    } else if (firstOther == NOWHERE) {
      firstOther = port;
    }
    if (port < 1 || port > sw.load.description().portCount()) {
      twiceOrReserved = true;
      return;
    }
    long bit = 1L << port;
    twiceOrReserved |= (reached[port / Long.SIZE] & bit) != 0;
    reached[port / Long.SIZE] |= bit;
    hostPorts += port >= sw.load.firstHostPort() ? 1 : 0;
  }

  private int port() {
    if (copies <= 1) {
      return firstPort;
    }
    int portCount = sw.load.description().portCount();
    int otherHostPorts = portCount - sw.load.firstHostPort();
    boolean reachesAll = hostPorts >= otherHostPorts && copiesToExpected == 1;
    boolean tellsFromCopies = hostPorts > 1 || copies >= portCount - 1;
    boolean isFlood = reachesAll && tellsFromCopies && !twiceOrReserved; // 4
    return isFlood ? OpenFlow.PORT_FLOOD : SEVERAL;
  }

  /** How many copies the answer that was read last sends, when these are {@link #SEVERAL}. */
  int copies() {
    return copies;
  }

  /** Copies among them to the port of the destination. */
  int copiesToExpected() {
    return copiesToExpected;
  }

  /** The first port among them that is not the destination's; −1 when there is none. */
  int firstOther() {
    return firstOther;
  }
}
