package maestro.emulator.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import maestro.openflow.FlowModFlyweight;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketOutFlyweight;

/**
 * Reads what the controller sent to a switch and matches answers to requests.
 *
 * <ol>
 *   <li>One read of up to 64 KB; the time of the answers is the time of that read.
 *   <li>A FLOW_MOD or PACKET_OUT that names a buffer answers the request with that buffer.
 *   <li>A PACKET_OUT with a marked frame answers the request that the frame came with; the FLOW_MOD
 *       beside it names no buffer and answers nothing.
 *   <li>A PACKET_OUT with LLDP or BDDP is carried to the neighbour.
 *   <li>All else is for {@link maestro.emulator.switches.EmulatedSwitch}.
 *   <li>Answers that one read finds came since the switch was last read, or since the thread last
 *       looked who is ready, whichever is later. When a window ends in between, they are divided in
 *       proportion; else a window would hold as many visits of the emulator as happen to fall into
 *       it, and switches would differ by one of them.
 * </ol>
 *
 * <p>Confined to one thread; allocates nothing for 2 and 3.
 */
final class AnswerReader {
  private static final int READ_BYTES = 65_536;
  private static final int LAST_VERSION = 6;
  private static final int DELETE = 3;

  private final Ticks ticks;
  private final MeasuredSpan span;
  private final LldpCarrier lldp;
  private final ByteBuffer in =
      ByteBuffer.allocateDirect(READ_BYTES + OpenFlow.MAX_MESSAGE_BYTES + 1);
  private final FlowModFlyweight flowMod = new FlowModFlyweight();
  private final PacketOutFlyweight packetOut = new PacketOutFlyweight();
  private final Delays delays = new Delays();
  private final ProbeDelays probeDelays;

  private long readNs;
  private long cycleNs;
  private long previousCycleNs;
  private boolean readFull;
  private long talk;

  AnswerReader(Ticks ticks, MeasuredSpan span, LldpCarrier lldp, int timeWindowCount) {
    this.ticks = ticks;
    this.span = span;
    this.lldp = lldp;
    this.probeDelays = new ProbeDelays(timeWindowCount);
  }

  /** Of all requests in measured time, without those of the probing switch. */
  Delays delays() {
    return delays;
  }

  ProbeDelays probeDelays() {
    return probeDelays;
  }

  /** Throws away what a rehearsal has counted. */
  void forget() {
    delays.forget();
    probeDelays.forget();
  }

