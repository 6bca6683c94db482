package maestro.emulator.network;

/** Counts over all switches of a fabric. Stateless; for the thread of the fabric. */
final class FabricCounts {
  private FabricCounts() {}

  /** How many of the switches are connected to the controller. */
  static int upCount(Fabric fabric, int switchCount) {
    int up = 0;
    for (int i = 0; i < switchCount; i++) {
      up += fabric.switchAt(i).isUp() ? 1 : 0;
    }
    return up;
  }

  /** The most flow entries of one switch. */
  static int mostEntries(Fabric fabric, int switchCount) {
    int most = 0;
    for (int i = 0; i < switchCount; i++) {
      most = Math.max(most, fabric.switchAt(i).entryCount());
    }
    return most;
  }
}
