package maestro.emulator.soak;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a process of this machine from outside: by /proc at any, by its management beans at a
 * JVM of the same user. What cannot be seen is NaN. One thread.
 */
final class ControllerLook implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerLook.class);
  private static final double BYTES_PER_KB = 1024;

  private final Path proc;
  private final JMXConnector connector;

  private ControllerLook(Path proc, JMXConnector connector) {
    this.proc = proc;
    this.connector = connector;
  }

  /** Memory after a collection, in bytes, and how long the collection took. */
  record Memory(double heapBytes, double directBytes, double collectionMs) {
    static final Memory UNKNOWN = new Memory(Double.NaN, Double.NaN, Double.NaN);
  }

  /** Nobody is looked at. */
  static ControllerLook nowhere() {
    return new ControllerLook(Path.of("/nonexistent"), null);
  }

  /** Looks at a process; when it is no JVM, or not ours, at less of it. */
  static ControllerLook at(long pid) {
    return new ControllerLook(Path.of("/proc/" + pid), attach(pid));
  }

  @SuppressWarnings("BanJNDI") // the address is that of the agent it has just started
  private static JMXConnector attach(long pid) {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
      } finally {
        machine.detach();
      }
    } catch (IOException | AttachNotSupportedException | LinkageError e) {
      LOG.warn("the heap of process {} cannot be seen: {}", pid, e.toString());
      return null;
    }
  }

  /** Whether there is such a process, and it may be looked at. */
  boolean isThere() {
    return Files.isReadable(proc.resolve("status"));
  }

  double descriptors() {
    try (Stream<Path> open = Files.list(proc.resolve("fd"))) {
      return open.count();
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  double threads() {
    return status("Threads:");
  }

  double residentBytes() {
    return status("VmRSS:") * BYTES_PER_KB;
  }

  private double status(String key) {
    try (Stream<String> lines = Files.lines(proc.resolve("status"))) {
      return lines
          .filter(line -> line.startsWith(key))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /**
   * Collects the heap and looks at what is left. Twice, since a direct buffer is given back after a
   * collection has found that nobody refers to it.
   */
  Memory collect() {
    if (connector == null) {
      return Memory.UNKNOWN;
    }
    try {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      MemoryMXBean memory =
          ManagementFactory.newPlatformMXBeanProxy(
              beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
      long beforeMs = collectionMs(beans);
      memory.gc();
      memory.gc();
      double heap = memory.getHeapMemoryUsage().getUsed();
      double direct = 0;
      for (BufferPoolMXBean pool :
          ManagementFactory.getPlatformMXBeans(beans, BufferPoolMXBean.class)) {
        direct += Math.max(0, pool.getMemoryUsed());
      }
      return new Memory(heap, direct, collectionMs(beans) - beforeMs);
    } catch (IOException e) {
      return Memory.UNKNOWN;
    }
  }

  private static long collectionMs(MBeanServerConnection beans) throws IOException {
    long sum = 0;
    for (GarbageCollectorMXBean each :
        ManagementFactory.getPlatformMXBeans(beans, GarbageCollectorMXBean.class)) {
      sum += Math.max(0, each.getCollectionTime());
    }
    return sum;
  }

  @Override
  public void close() {
    if (connector != null) {
      try {
        connector.close();
      } catch (IOException e) {
        LOG.debug("the controller has ended before: {}", e.getMessage());
      }
    }
  }
}
