package maestro.api;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/** What an {@link EntryReconciler} decides about a flow entry. Immutable. */
public final class EntryVerdict {
  /** The entry is right and stays. */
  public static final EntryVerdict KEEP = new EntryVerdict(null);

  /** The entry is wrong and is removed. */
  public static final EntryVerdict REMOVE = new EntryVerdict(null);

  /**
   * The application cannot decide yet. The entry stays; the application starts a new check through
   * its {@link EntryCheck}.
   */
  public static final EntryVerdict UNDECIDED = new EntryVerdict(null);

  private final @Nullable OFFlowMod replacement;

  private EntryVerdict(@Nullable OFFlowMod replacement) {
    this.replacement = replacement;
  }

  /**
   * The entry is replaced; at no moment does the switch have neither entry.
   *
   * @param replacement a FLOW_MOD ADD of the same table, priority and match; sent as it is
   */
  public static EntryVerdict replaceWith(OFFlowMod replacement) {
    return new EntryVerdict(Objects.requireNonNull(replacement, "replacement"));
  }

  /** The replacement; null unless the entry is replaced. */
  public @Nullable OFFlowMod replacement() {
    return replacement;
  }
}
