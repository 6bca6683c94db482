package maestro.emulator.engine.answer;

import java.nio.ByteBuffer;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.PacketInBatch;
import maestro.emulator.report.ErrorKind;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketOutFlyweight;
import maestro.openflow.entry.FlowModFlyweight;

/**
 * Compares whole answers with the requests that they answer.
 *
 * <ol>
 *   <li>A FLOW_MOD that names a buffer has to match the packet in it, and has to be one that a
 *       switch takes: the emulated switches have one table, and know the flags of their version. In
 *       1.3 a MODIFY without an earlier entry for the packet changes nothing, and the packet finds
 *       no entry; in 1.0 it adds one.
 *   <li>A FLOW_MOD beside a PACKET_OUT names no request. Its addresses, where it names them, have
 *       to be of two hosts of this switch that talk to each other, and it has to lead to the port
 *       of the destination. One for a group address, or without an output to a port, is not judged.
 *       From then on a PACKET_OUT to TABLE sends their packets to that port.
 *   <li>A PACKET_OUT with the packet in it has to carry all of it, unchanged, and the port that it
 *       came in by, or none.
 *   <li>All copies that an answer sends count: one for the destination and another for somebody
 *       else is a wrong port.
 * </ol>
 *
 * <p>Confined to one thread; allocates nothing.
 */
public final class AnswerJudge {
  private static final long GROUP_BIT = 1L << 40;
  private static final long UNKNOWN = -1;

  /** The field of an answer with a copy for the destination, and others. */
  static final String ALSO = "ports with";

  /** The field of an answer with several copies, none of them for the destination. */
  static final String INSTEAD = "ports without";

  /** What a {@link ErrorKind#REFUSED_ENTRY} is refused for. */
  static final String TABLE = "table";

  static final String COMMAND = "command";
  static final String FLAGS = "flags";

  private static final int ADD = 0;
  private static final int DELETE_STRICT = 4;

  /**
   * SEND_FLOW_REM and CHECK_OVERLAP. An EMERG entry forwards nothing while there is a controller.
   */
  private static final int KNOWN_FLAGS_10 = 0b11;

  /** The same, RESET_COUNTS, NO_PKT_COUNTS and NO_BYT_COUNTS. */
  private static final int KNOWN_FLAGS_13 = 0b11111;

  private final MatchForm10 match10 = new MatchForm10();
  private final MatchForm13 match13 = new MatchForm13();
  private final AnswerPorts ports = new AnswerPorts();
  private int port;
  private String field = "";
  private long expected;
  private long came;

  /** Judges an answer by its buffer. Returns null when it is right. */
  public ErrorKind flowMod(
      ByteBuffer b, int at, FlowModFlyweight flow, LoadSwitch sw, long sequence) { // 1
    sw.hosts.of(sequence);
    int wanted = sw.load.portOf(sw.hosts.destination());
    port = ports.of(b, at, flow, sw, sw.hosts.sourcePort(), wanted);
    ErrorKind flaw = refusal(flow);
    flaw = flaw == null ? nothingToModify(flow, sw) : flaw;
    flaw = flaw == null ? match(b, at, flow, sw) : flaw;
    flaw = flaw == null ? copies(wanted) : flaw;
    if (flaw == null && port == wanted) {
      sw.hosts.writeEntry(sw.hosts.source());
    }
    return flaw;
  }

  /** What a switch answers with an ERROR, whatever its tables have. */
  private ErrorKind refusal(FlowModFlyweight flow) {
    if (flow.command() > DELETE_STRICT) {
      return flaw(ErrorKind.REFUSED_ENTRY, COMMAND, UNKNOWN, flow.command());
    }
    if (flow.tableId() != 0) {
      return flaw(ErrorKind.REFUSED_ENTRY, TABLE, 0, flow.tableId());
    }
    int known = flow.version() == OpenFlow.VERSION_10 ? KNOWN_FLAGS_10 : KNOWN_FLAGS_13;
    return (flow.flags() & ~known) == 0
        ? null
        : flaw(ErrorKind.REFUSED_ENTRY, FLAGS, known, flow.flags());
  }

