package maestro;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import maestro.config.MaestroConfig;
import maestro.net.socket.BufferBudget;
import maestro.net.socket.BufferPool;
import maestro.net.socket.SharedBuffers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How the memory for connections is divided: into the buffers that the workers work in, and what
 * connections may hold between two cycles.
 *
 * @param bufferBytes the size of a worker's buffer
 * @param buffersPerWorker the buffers that a worker may take for one batch
 * @param workers the number of workers
 * @param heldBytes what all connections may hold
 * @param jvmBytes the direct memory that the JVM may use
 */
record ConnectionMemory(
    int bufferBytes, int buffersPerWorker, int workers, long heldBytes, long jvmBytes) {
  private static final Logger LOG = LoggerFactory.getLogger(Maestro.class);
  private static final int MIN_READ_BYTES = 64 * 1024;

  /** The answers to one read go into one write, and answers are longer than requests. */
  private static final int BUFFER_BYTES_PER_READ_BYTE = 2;

  /** The part of the JVM's direct memory for connections, unless it is configured. */
  private static final int USUAL_PART = 2;

  /** The part that stays for others, whatever is configured. */
  private static final int OTHERS_PART = 8;

  /** The part for the workers. */
  private static final int WORKERS_PART = 4;

  private static final int MOST_BUFFERS = 256;
  private static final long LEAST_HELD_BYTES = 1024 * 1024;
  private static final double BYTES_PER_MIB = 1024 * 1024;

  /** Divides the memory. A worker gets the buffers of one visit at least. */
  static ConnectionMemory of(MaestroConfig config, long jvmBytes) {
    int workers = config.distribution().workerCount();
    int bufferBytes =
        BUFFER_BYTES_PER_READ_BYTE
            * Math.max(MIN_READ_BYTES, config.distribution().readSizeBytes());
    long wantedBytes = config.connections().memoryBytes().orElse(jvmBytes / USUAL_PART);
    long allBytes = Math.min(wantedBytes, jvmBytes - jvmBytes / OTHERS_PART);
    long fitting = allBytes / WORKERS_PART / workers / bufferBytes;
    int perWorker = (int) Math.max(BufferPool.BUFFERS_PER_VISIT, Math.min(MOST_BUFFERS, fitting));
    long heldBytes = allBytes - (long) workers * perWorker * bufferBytes;
    if (wantedBytes > allBytes) {
      LOG.warn(
          "maestro.connections.memory = {} MiB is more than the JVM may use: {} MiB; set"
              + " -XX:MaxDirectMemorySize",
          mib(wantedBytes),
          mib(jvmBytes));
    }
    if (heldBytes < LEAST_HELD_BYTES) {
      LOG.warn(
          "{} MiB for connections are little for {} workers with buffers of {} KiB;"
              + " set maestro.connections.memory, or fewer workers, or a smaller read-size",
          mib(allBytes),
          workers,
          bufferBytes / 1024);
    }
    return new ConnectionMemory(
        bufferBytes, perWorker, workers, Math.max(LEAST_HELD_BYTES, heldBytes), jvmBytes);
  }

  /** The direct memory that this JVM may use. */
  static long ofJvmBytes() {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    long setBytes =
        jvm == null ? 0 : Long.parseLong(jvm.getVMOption("MaxDirectMemorySize").getValue());
    return setBytes > 0 ? setBytes : Runtime.getRuntime().maxMemory();
  }

  /** Says how much it is, and of what. */
  void log() {
    LOG.info(
        "memory for connections: {} MiB, of which workers use {} MiB; the JVM may use {} MiB of"
            + " direct memory",
        mib(heldBytes + workerBytes()),
        mib(workerBytes()),
        mib(jvmBytes));
  }

  private long workerBytes() {
    return (long) workers * buffersPerWorker * bufferBytes;
  }

  SharedBuffers newBuffers() {
    return new SharedBuffers(bufferBytes, new BufferBudget(heldBytes));
  }

  BufferPool newWorkerPool(SharedBuffers buffers) {
    return new BufferPool(buffers, buffersPerWorker);
  }

  private static long mib(long bytes) {
    return Math.round(bytes / BYTES_PER_MIB);
  }
}
