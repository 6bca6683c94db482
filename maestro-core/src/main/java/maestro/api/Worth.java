package maestro.api;

import java.util.Objects;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/** What is to become of a flow entry that a switch has shown. Immutable. */
public final class Worth {
  /** It is right, and is not touched. */
  public static final Worth KEEP = new Worth(null);

  /** It is wrong, and is removed. */
  public static final Worth REMOVE = new Worth(null);

  /**
   * It cannot be said yet. The entry stays; the application asks to be asked again through its
   * {@link EntryCheck}.
   */
  public static final Worth UNDECIDED = new Worth(null);

  private final OFFlowMod replacement;

  private Worth(OFFlowMod replacement) {
    this.replacement = replacement;
  }

  /**
   * It is replaced, without a moment in which there is none.
   *
   * @param replacement a FLOW_MOD ADD of the same table, priority and match; sent as it is
   */
  public static Worth replaceBy(OFFlowMod replacement) {
    return new Worth(Objects.requireNonNull(replacement, "replacement"));
  }

  /** What takes its place; null unless it is replaced. */
  public OFFlowMod replacement() {
    return replacement;
  }
}
