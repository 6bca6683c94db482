package maestro.emulator.engine.thread;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import maestro.emulator.engine.answer.AnswerJudge;
import maestro.emulator.engine.answer.FirstErrors;
import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.clock.MeasuredSpan;
import maestro.emulator.engine.clock.Ticks;
import maestro.emulator.engine.connection.LldpCarrier;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.Outstanding;
import maestro.emulator.engine.connection.PacketInBatch;
import maestro.emulator.engine.result.Delays;
import maestro.emulator.engine.result.ErrorTally;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.engine.result.ProbeDelays;
import maestro.emulator.report.ErrorKind;
import maestro.emulator.switches.MessageFramer;
import maestro.emulator.switches.PrintableText;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketOutFlyweight;
import maestro.openflow.entry.FlowModFlyweight;

/**
 * Reads what the controller sent to a switch and matches answers to requests.
 *
 * <ol>
 *   <li>One read of up to 64 KB; the time of the answers is the time of that read.
 *   <li>A FLOW_MOD or PACKET_OUT that names a buffer answers the request with that buffer.
 *   <li>A PACKET_OUT with a marked frame answers the request that the frame came with; the FLOW_MOD
 *       beside it names no buffer and answers nothing, but has to be right.
 *   <li>A PACKET_OUT with LLDP or BDDP is carried to the neighbour.
 *   <li>All else, and what has another version than the switch, is for {@link
 *       maestro.emulator.switches.EmulatedSwitch}.
 *   <li>Answers that one read finds came since the switch was last read, or since the thread last
 *       looked who is ready, whichever is later. When a window ends in between, they are divided in
 *       proportion; else a window would hold as many visits of the emulator as happen to fall into
 *       it, and switches would differ by one of them.
 *   <li>Of several controllers one may go, and a slave's changes are refused: {@code
 *       ControllerLines}.
 * </ol>
 *
 * <p>{@link AnswerJudge} compares each answer with its request. Confined to one thread; allocates
 * nothing for 2 and 3.
 */
public final class AnswerReader {
  private static final int READ_BYTES = 65_536;
  private static final int DELETE = 3;
  private static final int DELETE_STRICT = 4;
  private static final int OTHER_VERSION = -1;

  private final Ticks ticks;
  private final MeasuredSpan span;
  private final LldpCarrier lldp;
  private final EngineTime time;
  private final ByteBuffer in =
      ByteBuffer.allocateDirect(READ_BYTES + OpenFlow.MAX_MESSAGE_BYTES + 1);
  private final FlowModFlyweight flowMod = new FlowModFlyweight();
  private final PacketOutFlyweight packetOut = new PacketOutFlyweight();
  private final Delays delays = new Delays();
  private final ProbeDelays probeDelays;
  private final AnswerJudge judge = new AnswerJudge();
  private final FirstErrors firstErrors = new FirstErrors();

  private long readNs;
  private long cycleNs;
  private long previousCycleNs;
  private boolean readFull;

  /** Whose answers were read last, without the probing switch; null before there are any. */
  private LoadSwitch lastAnswered;

  private long talk;

  AnswerReader(RunContext run, MeasuredSpan span) {
    this.ticks = run.ticks();
    this.span = span;
    this.lldp = run.lldp();
    this.time = run.time();
    this.probeDelays = new ProbeDelays(run.windowCount());
  }

  /** Of all requests in measured time, without those of the probing switch. */
  public Delays delays() {
    return delays;
  }

  public ProbeDelays probeDelays() {
    return probeDelays;
  }

  public FirstErrors firstErrors() {
    return firstErrors;
  }

  /** Throws away what a rehearsal has counted. */
  void forget() {
    delays.forget();
    probeDelays.forget();
    firstErrors.rehearsed();
  }

