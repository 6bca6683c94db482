package maestro.emulator.controller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor seconds, as Linux counts them; NaN without /proc. */
public final class ProcessorTime {
  private static final double TICKS_PER_SECOND = 100;
  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int IDLE = 4;
  private static final int WAITING = 5;
  private static final int STOLEN = 8;

  private ProcessorTime() {}

  /** The seconds that a process has used. */
  public static double ofProcess(long pid) {
    return seconds(pid, USER) + seconds(pid, SYSTEM);
  }

  /** Those of them that the kernel has worked for it. */
  public static double ofKernelFor(long pid) {
    return seconds(pid, SYSTEM);
  }

  private static double seconds(long pid, int field) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Long.parseLong(fields[field]) / TICKS_PER_SECOND;
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /**
   * The seconds that all programs have used since the machine started, with the time that its host
   * gave to other machines.
   */
  static double ofMachine() {
    try {
      String all = Files.readString(Path.of("/proc/stat"));
      String[] fields = all.substring(0, all.indexOf('\n')).split(" +", -1);
      long ticks = 0;
      for (int i = 1; i <= STOLEN; i++) {
        ticks += i == IDLE || i == WAITING ? 0 : Long.parseLong(fields[i]);
      }
      return ticks / TICKS_PER_SECOND;
    } catch (IOException e) {
      return Double.NaN;
    }
  }
}
