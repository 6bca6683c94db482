package maestro.bench.dataplane.forward;

/** A way to find out where a frame goes. */
public enum Technique {
  /** An OpenFlow switch that finds entries without wildcards by a hash. */
  HASH("OpenFlow hash"),

  /** An OpenFlow switch that compares a frame with one entry with wildcards after the other. */
  LINEAR("OpenFlow linear"),

  /** An OpenFlow switch that searches the tuple space of entries with wildcards. */
  TUPLE_SPACE("tuple space"),

  /** A bridge that has learned addresses. */
  LEARNING("L2 learning"),

  /** A router that looks for the longest prefix. */
  ROUTING("L3 longest prefix"),

  /** A switch with a full hash table, behind which a linear one follows. */
  HASH_THEN_LINEAR("hash, then linear"),

  /** A switch with a full hash table, behind which the tuple space is searched. */
  HASH_THEN_TUPLE_SPACE("hash, then tuple space");

  private final String text;

  Technique(String text) {
    this.text = text;
  }

  /** As in reports. */
  public String text() {
    return text;
  }
}