  /** The hosts are those of a request. */
  private ErrorKind nothingToModify(FlowModFlyweight flow, LoadSwitch sw) {
    boolean adds = flow.command() == ADD || flow.version() == OpenFlow.VERSION_10;
    return adds || sw.hosts.hasEntry()
        ? null
        : flaw(ErrorKind.REFUSED_ENTRY, COMMAND, ADD, flow.command());
  }

  /** Judges a packet's copies by their ports; one copy is judged by whoever knows the request. */
  private ErrorKind copies(int wanted) { // 4
    if (port != AnswerPorts.SEVERAL) {
      return null;
    }
    long found = (long) ports.copies() << 32 | (ports.firstOther() & 0xffff_ffffL);
    return flaw(ErrorKind.WRONG_PORT, ports.copiesToExpected() > 0 ? ALSO : INSTEAD, wanted, found);
  }

  private ErrorKind match(ByteBuffer b, int at, FlowModFlyweight flow, LoadSwitch sw) {
    MatchForm form = flow.version() == OpenFlow.VERSION_10 ? match10 : match13;
    if (form.covers(b, at, sw.hosts, sw.batch())) {
      return null;
    }
    form.explain(b, at, sw.hosts, sw.batch());
    return flaw(ErrorKind.WRONG_MATCH, form.field(), form.expected(), form.came());
  }

  /** Judges a FLOW_MOD that answers no request by itself. Returns null when nothing is wrong. */
  public ErrorKind flowBeside(ByteBuffer b, int at, FlowModFlyweight flow, LoadSwitch sw) { // 2
    ErrorKind refusal = refusal(flow);
    if (refusal != null) {
      return refusal;
    }
    long ethSrc = flow.matchEthSrc();
    long ethDst = flow.matchEthDst();
    int src = sw.hosts.hostOf(ethSrc);
    int dst = sw.hosts.hostOf(ethDst);
    int from = src < 0 ? (int) UNKNOWN : sw.load.portOf(src);
    int wanted = dst < 0 ? (int) UNKNOWN : sw.load.portOf(dst);
    port = ports.of(b, at, flow, sw, from, wanted);
    boolean toPorts = port > 0 || port == AnswerPorts.SEVERAL;
    if (!toPorts
        || (ethDst == UNKNOWN && ethSrc == UNKNOWN)
        || (ethDst >= 0 && (ethDst & GROUP_BIT) != 0)) {
      return null;
    }
    if (ethSrc >= 0 && src < 0) {
      return flaw(ErrorKind.WRONG_MATCH, "eth_src", UNKNOWN, ethSrc);
    }
    if (ethDst >= 0 && dst < 0) {
      return flaw(ErrorKind.WRONG_MATCH, "eth_dst", UNKNOWN, ethDst);
    }
    if (dst >= 0 && port != wanted) {
      ErrorKind several = copies(wanted);
      return several == null ? flaw(ErrorKind.WRONG_PORT, "port", wanted, port) : several;
    }
    if (src >= 0 && dst >= 0) {
      return pair(b, at, flow, sw, src, dst);
    }
    if (dst >= 0) {
      sw.hosts.from(sw.load.partnerOf(dst));
      ErrorKind flaw = nothingToModify(flow, sw);
      if (flaw != null) {
        return flaw;
      }
      sw.hosts.writeEntriesBesideTo(dst);
    }
    return null;
  }

  private ErrorKind pair(
      ByteBuffer b, int at, FlowModFlyweight flow, LoadSwitch sw, int src, int dst) {
    if (sw.load.partnerOf(src) == dst) {
      sw.hosts.from(src);
      ErrorKind flaw = nothingToModify(flow, sw);
      flaw = flaw == null ? match(b, at, flow, sw) : flaw;
      if (flaw == null) {
        sw.hosts.writeEntryBeside(src);
      }
      return flaw;
    }
    boolean back = sw.load.partnerOf(dst) == src;
    return back ? null : flaw(ErrorKind.WRONG_MATCH, "eth_dst", UNKNOWN, flow.matchEthDst());
  }

