package maestro.emulator.dataplane;

/**
 * How many entries the flow table of a switch takes.
 *
 * @param exactEntries without wildcards, in the hash table; 0 to {@link #MOST}
 * @param wildcardEntries with wildcards, in the linear table; 0 to {@link #MOST}
 */
public record TableSizes(int exactEntries, int wildcardEntries) {
  /** 2²⁰. */
  public static final int MOST = 1 << 20;

  /** Those of the data-plane study. */
  public static final TableSizes USUAL = new TableSizes(131_072, 100);

  public TableSizes {
    check(exactEntries);
    check(wildcardEntries);
  }

  private static void check(int entries) {
    if (entries < 0 || entries > MOST) {
      throw new IllegalArgumentException("found " + entries + " entries; allowed: 0 to " + MOST);
    }
  }
}