  /**
   * Reads once.
   *
   * @return right answers; 0 also when there was nothing to read
   */
  long read(LoadSwitch sw) throws IOException, ControllerFailure {
    int end = sw.connection().read(in, READ_BYTES); // 1
    if (end < 0 && sw.lines != null) { // 7
      sw.lines.lost();
      return 0;
    }
    if (end < 0) {
      throw closed(sw);
    }
    readNs = time.nowNs();
    readFull = end >= READ_BYTES || sw.connection().holdsMore();
    long answersBefore = sw.outstanding.rightAnswers();
    long closedBefore = sw.outstanding.closedRequests();
    talk = 0;
    int at = 0;
    int lengthBytes = MessageFramer.wholeBytes(in, at, end, sw.emulated().greeted());
    while (lengthBytes > 0) {
      if (sw.lines != null && sw.lines.refuses(in, at, lengthBytes)) { // 7
        talk++;
      } else {
        message(sw, at, lengthBytes);
      }
      at += lengthBytes;
      lengthBytes = MessageFramer.wholeBytes(in, at, end, sw.emulated().greeted());
    }
    if (lengthBytes == MessageFramer.NOT_OPENFLOW) {
      throw notOpenFlow(sw, in.getLong(at));
    }
    sw.connection().keepBegun(in, at, end);
    if (talk > 0) {
      sw.lastTalkNs(readNs);
      sw.connection().flush();
    }
    if (sw.outstanding.closedRequests() > closedBefore) {
      if (span.contains(readNs)) {
        sw.waitedUntil(readNs);
      }
      sw.lastAnswerNs(readNs);
    }
    long answers = sw.outstanding.rightAnswers() - answersBefore;
    if (answers > 0) {
      count(sw, answers);
    }
    sw.lastReadNs(readNs);
    if (sw.lines != null) {
      sw.lines.settle();
    }
    return answers;
  }

  private void message(LoadSwitch sw, int at, int lengthBytes) {
    switch (sw.emulated().speaks(in, at) ? Header.type(in, at) : OTHER_VERSION) {
      case OpenFlow.FLOW_MOD -> flowMod(sw, at, lengthBytes);
      case OpenFlow.PACKET_OUT -> packetOut(sw, at, lengthBytes);
      default -> other(sw, at, lengthBytes);
    }
  }

  /** The thread looks who is ready. */
  void beginCycle(long nowNs) {
    previousCycleNs = cycleNs;
    cycleNs = nowNs;
  }

  /** Whether the last read may have left something behind. */
  boolean readFull() {
    return readFull;
  }

  private static ControllerFailure notOpenFlow(LoadSwitch sw, long header) {
    return new ControllerFailure(
        String.format(
            "the controller sent %s what is not OpenFlow: a header of %016x%s",
            sw.name(), header, asText(header)));
  }

  /** The same as text when it is text, as of a controller that speaks HTTP; else nothing. */
  private static String asText(long header) {
    String text = new String(ByteBuffer.allocate(8).putLong(header).array(), ISO_8859_1);
    return PrintableText.is(text) ? ", the text \"" + text + "\"" : "";
  }

  /** What the controller said before it closed is the reason, if it said one. */
  private static ControllerFailure closed(LoadSwitch sw) {
    String reason = sw.emulated().refusal();
    return new ControllerFailure(
        reason.isEmpty()
            ? "the controller closed the connection of " + sw.name() + sw.when() + sw.afterError()
            : sw.name() + ": " + reason);
  }

