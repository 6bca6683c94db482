package maestro.emulator.report;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.emulator.format.Figures;

/**
 * The machine the emulator ran on.
 *
 * @param coreCount processors of the machine
 * @param usableCores of these, those that the operator lets the JVM use; fewer under {@code
 *     taskset} or in a container with a limit
 * @param processor model name, or empty
 * @param memoryBytes of the machine; 0 when unknown
 * @param jvm name and version
 * @param os name, version and architecture
 * @param separated whether the emulator kept to one processor of two and left the other to the
 *     controller
 */
public record MachineFacts(
    int coreCount,
    int usableCores,
    String processor,
    long memoryBytes,
    String jvm,
    String os,
    boolean separated) {
  /** Files of earlier versions say only what is usable. */
  public MachineFacts {
    usableCores = usableCores == 0 ? coreCount : usableCores;
  }

  /** A machine on which the emulator and the controller shared the processors. */
  public MachineFacts(
      int coreCount, int usableCores, String processor, long memoryBytes, String jvm, String os) {
    this(coreCount, usableCores, processor, memoryBytes, jvm, os, false);
  }

  /** All of it that is known, for people, without the memory. */
  public String text() {
    return Stream.of(cores(), processor, os, jvm)
        .filter(fact -> !fact.isEmpty())
        .collect(Collectors.joining(" · "));
  }

  /**
   * {@code 2 cores}, {@code 2 cores, 1 usable} under a limit, or {@code 2 cores, 1 for the
   * controller and 1 for the emulator}.
   */
  public String cores() {
    return Figures.count(coreCount, "core", "cores")
        + (usableCores == coreCount ? "" : ", " + usableCores + " usable")
        + (separated ? ", 1 for the controller and 1 for the emulator" : "");
  }
}
