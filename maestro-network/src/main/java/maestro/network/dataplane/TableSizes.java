package maestro.network.dataplane;

/**
 * How many entries the flow table of a switch takes.
 *
 * @param exactEntries without wildcards, in the hash table; 0 to {@link #MOST}
 * @param wildcardEntries with wildcards, in the other table; 0 to {@link #MOST}
 * @param search how the other table finds the entry of a frame
 */
public record TableSizes(int exactEntries, int wildcardEntries, WildcardSearch search) {
  /** 2²⁰. */
  public static final int MOST = 1 << 20;

  /** Those of the data-plane study. */
  public static final TableSizes USUAL = new TableSizes(131_072, 100);

  /** How an entry with wildcards is found. */
  public enum WildcardSearch {
    /** One after the other, as in the data-plane study. */
    LINEAR("linear"),

    /** Tuple space search: one hash table for each set of masks. */
    TUPLE_SPACE("tuple-space");

    private final String text;

    WildcardSearch(String text) {
      this.text = text;
    }

    /** As in options, and as the name of the table. */
    public String text() {
      return text;
    }
  }

  public TableSizes {
    check(exactEntries);
    check(wildcardEntries);
  }

  /** With a linear table. */
  public TableSizes(int exactEntries, int wildcardEntries) {
    this(exactEntries, wildcardEntries, WildcardSearch.LINEAR);
  }

  private static void check(int entries) {
    if (entries < 0 || entries > MOST) {
      throw new IllegalArgumentException("found " + entries + " entries; allowed: 0 to " + MOST);
    }
  }
}
