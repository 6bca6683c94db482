package maestro.emulator.agents;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.engine.result.LoadResult.SwitchCounts;
import maestro.emulator.report.ErrorKind;
import maestro.emulator.report.FirstError;
import maestro.emulator.report.KernelTcp;
import maestro.emulator.report.MaybeUnknown;
import org.HdrHistogram.Histogram;

/**
 * Sums the counts of all agents. Windows are relative to each agent's own start, and a delay is a
 * difference of times on one machine. So clocks of two machines are never compared.
 *
 * <p>The probing delay is that of the first agent with a probing switch whose counts are here; the
 * errors of all probing switches count. Confined to one thread.
 */
final class Merge {
  private static final int DIGITS = 3;

  private final List<SwitchCounts> switches = new ArrayList<>();
  private final Histogram delays = new Histogram(DIGITS);
  private final Histogram probing = new Histogram(DIGITS);
  private final Histogram lostProbes = new Histogram(DIGITS);
  private final Map<ErrorKind, FirstError> firstErrors = new EnumMap<>(ErrorKind.class);
  private List<LoadResult.ProbeWindow> probes = List.of();
  private SwitchCounts probe = SwitchCounts.unknown(0);
  private long measuredNs = Long.MAX_VALUE;
  private final Histogram lateness = new Histogram(2);
  private final Histogram probeLateness = new Histogram(2);
  private int emptySwitches;
  private long socketSamples;
  private long emptySamples;
  private int boundSwitches;
  private long waitingAtEnd;
  private KernelTcp kernel = KernelTcp.UNKNOWN;
  private double busy;
  private double served;
  private double unread;
  private double cpu = Double.MAX_VALUE;
  private double late;
  private double cpuSeconds;
  private long longestCycleNs;
  private long setUpNs;
  private boolean learnedAll = true;
  private double otherProcessors = Double.NaN;

  /** A histogram in the form of a message. */
  static byte[] bytes(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int size = histogram.encodeIntoCompressedByteBuffer(buffer);
    byte[] bytes = new byte[size];
    buffer.flip().get(bytes);
    return bytes;
  }

  /** Adds the counts of the agent with the next switches. */
  void add(List<SwitchCounts> counts, Message.Done done) throws ProtocolException {
    try {
      delays.add(histogram(done.delays()));
      lateness.add(histogram(done.sent().lateness()));
      if (!probe.known()) {
        probing.add(histogram(done.probing()));
        lostProbes.add(histogram(done.lostProbes()));
        probeLateness.add(histogram(done.sent().probeLateness()));
      }
    } catch (DataFormatException | IllegalArgumentException e) {
      throw new ProtocolException("a histogram that cannot be read: " + e.getMessage());
    }
    switches.addAll(counts);
    if (probe.known()) {
      probe = probe.withErrorsOf(done.probe());
    } else if (done.probe().known()) {
      probes = done.probes();
      probe = done.probe();
    }
    done.firstErrors().forEach(first -> firstErrors.putIfAbsent(first.kind(), first));
    otherProcessors = MaybeUnknown.larger(otherProcessors, done.otherProcessors());
    measuredNs = Math.min(measuredNs, done.measuredNs());
    learnedAll &= done.learnedAll();
    busy = Math.max(busy, done.effort().busyShare());
    served = Math.max(served, done.effort().servedShare());
    unread = Math.max(unread, done.effort().unreadShare());
    cpu = Math.min(cpu, done.effort().cpuShare());
    late = Math.max(late, done.effort().lateShare());
    cpuSeconds += done.effort().cpuSeconds();
    longestCycleNs = Math.max(longestCycleNs, done.effort().longestCycleNs());
    emptySwitches += done.sent().emptySwitches();
    socketSamples += done.sent().socketSamples();
    emptySamples += done.sent().emptySamples();
    boundSwitches += done.sent().boundSwitches();
    waitingAtEnd += done.sent().waitingAtEnd();
    kernel = kernel.worst(done.sent().kernel());
    setUpNs = Math.max(setUpNs, done.setUpNs());
  }

  private static Histogram histogram(byte[] bytes) throws DataFormatException {
    return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
  }

  /** Whether the counts of a probing switch are here. */
  boolean hasProbed() {
    return probe.known();
  }

  /** Skips the next switches: their agent is lost, with its counts. */
  void addLost(List<SwitchLoad> loads) {
    for (SwitchLoad load : loads) {
      switches.add(SwitchCounts.unknown(load.description().datapathId()));
    }
  }

  /** The sum. For a share of time, the value of the worst agent. */
  LoadResult result(String failure) {
    boolean any = measuredNs != Long.MAX_VALUE;
    return new LoadResult(
        switches,
        delays,
        probing,
        probes,
        lostProbes,
        probe,
        List.copyOf(firstErrors.values()),
        any ? measuredNs : 0,
        setUpNs,
        new LoadResult.Effort(
            busy, served, unread, any ? cpu : 0, late, cpuSeconds, longestCycleNs),
        new LoadResult.Sending(
            emptySwitches,
            socketSamples,
            emptySamples,
            boundSwitches,
            waitingAtEnd,
            kernel,
            lateness,
            probeLateness),
        learnedAll,
        otherProcessors,
        failure,
        List.of());
  }
}
