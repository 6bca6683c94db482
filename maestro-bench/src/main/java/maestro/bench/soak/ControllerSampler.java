package maestro.bench.soak;

import java.io.IOException;
import maestro.emulator.controller.ChildJvm;
import maestro.emulator.controller.ProcessFootprint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples a process of this machine: any process by /proc, a JVM of the same user also by its
 * management beans. An unknown value is NaN. One thread.
 */
final class ControllerSampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerSampler.class);
  private static final long NOWHERE = -1;
  private static final int COLLECTIONS = 2;

  private final long pid;

  /** Null when the process is no JVM, or not ours. */
  private final ChildJvm child;

  private ControllerSampler(long pid, ChildJvm child) {
    this.pid = pid;
    this.child = child;
  }

  /** Memory after a collection, in bytes, and how long the collection took. */
  record Memory(double heapBytes, double directBytes, double collectionMs) {
    static final Memory UNKNOWN = new Memory(Double.NaN, Double.NaN, Double.NaN);
  }

  /** Samples no process. */
  static ControllerSampler nowhere() {
    return new ControllerSampler(NOWHERE, null);
  }

  /** Samples a process; less of it when it is no JVM or of another user. */
  static ControllerSampler at(long pid) {
    return new ControllerSampler(pid, attach(pid));
  }

  private static ChildJvm attach(long pid) {
    try {
      return ChildJvm.attach(pid);
    } catch (IOException | LinkageError e) {
      LOG.warn("the heap of process {} cannot be seen: {}", pid, e.getMessage());
      return null;
    }
  }

  double descriptors() {
    return known(ProcessFootprint.descriptors(pid));
  }

  double threads() {
    return known(ProcessFootprint.threads(pid));
  }

  double residentBytes() {
    return known(ProcessFootprint.residentBytes(pid));
  }

  private static double known(long value) {
    return value < 0 ? Double.NaN : value;
  }

  /** Collects the heap and reads the memory in use afterwards. */
  Memory collect() {
    if (child == null) {
      return Memory.UNKNOWN;
    }
    try {
      ChildJvm.Memory memory = child.collect(COLLECTIONS, 0);
      return new Memory(memory.heapBytes(), memory.directBytes(), memory.collectionMs());
    } catch (IOException e) {
      return Memory.UNKNOWN;
    }
  }

  @Override
  public void close() {
    if (child != null) {
      try {
        child.close();
      } catch (IOException e) {
        LOG.debug("the controller has ended before: {}", e.getMessage());
      }
    }
  }
}
