package maestro.emulator.report;

/**
 * The machine the emulator ran on.
 *
 * @param coreCount processors of the machine
 * @param usableCores of these, those that the JVM may use; fewer under {@code taskset}
 * @param processor model name, or empty
 * @param memoryBytes of the machine; 0 when unknown
 * @param jvm name and version
 * @param os name, version and architecture
 */
public record MachineFacts(
    int coreCount, int usableCores, String processor, long memoryBytes, String jvm, String os) {
  /** Files of earlier versions say only what is usable. */
  public MachineFacts {
    usableCores = usableCores == 0 ? coreCount : usableCores;
  }

  /** {@code 2 cores}, or {@code 2 cores, 1 usable}. */
  public String cores() {
    return coreCount
        + (coreCount == 1 ? " core" : " cores")
        + (usableCores == coreCount ? "" : ", " + usableCores + " usable");
  }
}
