package maestro.api;

import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * What an {@link EntryKeeper} decides about a flow entry.
 *
 * @deprecated use {@link EntryVerdict}; the next release has this class no more
 */
@Deprecated(since = "API level 4", forRemoval = true)
public final class Worth {
  /** The entry is right and stays. */
  public static final Worth KEEP = new Worth(EntryVerdict.KEEP);

  /** The entry is wrong and is removed. */
  public static final Worth REMOVE = new Worth(EntryVerdict.REMOVE);

  /** The application cannot decide yet; the entry stays. */
  public static final Worth UNDECIDED = new Worth(EntryVerdict.UNDECIDED);

  private final EntryVerdict verdict;

  private Worth(EntryVerdict verdict) {
    this.verdict = verdict;
  }

  /** The entry is replaced; see {@link EntryVerdict#replaceWith}. */
  public static Worth replaceBy(OFFlowMod replacement) {
    return new Worth(EntryVerdict.replaceWith(replacement));
  }

  EntryVerdict verdict() {
    return verdict;
  }

  /** The replacement; null unless the entry is replaced. */
  public @Nullable OFFlowMod replacement() {
    return verdict.replacement();
  }
}
