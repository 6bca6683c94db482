package maestro.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/** An entry keeper's judgement of a flow entry. Immutable. */
public final class Worth {
  /** The entry is right and stays. */
  public static final Worth KEEP = new Worth(null);

  /** The entry is wrong and is removed. */
  public static final Worth REMOVE = new Worth(null);

  /**
   * The application cannot judge yet. The entry stays; the application starts a new check through
   * its {@link EntryCheck}.
   */
  public static final Worth UNDECIDED = new Worth(null);

  private final @Nullable OFFlowMod replacement;

  private Worth(@Nullable OFFlowMod replacement) {
    this.replacement = replacement;
  }

  /**
   * The entry is replaced; at no moment does the switch have neither entry.
   *
   * @param replacement a FLOW_MOD ADD of the same table, priority and match; sent as it is
   */
  public static Worth replaceBy(OFFlowMod replacement) {
    return new Worth(Objects.requireNonNull(replacement, "replacement"));
  }

  /** The replacement; null unless the entry is replaced. */
  public @Nullable OFFlowMod replacement() {
    return replacement;
  }
}