  /** Divides answers among windows in proportion to the time in which they may have come. */
  private void count(LoadSwitch sw, long answers) { // 6
    if (!span.isKnown()) {
      return;
    }
    long toNs = span.sinceStartNs(readNs);
    long fromNs = span.sinceStartNs(Math.max(sw.lastReadNs(), previousCycleNs));
    if (sw != lastAnswered && !sw.probing) {
      lastAnswered = sw;
      sw.addPortions(span.contains(readNs) ? 1 : 0);
    }
    sw.addEarlierAnswers(until(0, fromNs, toNs, answers));
    int first = (int) Math.max(0, Math.floorDiv(fromNs, LoadResult.WINDOW_NS));
    int last =
        (int) Math.min(sw.answersByWindow.length - 1, Math.floorDiv(toNs, LoadResult.WINDOW_NS));
    for (int window = first; window <= last; window++) {
      long beginNs = window * LoadResult.WINDOW_NS;
      long endNs = Math.min(beginNs + LoadResult.WINDOW_NS, span.lengthNs());
      long part = until(endNs, fromNs, toNs, answers) - until(beginNs, fromNs, toNs, answers);
      sw.answersByWindow[window] += (int) part;
      sw.addMeasuredAnswers(part);
    }
  }

  /** How many of the answers that came after {@code fromNs} had come at a time. */
  static long until(long atNs, long fromNs, long toNs, long answers) {
    if (atNs <= fromNs) {
      return 0;
    }
    return atNs >= toNs ? answers : answers * (atNs - fromNs) / (toNs - fromNs);
  }

  private void flowMod(LoadSwitch sw, int at, int lengthBytes) {
    if (!flowMod.wrap(in, at, lengthBytes)) {
      malformed(sw, OpenFlow.FLOW_MOD, at, lengthBytes);
      return;
    }
    int command = flowMod.command();
    sw.emulated().countFlow(command);
    boolean deletes = command == DELETE || command == DELETE_STRICT;
    if (flowMod.bufferId() == OpenFlow.NO_BUFFER || deletes) {
      sw.lastTalkNs(readNs);
      if (!deletes && sw.isCounting()) {
        beside(sw, judge.flowBeside(in, at, flowMod, sw), OpenFlow.FLOW_MOD);
      }
    } else { // 2
      long sequence = sw.outstanding.sequence(flowMod.bufferId());
      boolean open = sw.isWaitingFor(sequence);
      ErrorKind flaw = open ? judge.flowMod(in, at, flowMod, sw, sequence) : null;
      int port = open ? judge.port() : flowMod.outputPort();
      answer(sw, sequence, OpenFlow.FLOW_MOD, flowMod.bufferId(), port, flaw);
    }
  }

  private void packetOut(LoadSwitch sw, int at, int lengthBytes) {
    if (!packetOut.wrap(in, at, lengthBytes)) {
      malformed(sw, OpenFlow.PACKET_OUT, at, lengthBytes);
      return;
    }
    int buffer = packetOut.bufferId();
    int data = packetOut.dataOffset();
    int dataBytes = packetOut.dataLength();
    if (buffer != OpenFlow.NO_BUFFER) { // 2
      long sequence = sw.outstanding.sequence(buffer);
      boolean open = sw.isWaitingFor(sequence);
      ErrorKind flaw = open ? judge.portsOnly(in, at, packetOut, sw, sequence) : null;
      int port = open ? judge.port() : packetOut.outputPort();
      answer(sw, sequence, OpenFlow.PACKET_OUT, buffer, port, flaw);
    } else if (dataBytes >= PacketInBatch.MARKED_BYTES
        && in.getInt(data + PacketInBatch.MARK_AT) == PacketInBatch.MARK) { // 3
      marked(sw, at, data);
    } else if (LldpCarrier.carries(in, data, dataBytes)) { // 4
      lldp.carry(sw.number, packetOut.outputPort(), in, data, dataBytes);
    } else if (sw.isCounting() && judge.isDamaged(in, data, dataBytes, sw)) {
      beside(sw, judge.damage(dataBytes, sw), OpenFlow.PACKET_OUT);
    }
  }

