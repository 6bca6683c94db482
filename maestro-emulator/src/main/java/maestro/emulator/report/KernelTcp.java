package maestro.emulator.report;

/**
 * What the kernel counted of all TCP connections of a machine, or of a network namespace of it,
 * during a run. Those of other programs are in it, and the controller's when it runs there. NaN
 * where the kernel does not say.
 *
 * @param memoryPressures how often the memory for TCP ({@code net.ipv4.tcp_mem}) came near its end
 * @param droppedSegments segments that had come and were thrown away, as there was no room for them
 * @param timeouts of retransmission; each is a pause of 0.2 s or more of a connection
 */
public record KernelTcp(double memoryPressures, double droppedSegments, double timeouts) {
  /** Nobody looked. */
  public static final KernelTcp UNKNOWN = new KernelTcp(Double.NaN, Double.NaN, Double.NaN);

  /** What was counted since then. */
  public KernelTcp since(KernelTcp begin) {
    return new KernelTcp(
        memoryPressures - begin.memoryPressures,
        droppedSegments - begin.droppedSegments,
        timeouts - begin.timeouts);
  }

  /** The larger of each, of two machines; a known number is larger than an unknown one. */
  public KernelTcp worst(KernelTcp other) {
    return new KernelTcp(
        MaybeUnknown.larger(memoryPressures, other.memoryPressures),
        MaybeUnknown.larger(droppedSegments, other.droppedSegments),
        MaybeUnknown.larger(timeouts, other.timeouts));
  }
}
