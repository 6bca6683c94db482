package maestro.emulator.controller;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Measures a Java process of this machine, by /proc and the JDK's tool. */
public final class ProcessFootprint {
  private static final long BYTES_PER_KB = 1024;

  /** The last line of a class histogram: Total, objects, bytes. */
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

  private ProcessFootprint() {}

  /** The resources of the process now. The measurement collects its heap. */
  static Footprint of(Process process) {
    long pid = process.pid();
    long heap = liveHeapBytes(pid);
    return new Footprint(
        process.isAlive(), descriptors(pid), threads(pid), heap, residentBytes(pid));
  }

  /** The open files of a process; −1 when unknown. */
  public static long descriptors(long pid) {
    try (Stream<Path> open = Files.list(proc(pid).resolve("fd"))) {
      return open.count();
    } catch (IOException e) {
      return -1;
    }
  }

  /** The threads of a process; −1 when unknown. */
  public static long threads(long pid) {
    return status(pid, "Threads:");
  }

  /** The resident memory of a process; −1 when unknown. */
  public static long residentBytes(long pid) {
    return Math.max(-1, status(pid, "VmRSS:") * BYTES_PER_KB);
  }

  private static Path proc(long pid) {
    return Path.of("/proc/" + pid);
  }

  private static long status(long pid, String key) {
    try (Stream<String> lines = Files.lines(proc(pid).resolve("status"))) {
      return lines
          .filter(line -> line.startsWith(key))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(-1);
    } catch (IOException e) {
      return -1;
    }
  }

  private static long liveHeapBytes(long pid) {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      return -1;
    }
    try {
      Process tool =
          new ProcessBuilder(List.of(jcmd.toString(), "" + pid, "GC.class_histogram"))
              .redirectErrorStream(true)
              .start();
      try (Scanner words = new Scanner(tool.getInputStream(), StandardCharsets.UTF_8)) {
        return words.findWithinHorizon(TOTAL, 0) == null
            ? -1
            : Long.parseLong(words.match().group(1));
      }
    } catch (IOException e) {
      return -1;
    }
  }
}