  /** A packet that says which request it is of. */
  private void marked(LoadSwitch sw, int at, int data) {
    int switchNumber = in.getInt(data + PacketInBatch.SWITCH_AT);
    if (switchNumber != sw.number && !sw.isCounting()) {
      return;
    }
    if (switchNumber != sw.number) {
      sw.outstanding.count(ErrorKind.UNASKED, 0);
      int type = OpenFlow.PACKET_OUT;
      firstErrors.note(ErrorKind.UNASKED, sw, 0, type, "switch", 0, switchNumber);
      return;
    }
    int named = in.getInt(data + PacketInBatch.SEQUENCE_AT);
    long sequence = sw.outstanding.sequence(named);
    boolean open = sw.isWaitingFor(sequence);
    ErrorKind flaw = open ? judge.packetOut(in, at, packetOut, sw, sequence) : null;
    int port = open ? judge.port() : packetOut.outputPort();
    answer(sw, sequence, OpenFlow.PACKET_OUT, named, port, flaw);
  }

  private void answer(LoadSwitch sw, long sequence, int type, int named, int port, ErrorKind flaw) {
    ErrorTally errors = sw.outstanding.errors();
    long errorsBefore = errors.total();
    boolean besideEntry = type == OpenFlow.PACKET_OUT && takeEntryBeside(sw, sequence);
    boolean isFirst = sw.lines != null && sw.isWaitingFor(sequence);
    long tick = sw.outstanding.answer(sequence, port, flaw);
    if (sw.lines != null && sw.isCounting()) {
      sw.lines.answered(sequence, isFirst, readNs, span.contains(readNs));
    }
    if (errors.total() != errorsBefore && sw.isCounting()) {
      note(sw, sequence, type, named, port, flaw != null);
    }
    if (tick != Outstanding.NO_DELAY && sw.measuredFrom() >= 0 && sequence >= sw.measuredFrom()) {
      countForm(sw, type, besideEntry);
      long delayNs = ticks.delayNs((int) tick, readNs);
      if (sw.probing) {
        probeDelays.record(delayNs, span.sinceStartNs(readNs));
      } else {
        delays.record(delayNs);
        sw.delays.record(delayNs);
      }
    }
  }

  private static boolean takeEntryBeside(LoadSwitch sw, long sequence) {
    if (!sw.isWaitingFor(sequence)) {
      return false;
    }
    sw.hosts.of(sequence);
    return sw.hosts.takeEntryBeside();
  }

  private static void countForm(LoadSwitch sw, int type, boolean besideEntry) {
    if (type == OpenFlow.FLOW_MOD) {
      sw.countByFlowMod();
    } else if (besideEntry) {
      sw.countByBoth();
    } else {
      sw.countByPacketOut();
    }
  }

  private void note(LoadSwitch sw, long sequence, int type, int named, int port, boolean isJudged) {
    ErrorKind kind = sw.outstanding.errors().last();
    if (isJudged) {
      String field = judge.field();
      firstErrors.note(kind, sw, sequence, type, field, judge.expected(), judge.came());
    } else if (kind == ErrorKind.UNASKED) {
      firstErrors.note(kind, sw, 0, type, "buffer", 0, named & 0xffff_ffffL);
    } else {
      sw.hosts.of(sequence);
      int expected = sw.load.portOf(sw.hosts.destination());
      firstErrors.note(kind, sw, sequence, type, "port", expected, port);
    }
  }

  /** What is wrong with a message that answers no request by itself; null when nothing is. */
  private void beside(LoadSwitch sw, ErrorKind flaw, int type) {
    if (flaw != null) {
      sw.outstanding.count(flaw, 0);
      firstErrors.note(flaw, sw, 0, type, judge.field(), judge.expected(), judge.came());
    }
  }

  private void malformed(LoadSwitch sw, int type, int at, int lengthBytes) {
    if (sw.isCounting()) {
      sw.outstanding.count(ErrorKind.MALFORMED, 0);
      firstErrors.note(ErrorKind.MALFORMED, sw, 0, type, "bytes", 0, lengthBytes);
    }
    talk++;
    sw.emulated().reject(in, at, lengthBytes, sw.connection());
  }

  private void other(LoadSwitch sw, int at, int lengthBytes) { // 5
    talk++;
    sw.emulated().handle(in, at, lengthBytes, sw.connection());
  }
}