  /** Judges an answer that carries the packet. Returns null when it is right. */
  public ErrorKind packetOut(
      ByteBuffer b, int at, PacketOutFlyweight out, LoadSwitch sw, long sequence) { // 3
    sw.hosts.of(sequence);
    PacketInBatch batch = sw.batch();
    if (out.dataLength() < batch.frameBytes()) {
      return flaw(ErrorKind.CUT, "bytes", batch.frameBytes(), out.dataLength());
    }
    if (out.dataLength() > batch.frameBytes()) {
      return flaw(ErrorKind.CHANGED, "bytes", batch.frameBytes(), out.dataLength());
    }
    int named = sw.outstanding.named(sequence);
    long src = sw.hosts.sourceNumber();
    long dst = sw.hosts.destinationNumber();
    int differs = batch.mismatch(b, out.dataOffset(), sw.number, named, src, dst);
    if (differs >= 0) {
      int in = b.get(out.dataOffset() + differs) & 0xff;
      return flaw(ErrorKind.CHANGED, "byte", (long) differs << 8 | batch.expectedByte(differs), in);
    }
    return portsOnly(b, at, out, sw, sequence);
  }

  /**
   * Judges an answer whose packet is in the switch's buffer: the port by which it says that the
   * packet came, and those by which it leaves. Returns null when they are right.
   */
  public ErrorKind portsOnly(
      ByteBuffer b, int at, PacketOutFlyweight out, LoadSwitch sw, long sequence) { // 3
    sw.hosts.of(sequence);
    int from = sw.hosts.sourcePort();
    int said = out.inPort();
    boolean right = said == from || said == OpenFlow.PORT_ANY || said == OpenFlow.PORT_CONTROLLER;
    int wanted = sw.load.portOf(sw.hosts.destination());
    port = ports.of(b, at, out, sw, from, wanted);
    if (port == OpenFlow.PORT_TABLE && sw.hosts.hasEntry()) { // 2
      port = wanted;
    }
    return right ? copies(wanted) : flaw(ErrorKind.WRONG_IN_PORT, "in_port", from, said);
  }

  /**
   * Where the answer that was judged last sends the packet: as 32-bit number, −1 nowhere, FLOOD
   * also for a copy to each port.
   */
  public int port() {
    return port;
  }

  /** Whether a packet that says no more which request it is of came from a host of this switch. */
  public boolean isDamaged(ByteBuffer b, int data, int dataBytes, LoadSwitch sw) {
    if (dataBytes < PacketInBatch.ADDRESSES_BYTES) {
      return true;
    }
    long ethSrc = b.getLong(data + 4) & 0xffff_ffff_ffffL;
    return b.getShort(data + 12) == 0x0800 && sw.hosts.hostOf(ethSrc) >= 0;
  }

  /** What is wrong with such a packet. */
  public ErrorKind damage(int dataBytes, LoadSwitch sw) {
    int frameBytes = sw.batch().frameBytes();
    ErrorKind kind = dataBytes < frameBytes ? ErrorKind.CUT : ErrorKind.CHANGED;
    return dataBytes != frameBytes
        ? flaw(kind, "bytes", frameBytes, dataBytes)
        : flaw(kind, "bytes from", PacketInBatch.MARK_AT, PacketInBatch.MARK_AT);
  }

  private ErrorKind flaw(ErrorKind kind, String what, long wanted, long found) {
    field = what;
    expected = wanted;
    came = found;
    return kind;
  }

  /** What is wrong with the answer that was judged last, when it was not right. */
  public String field() {
    return field;
  }

  /**
   * What the request has there; −1 when it is any of several; of a byte, 256 × its place and its
   * value.
   */
  public long expected() {
    return expected;
  }

  /** What the answer has there. */
  public long came() {
    return came;
  }
}
