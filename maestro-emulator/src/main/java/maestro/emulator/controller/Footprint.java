package maestro.emulator.controller;

/**
 * The resources of a process. Immutable. An unknown number is −1, for example for a controller on
 * another machine.
 *
 * @param liveHeapBytes the heap in use after a full collection
 */
public record Footprint(
    boolean alive, long descriptors, long threads, long liveHeapBytes, long residentBytes) {
  /** The footprint of a process that cannot be measured. */
  public static final Footprint UNKNOWN = new Footprint(true, -1, -1, -1, -1);
}
