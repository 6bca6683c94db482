package maestro.emulator.controller;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Reads the memory and allocations of another Java process of the same user, through its management
 * beans.
 */
public final class ChildJvm implements AutoCloseable {
  private static final int COLLECTIONS = 3;
  private static final long BETWEEN_COLLECTIONS_NS = TimeUnit.MILLISECONDS.toNanos(200);

  private final JMXConnector connector;
  private final MBeanServerConnection beans;

  private ChildJvm(JMXConnector connector) throws IOException {
    this.connector = connector;
    this.beans = connector.getMBeanServerConnection();
  }

  /**
   * Connects to the process, which starts a management agent for this.
   *
   * @throws IOException with one line when the process cannot be attached to
   */
  @SuppressWarnings("BanJNDI") // the address comes from a process that this one started
  public static ChildJvm attach(long pid) throws IOException {
    if (!canBeJvm(pid)) { // an attempt would wait for ten seconds
      throw new IOException("process " + pid + " is no JVM");
    }
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        String address = machine.startLocalManagementAgent();
        return new ChildJvm(JMXConnectorFactory.connect(new JMXServiceURL(address)));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException("cannot look into process " + pid + ": " + e.getMessage(), e);
    }
  }

  /** Whether a process has the library of a JVM, or cannot be looked into. */
  private static boolean canBeJvm(long pid) {
    Path maps = Path.of("/proc/" + pid + "/maps");
    try (Stream<String> lines = Files.lines(maps, ISO_8859_1)) {
      return lines.anyMatch(line -> line.endsWith("/libjvm.so"));
    } catch (IOException | UncheckedIOException e) {
      return true;
    }
  }

  /**
   * Memory after collections, in bytes.
   *
   * @param heapBytes the heap in use
   * @param directBytes the bytes of buffers outside the heap
   * @param collectionMs the time of the collections
   */
  public record Memory(long heapBytes, long directBytes, long collectionMs) {}

  /** Collects the heap, with pauses, and reads the memory in use afterwards. */
  public long memoryBytes() throws IOException {
    Memory memory = collect(COLLECTIONS, BETWEEN_COLLECTIONS_NS);
    return memory.heapBytes() + memory.directBytes();
  }

  /**
   * Collects the heap and reads the memory in use afterwards.
   *
   * @param collections at least two: a direct buffer is released after a collection has found it
   *     unreachable
   * @param pauseNs the wait after each collection
   */
  public Memory collect(int collections, long pauseNs) throws IOException {
    MemoryMXBean memory =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    long beforeMs = pauses().ms();
    for (int i = 0; i < collections; i++) {
      memory.gc();
      LockSupport.parkNanos(pauseNs);
    }
    long heapBytes = memory.getHeapMemoryUsage().getUsed();
    long directBytes = 0;
    for (BufferPoolMXBean pool :
        ManagementFactory.getPlatformMXBeans(beans, BufferPoolMXBean.class)) {
      directBytes += Math.max(0, pool.getMemoryUsed());
    }
    return new Memory(heapBytes, directBytes, pauses().ms() - beforeMs);
  }

  /**
   * The pauses for collections since the process began.
   *
   * @param count how many
   * @param ms how long all of them together
   */
  public record Pauses(long count, long ms) {}

  /** Those until now. */
  public Pauses pauses() throws IOException {
    long count = 0;
    long ms = 0;
    for (GarbageCollectorMXBean each :
        ManagementFactory.getPlatformMXBeans(beans, GarbageCollectorMXBean.class)) {
      count += Math.max(0, each.getCollectionCount());
      ms += Math.max(0, each.getCollectionTime());
    }
    return new Pauses(count, ms);
  }

  /** The bytes that the threads with these names have allocated since they began. */
  public long allocatedBytes(List<String> namePrefixes) throws IOException {
    ThreadMXBean threads =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    long[] ids = threads.getAllThreadIds();
    ThreadInfo[] infos = threads.getThreadInfo(ids);
    long[] allocated = threads.getThreadAllocatedBytes(ids);
    long sum = 0;
    for (int i = 0; i < ids.length; i++) {
      String name = infos[i] == null ? "" : infos[i].getThreadName();
      sum += namePrefixes.stream().anyMatch(name::startsWith) ? allocated[i] : 0;
    }
    return sum;
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
