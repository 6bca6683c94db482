package maestro.network.fabric;

/** Counts over all switches of a fabric. Stateless; for the thread of the fabric. */
public final class FabricCounts {
  private FabricCounts() {}

  /** How many of the switches are connected to the controller. */
  public static int upCount(Fabric fabric, int switchCount) {
    int up = 0;
    for (int i = 0; i < switchCount; i++) {
      up += fabric.switchAt(i).isUp() ? 1 : 0;
    }
    return up;
  }

  /** The most flow entries of one switch. */
  public static int mostEntries(Fabric fabric, int switchCount) {
    int most = 0;
    for (int i = 0; i < switchCount; i++) {
      most = Math.max(most, fabric.switchAt(i).entryCount());
    }
    return most;
  }
}
