package maestro.bench.jmh;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import maestro.openflow.FlowModEncoder;
import maestro.openflow.FlowModFlyweight;
import maestro.openflow.L2FlowAdd;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The emulator's work for a FLOW_MOD of the learning switch: it checks the message and finds its
 * buffer id and port. In 1.3 the emulator does not parse a message with the form of the previous
 * one. With two alternating forms it parses every message.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx512m")
public class FlowModBenchmark {
  private static final int MESSAGES = 600;

  /** The OpenFlow version on the wire. */
  @Param({"1", "4"})
  public int version;

  /** How many forms alternate. */
  @Param({"1", "2"})
  public int forms;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 17);
  private final int[] lengths = new int[MESSAGES];
  private final FlowModFlyweight flowMod = new FlowModFlyweight();

  /** Fills a buffer with the messages of one read. */
  @Setup
  public void fill() {
    int at = 0;
    for (int i = 0; i < MESSAGES; i++) {
      lengths[i] =
          i % forms == 0
              ? new L2FlowAdd()
                  .entry(1, 10, 0, 1, i)
                  .encode(buffer, at, version, i, 3, i, i + 1, i & 3, i)
              : FlowModEncoder.deleteByEthSrc(buffer, at, version, i, i);
      at += lengths[i];
    }
  }

  /** Handles all messages of a read; the time is that of one message. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long read() {
    long sum = 0;
    int at = 0;
    for (int length : lengths) {
      if (flowMod.wrap(buffer, at, length)) {
        sum += flowMod.bufferId() + flowMod.outputPort() + flowMod.command();
      }
      at += length;
    }
    return sum;
  }
}
