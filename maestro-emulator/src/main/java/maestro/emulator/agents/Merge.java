package maestro.emulator.agents;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DataFormatException;
import maestro.emulator.engine.LoadResult;
import maestro.emulator.engine.LoadResult.SwitchCounts;
import maestro.emulator.engine.SwitchLoad;
import org.HdrHistogram.Histogram;

/**
 * Adds up what agents counted. Windows are relative to each agent's own start and every delay is a
 * difference on one machine, so no clock is compared with another's. Confined to one thread.
 */
final class Merge {
  private static final int DIGITS = 3;

  private final List<SwitchCounts> switches = new ArrayList<>();
  private final Histogram delays = new Histogram(DIGITS);
  private final Histogram probing = new Histogram(DIGITS);
  private List<LoadResult.ProbeWindow> probes = List.of();
  private long measuredNs = Long.MAX_VALUE;
  private double busy;
  private double served;
  private double cpu = Double.MAX_VALUE;
  private double late;
  private double cpuSeconds;
  private long longestCycleNs;
  private long setUpNs;
  private boolean learnedAll = true;

  /** A histogram as it travels. */
  static byte[] bytes(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int size = histogram.encodeIntoCompressedByteBuffer(buffer);
    byte[] bytes = new byte[size];
    buffer.flip().get(bytes);
    return bytes;
  }

  /** The agent with the next switches counted this. */
  void add(List<SwitchCounts> counts, Message.Done done) throws ProtocolException {
    try {
      delays.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(done.delays()), 0));
      probing.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(done.probing()), 0));
    } catch (DataFormatException | IllegalArgumentException e) {
      throw new ProtocolException("a histogram that cannot be read: " + e.getMessage());
    }
    switches.addAll(counts);
    probes = probes.isEmpty() ? done.probes() : probes;
    measuredNs = Math.min(measuredNs, done.measuredNs());
    learnedAll &= done.learnedAll();
    busy = Math.max(busy, done.effort().busyShare());
    served = Math.max(served, done.effort().servedShare());
    cpu = Math.min(cpu, done.effort().cpuShare());
    late = Math.max(late, done.effort().lateShare());
    cpuSeconds += done.effort().cpuSeconds();
    longestCycleNs = Math.max(longestCycleNs, done.effort().longestCycleNs());
    setUpNs = Math.max(setUpNs, done.setUpNs());
  }

  /** The agent with the next switches is lost, and its counts with it. */
  void addLost(List<SwitchLoad> loads) {
    for (SwitchLoad load : loads) {
      switches.add(SwitchCounts.unknown(load.description().datapathId()));
    }
  }

  /** All together; of shares that of the agent that was worst off. */
  LoadResult result(String failure) {
    boolean any = measuredNs != Long.MAX_VALUE;
    return new LoadResult(
        switches,
        delays,
        probing,
        probes,
        any ? measuredNs : 0,
        setUpNs,
        new LoadResult.Effort(busy, served, any ? cpu : 0, late, cpuSeconds, longestCycleNs),
        learnedAll,
        failure);
  }
}
