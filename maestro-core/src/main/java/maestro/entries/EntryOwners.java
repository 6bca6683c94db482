package maestro.entries;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import maestro.openflow.Header;
import maestro.openflow.entry.FlowModFlyweight;
import org.jspecify.annotations.Nullable;

/**
 * Finds the owner of an entry by its cookie:
 *
 * <ol>
 *   <li>the application that has declared the cookie, running ones first;
 *   <li>the application that has sent the cookie;
 *   <li>{@link #NOBODY}, when the platform has given the cookie;
 *   <li>none: the entry is foreign and stays.
 * </ol>
 *
 * <p>Threads: any; immutable.
 */
public final class EntryOwners {
  /** The owner of entries with a cookie of the platform that belongs to no known application. */
  static final EntryOwner NOBODY =
      EntryOwner.absent("unknown", new OwnCookies("unknown", List.of()), false);

  private final List<EntryOwner> owners;

  /**
   * Makes the list.
   *
   * @param owners the applications, running ones first
   */
  public EntryOwners(List<EntryOwner> owners) {
    this.owners = List.copyOf(owners);
  }

  /** All applications. */
  List<EntryOwner> all() {
    return owners;
  }

  /** Whether an application that runs judges its entries on the worker. */
  boolean areAnyLocal() {
    for (EntryOwner each : owners) {
      if (each.local() != null && each.isRunning()) {
        return true;
      }
    }
    return false;
  }

  /** The owner of a cookie, or {@link #NOBODY}; null when the cookie is foreign. */
  @Nullable EntryOwner of(long cookie) {
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

  /** The name of the application that a cookie belongs to; empty when it is foreign. */
  public Optional<String> nameOf(long cookie) {
    return Optional.ofNullable(of(cookie)).map(EntryOwner::name);
  }

  /**
   * The name of the application that has sent a message: the owner of the cookie that a FLOW_MOD
   * has, or else the one that has signed the message. Any thread.
   *
   * @param bytes how many bytes of the message there are, at least a header
   * @return null when nothing tells it
   */
  public @Nullable String senderOf(ByteBuffer b, int at, int bytes) {
    if (FlowModFlyweight.hasCookie(b, at, bytes)) {
      EntryOwner owner = of(FlowModFlyweight.cookie(b, at));
      if (owner != null && owner != NOBODY) {
        return owner.name();
      }
    }
    int xid = Header.xid(b, at);
    for (EntryOwner each : owners) {
      if (each.cookies().hasSigned(xid)) {
        return each.name();
      }
    }
    return null;
  }

  /**
   * Whether packets that an entry sends to the controller are copies: the entry is foreign, or its
   * owner says so. Allocates nothing for entries of applications.
   */
  public boolean makesCopies(long cookie) {
    EntryOwner owner = of(cookie);
    return owner == null || owner.runner().makesCopies(cookie);
  }

  /** Takes over the cookies that the applications had sent before a reload. */
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
