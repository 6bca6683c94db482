package maestro.entries;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import maestro.api.CookieRange;
import maestro.api.FlowOptions;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cookies of one application: the platform's for it, the cookies it has declared, and the
 * undeclared cookies it has sent. The last are noted so that their entries are removed with the
 * application.
 *
 * <p>Messages other than those that add an entry have no cookie. So the transaction id of whatever
 * an application sends by itself tells whose it is, by the same 16 bits as the cookie:
 *
 * <pre>
 * 31    28 27        12 11         0
 * +-------+------------+-----------+
 * | 0110  | name       | its own   |
 * +-------+------------+-----------+
 * </pre>
 *
 * <p>Threads: any. {@link #of} allocates nothing and takes no lock, except for a new cookie.
 */
public final class OwnCookies {
  private static final Logger LOG = LoggerFactory.getLogger(OwnCookies.class);
  private static final VarHandle NOTED;
  private static final int MOST_NOTED = 64;
  private static final int ADD = 0;
  private static final int COOKIE_10 = 48;
  private static final int COMMAND_10 = 57;
  private static final int COOKIE_13 = 8;
  private static final int COMMAND_13 = 25;
  private static final int XID_MARK = 0x6000_0000;
  private static final int XID_NAME_SHIFT = 12;

  /** The bits of a transaction id that are the application's own. */
  public static final int XID_OWN = (1 << XID_NAME_SHIFT) - 1;

  static {
    try {
      NOTED = MethodHandles.lookup().findVarHandle(OwnCookies.class, "noted", long[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String application;
  private final long usual;
  private final int xid;
  private final CookieRange given;
  private final CookieRange[] declared;

  /**
   * Acquire and release: replaced under the lock by a longer array; the array itself is never
   * changed.
   */
  private long[] noted = {};

  private boolean tooManySaid;

  /**
   * Makes the cookies of an application.
   *
   * @param declared the result of {@link maestro.api.Application#cookies}
   */
  public OwnCookies(String application, List<CookieRange> declared) {
    this.application = application;
    this.usual = PlatformCookie.of(application);
    this.xid = XID_MARK | PlatformCookie.name(usual) << XID_NAME_SHIFT;
    this.given = PlatformCookie.rangeOf(application);
    this.declared = declared.toArray(CookieRange[]::new);
  }

  /** The cookie of an entry for which the application has asked for this cookie. */
  public long of(long asked) {
    if (given.contains(asked) || isDeclared(asked)) {
      return asked;
    }
    if (asked == 0 || asked == FlowOptions.DEFAULT_COOKIE) {
      return usual;
    }
    if (!isNoted(asked)) {
      note(asked);
    }
    return asked;
  }

  /**
   * Sets the cookie in a FLOW_MOD that adds an entry; other messages stay unchanged.
   *
   * @param message a whole message of 1.0 or 1.3; changed in place
   */
  public void stamp(byte[] message) {
    ByteBuffer b = ByteBuffer.wrap(message);
    if (Header.type(b, 0) != OpenFlow.FLOW_MOD) {
      return;
    }
    boolean is10 = Header.version(b, 0) == OpenFlow.VERSION_10;
    if (b.get(is10 ? COMMAND_10 : COMMAND_13) == ADD) {
      int cookie = is10 ? COOKIE_10 : COOKIE_13;
      b.putLong(cookie, of(b.getLong(cookie)));
    }
  }

  /**
   * Signs a message that the application sends by itself: the transaction id, and the cookie of a
   * FLOW_MOD that adds an entry.
   *
   * @param message a whole message of 1.0 or 1.3; changed in place
   */
  public void sign(byte[] message) {
    ByteBuffer b = ByteBuffer.wrap(message);
    Header.setXid(b, 0, xid | (Header.xid(b, 0) & XID_OWN));
    stamp(message);
  }

  /** Whether a message with this transaction id is signed by the application. */
  boolean hasSigned(int sentXid) {
    return (sentXid & ~XID_OWN) == xid;
  }

  /** Whether the cookie is declared by the application or given by the platform. */
  boolean hasDeclared(long cookie) {
    return given.contains(cookie) || isDeclared(cookie);
  }

  private boolean isDeclared(long cookie) {
    for (CookieRange range : declared) {
      if (range.contains(cookie)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the application has sent this cookie undeclared. */
  boolean isNoted(long cookie) {
    for (long each : (long[]) NOTED.getAcquire(this)) {
      if (each == cookie) {
        return true;
      }
    }
    return false;
  }

  private synchronized void note(long cookie) {
    if (isNoted(cookie)) {
      return;
    }
    if (noted.length < MOST_NOTED) {
      long[] longer = Arrays.copyOf(noted, noted.length + 1);
      longer[noted.length] = cookie;
      NOTED.setRelease(this, longer);
    } else if (!tooManySaid) {
      tooManySaid = true;
      LOG.warn(
          "application {} uses more than {} cookies that it has not declared (Application.cookies):"
              + " flow entries with further ones stay on the switches when it no longer runs",
          application,
          MOST_NOTED);
    }
  }

  /** Takes over the undeclared cookies of an earlier instance of the application. */
  void noteAllOf(OwnCookies earlier) {
    for (long cookie : (long[]) NOTED.getAcquire(earlier)) {
      if (!hasDeclared(cookie)) {
        note(cookie);
      }
    }
  }
}
