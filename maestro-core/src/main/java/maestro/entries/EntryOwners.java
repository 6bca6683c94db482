package maestro.entries;

import java.util.List;

/**
 * Whose entry is it? By its cookie:
 *
 * <ol>
 *   <li>that of an application that has declared it, first of those that run;
 *   <li>that of an application that has sent it;
 *   <li>nobody's, when it is a cookie of the platform's;
 *   <li>a stranger's, which is left alone.
 * </ol>
 *
 * <p>Threads: any; immutable.
 */
public final class EntryOwners {
  /** Entries with a cookie of the platform's that no application is known to have. */
  static final EntryOwner NOBODY =
      EntryOwner.absent("unknown", new OwnCookies("unknown", List.of()), false);

  private final List<EntryOwner> owners;

  /**
   * Knows these.
   *
   * @param owners those that run first
   */
  public EntryOwners(List<EntryOwner> owners) {
    this.owners = List.copyOf(owners);
  }

  /** All of them. */
  List<EntryOwner> all() {
    return owners;
  }

  /** The owner of a cookie, {@link #NOBODY}; null is a stranger. */
  EntryOwner of(long cookie) {
    for (int i = 0; i < owners.size(); i++) { // 1
      if (owners.get(i).cookies().hasDeclared(cookie)) {
        return owners.get(i);
      }
    }
    for (int i = 0; i < owners.size(); i++) { // 2
      if (owners.get(i).cookies().isNoted(cookie)) {
        return owners.get(i);
      }
    }
    return PlatformCookie.isOurs(cookie) ? NOBODY : null; // 3, 4
  }

  /** Takes over the cookies that were noted of applications before a reload. */
  public void noteAllOf(EntryOwners earlier) {
    for (EntryOwner before : earlier.owners) {
      for (EntryOwner now : owners) {
        if (now.name().equals(before.name())) {
          now.cookies().noteAllOf(before.cookies());
        }
      }
    }
  }
}
