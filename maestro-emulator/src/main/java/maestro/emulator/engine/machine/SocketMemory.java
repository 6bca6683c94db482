package maestro.emulator.engine.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much the kernel lets all TCP sockets of the machine hold ({@code net.ipv4.tcp_mem}). Above
 * its pressure the kernel shrinks windows and drops what has come, which then comes again after
 * hundreds of milliseconds or seconds. A run would show that as pauses and missing answers of the
 * controller.
 */
public final class SocketMemory {
  private static final Path LIMITS = Path.of("/proc/sys/net/ipv4/tcp_mem");
  private static final long PAGE_BYTES = 4096; // the least that there is

  /** A kernel that is not told otherwise begins its pressure at this part of the memory. */
  private static final int PRESSURE_PART = 16;

  /**
   * Small packets take several times the memory of their bytes, so much is left. With a half the
   * kernel dropped packets of 5,000 switches when a controller paused for half a second.
   */
  private static final int REQUESTS_PART = 4;

  private SocketMemory() {}

  /**
   * How many requests of one switch may wait.
   *
   * @param switches of the whole run
   * @param requestBytes with what the kernel needs for it
   */
  public static int requests(int switches, long requestBytes) {
    return requests(pressureBytes(), switches, requestBytes);
  }

  static int requests(long pressureBytes, int switches, long requestBytes) {
    long share = pressureBytes / REQUESTS_PART / Math.max(1, switches) / requestBytes;
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, share));
  }

  /** Where the pressure begins, as the kernel says or, in a network namespace, by default. */
  private static long pressureBytes() {
    try {
      // not readString: a second read of such a file brings nothing
      return pressureBytes(Files.readAllLines(LIMITS).get(0));
    } catch (IOException e) {
      return pressureByDefault(Machine.memoryBytes());
    }
  }

  /**
   * What a kernel takes that is not told otherwise.
   *
   * @return {@link Long#MAX_VALUE} when the memory of the machine is 0: not known
   */
  static long pressureByDefault(long memoryBytes) {
    return memoryBytes == 0 ? Long.MAX_VALUE : memoryBytes / PRESSURE_PART;
  }

  /** The second of three numbers of pages. */
  static long pressureBytes(String limits) {
    return Long.parseLong(limits.strip().split("\\s+", -1)[1]) * PAGE_BYTES;
  }
}
