package maestro.emulator.engine.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import maestro.emulator.controller.CpuPinning;
import maestro.emulator.report.MachineFacts;

/** What the machine says about itself; what it does not say is left out. */
public final class Machine {
  private static final Path CPU = Path.of("/proc/cpuinfo");
  private static final Path MEMORY = Path.of("/proc/meminfo");

  private Machine() {}

  /** What is known of this machine. */
  public static MachineFacts facts() {
    return new MachineFacts(
        coreCount(),
        usableCores(),
        value(CPU, "model name"),
        memoryBytes(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"),
        CpuPinning.isApart());
  }

  /** The version of this jar; empty when it runs from classes. */
  public static String emulatorVersion() {
    String version = Machine.class.getPackage().getImplementationVersion();
    return version == null ? "" : version;
  }

  /** What the operator leaves to this process, also while it keeps to one of two by itself. */
  private static int usableCores() {
    return CpuPinning.isApart()
        ? CpuPinning.SEPARATED_CORES
        : Runtime.getRuntime().availableProcessors();
  }

  /** Processors of the machine, also those that this process may not use. */
  public static int coreCount() {
    int usable = usableCores();
    try (Stream<String> lines = Files.lines(CPU)) {
      return Math.max(usable, (int) lines.filter(line -> line.startsWith("processor")).count());
    } catch (IOException e) {
      return usable;
    }
  }

  private static String value(Path file, String key) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  /** Of the machine; 0 when it does not say. */
  static long memoryBytes() {
    String digits = value(MEMORY, "MemTotal").replaceAll("[^0-9]", "");
    return digits.isEmpty() ? 0 : Long.parseLong(digits) * 1024;
  }
}