  /**
   * Reads once.
   *
   * @return right answers; 0 also when there was nothing to read
   */
  long read(LoadSwitch sw) throws IOException, ControllerFailure {
    int end = sw.connection.read(in, READ_BYTES); // 1
    if (end < 0) {
      throw new ControllerFailure("the controller closed the connection of " + sw.name());
    }
    readNs = System.nanoTime();
    readFull = end >= READ_BYTES || sw.connection.holdsMore();
    long answersBefore = sw.outstanding.rightAnswers();
    long closedBefore = sw.outstanding.closedRequests();
    talk = 0;
    int at = 0;
    while (end - at >= OpenFlow.HEADER_BYTES) {
      long header = in.getLong(at);
      int lengthBytes = (int) (header >>> 32) & 0xffff;
      checkHeader(sw, header, lengthBytes);
      if (end - at < lengthBytes) {
        break;
      }
      switch ((int) (header >>> 48) & 0xff) {
        case OpenFlow.FLOW_MOD -> flowMod(sw, at, lengthBytes);
        case OpenFlow.PACKET_OUT -> packetOut(sw, at, lengthBytes);
        default -> other(sw, at, lengthBytes);
      }
      at += lengthBytes;
    }
    sw.connection.keepPartial(in, at, end);
    if (talk > 0) {
      sw.lastTalkNs = readNs;
      sw.connection.flush();
    }
    if (sw.outstanding.closedRequests() > closedBefore) {
      if (span.contains(readNs)) {
        sw.waitedUntil(readNs);
      }
      sw.lastAnswerNs = readNs;
    }
    long answers = sw.outstanding.rightAnswers() - answersBefore;
    if (answers > 0) {
      count(sw, answers);
    }
    sw.lastReadNs = readNs;
    return answers;
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

  private static void checkHeader(LoadSwitch sw, long header, int lengthBytes)
      throws ControllerFailure {
    int version = (int) (header >>> 56);
    if (lengthBytes < OpenFlow.HEADER_BYTES || version == 0 || version > LAST_VERSION) {
      throw new ControllerFailure(
          String.format(
              "the controller sent %s what is not OpenFlow: a header of %016x", sw.name(), header));
    }
  }

  /** Divides answers among windows in proportion to the time in which they may have come. */
  private void count(LoadSwitch sw, long answers) { // 6
    if (!span.isKnown()) {
      return;
    }
    long toNs = span.sinceStartNs(readNs);
    long fromNs = span.sinceStartNs(Math.max(sw.lastReadNs, previousCycleNs));
    sw.earlierAnswers += until(0, fromNs, toNs, answers);
    int first = (int) Math.max(0, Math.floorDiv(fromNs, LoadResult.WINDOW_NS));
    int last =
        (int) Math.min(sw.answersByWindow.length - 1, Math.floorDiv(toNs, LoadResult.WINDOW_NS));
    for (int window = first; window <= last; window++) {
      long beginNs = window * LoadResult.WINDOW_NS;
      long endNs = Math.min(beginNs + LoadResult.WINDOW_NS, span.lengthNs());
      long part = until(endNs, fromNs, toNs, answers) - until(beginNs, fromNs, toNs, answers);
      sw.answersByWindow[window] += (int) part;
      sw.measuredAnswers += part;
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
      malformed(sw, at, lengthBytes);
    } else if (flowMod.bufferId() == OpenFlow.NO_BUFFER || flowMod.command() >= DELETE) {
      sw.lastTalkNs = readNs;
      sw.emulated.countFlow(flowMod.command());
    } else { // 2
      sw.emulated.countFlow(flowMod.command());
      answer(sw, flowMod.bufferId(), flowMod.outputPort());
    }
  }

  private void packetOut(LoadSwitch sw, int at, int lengthBytes) {
    if (!packetOut.wrap(in, at, lengthBytes)) {
      malformed(sw, at, lengthBytes);
      return;
    }
    int port = packetOut.outputPort();
    if (packetOut.bufferId() != OpenFlow.NO_BUFFER) { // 2
      answer(sw, packetOut.bufferId(), port);
      return;
    }
    int data = packetOut.dataOffset();
    int dataBytes = packetOut.dataLength();
    if (dataBytes >= RequestBatch.MARKED_BYTES
        && in.getInt(data + RequestBatch.MARK_AT) == RequestBatch.MARK) { // 3
      boolean ours = in.getInt(data + RequestBatch.SWITCH_AT) == sw.number;
      answer(sw, ours ? in.getInt(data + RequestBatch.SEQUENCE_AT) : 0, port);
    } else if (LldpCarrier.carries(in, data, dataBytes)) { // 4
      lldp.carry(sw.number, port, in, data, dataBytes);
    }
  }

  private void answer(LoadSwitch sw, int named, int port) {
    long sequence = sw.outstanding.sequence(named);
    long tick = sw.outstanding.answer(sequence, port);
    if (tick != Outstanding.NO_DELAY && sw.measuredFrom >= 0 && sequence >= sw.measuredFrom) {
      long delayNs = ticks.delayNs((int) tick, readNs);
      if (sw.probing) {
        probeDelays.record(delayNs, span.sinceStartNs(readNs));
      } else {
        delays.record(delayNs);
      }
    }
  }

  private void malformed(LoadSwitch sw, int at, int lengthBytes) {
    sw.malformed++;
    talk++;
    sw.emulated.reject(in, at, lengthBytes, sw.connection);
  }

  private void other(LoadSwitch sw, int at, int lengthBytes) { // 5
    talk++;
    sw.emulated.handle(in, at, lengthBytes, sw.connection);
  }
}
