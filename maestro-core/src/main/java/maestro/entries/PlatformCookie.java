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
 * <p><i>name</i> is a hash of the application's name, the same in every run and on every machine.
 * The application may use <i>own</i>. Stateless.
 */
public final class PlatformCookie {
  private static final long MARK = 0x6d61L << 40;
  private static final long MARK_MASK = 0xff_ffffL << 40;
  private static final int NAME_SHIFT = 24;
  private static final long NAME_MASK = 0xffffL << NAME_SHIFT;

  /** The name bits of {@link FlowOptions#DEFAULT_COOKIE}, which no application's name gets. */
  private static final int NO_NAME = (int) (FlowOptions.DEFAULT_COOKIE >>> NAME_SHIFT) & 0xffff;

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

  /** The 16 bits of a cookie that are a hash of the application's name. */
  static int name(long cookie) {
    return (int) ((cookie & NAME_MASK) >>> NAME_SHIFT);
  }

  /** The range of cookies that the platform gives an application. */
  static CookieRange rangeOf(String application) {
    return new CookieRange(of(application), MARK_MASK | NAME_MASK);
  }

  /** Whether the platform gives this cookie to any application. */
  static boolean isOurs(long cookie) {
    return (cookie & MARK_MASK) == MARK;
  }
}
