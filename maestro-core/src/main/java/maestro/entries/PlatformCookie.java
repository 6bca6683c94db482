package maestro.entries;

import java.nio.charset.StandardCharsets;
import maestro.api.CookieRange;
import maestro.api.FlowOptions;

/**
 * The cookies that the platform gives to entries.
 *
 * <pre>
 * 63      40 39      24 23      0
 * +---------+----------+---------+
 * | 006d61  | name     | own     |
 * +---------+----------+---------+
 * </pre>
 *
 * <p><i>name</i> is a hash of the application's name, the same in every run and on every machine;
 * <i>own</i> is the application's to use. Stateless.
 */
public final class PlatformCookie {
  private static final long MARK = 0x6d61L << 40;
  private static final long MARK_MASK = 0xff_ffffL << 40;
  private static final int NAME_SHIFT = 24;
  private static final long NAME_MASK = 0xffffL << NAME_SHIFT;

  /** That of {@link FlowOptions#USUAL_COOKIE}, which is no name's. */
  private static final int NO_NAME = (int) (FlowOptions.USUAL_COOKIE >>> NAME_SHIFT) & 0xffff;

  private PlatformCookie() {}

  /** An application's cookie; its own bits are 0. */
  public static long of(String application) {
    int hash = 0x811c_9dc5; // FNV-1a, folded to 16 bits
    for (byte b : application.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * 0x0100_0193;
    }
    int folded = (hash >>> 16) ^ (hash & 0xffff);
    long name = folded == NO_NAME ? folded + 1 : folded;
    return MARK | (name << NAME_SHIFT);
  }

  /** All cookies of an application that the platform gives. */
  public static CookieRange rangeOf(String application) {
    return new CookieRange(of(application), MARK_MASK | NAME_MASK);
  }

  /** Whether a cookie is one that the platform gives, to whichever application. */
  public static boolean isOurs(long cookie) {
    return (cookie & MARK_MASK) == MARK;
  }
}
