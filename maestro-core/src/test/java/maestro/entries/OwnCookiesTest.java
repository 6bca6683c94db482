package maestro.entries;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import maestro.api.CookieRange;
import maestro.api.FlowOptions;
import maestro.openflow.ColdCodec;
import maestro.testkit.EachVersion;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.types.U64;

class OwnCookiesTest {
  private static final long DECLARED = 0x6277_0000_0000_0000L;
  private static final CookieRange RANGE = new CookieRange(DECLARED, 0xffffL << 48);

  private final OwnCookies cookies = new OwnCookies("app", List.of(RANGE));

  @Test
  void shouldGiveTheNamesCookieWhenNoneOrTheUsualIsAskedFor() {
    long own = PlatformCookie.of("app");
    assertThat(cookies.of(0)).isEqualTo(own);
    assertThat(cookies.of(FlowOptions.DEFAULT_COOKIE)).isEqualTo(own);
    assertThat(cookies.of(own | 0x12)).isEqualTo(own | 0x12);
    assertThat(cookies.of(DECLARED | 5)).isEqualTo(DECLARED | 5);
    assertThat(PlatformCookie.isOurs(own)).isTrue();
    assertThat(own & 0xff_ffff).isZero();
  }

  @Test
  void shouldKeepTheUsualCookieWhenItIsDeclared() {
    OwnCookies learning =
        new OwnCookies("learning-switch", List.of(CookieRange.of(FlowOptions.DEFAULT_COOKIE)));
    assertThat(learning.of(FlowOptions.DEFAULT_COOKIE)).isEqualTo(FlowOptions.DEFAULT_COOKIE);
  }

  @Test
  void shouldTellNamesApart() {
    Set<Long> all = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      all.add(PlatformCookie.of("application-" + i));
    }
    assertThat(all).hasSizeGreaterThan(97);
    assertThat(PlatformCookie.of("access-control")).isEqualTo(PlatformCookie.of("access-control"));
  }

  @Test
  void shouldNoteWhatIsNotDeclaredUpToABound() {
    try (LogOf log = new LogOf(OwnCookies.class)) {
      for (long cookie = 1; cookie <= 100; cookie++) {
        assertThat(cookies.of(cookie)).isEqualTo(cookie);
        assertThat(cookies.of(cookie)).isEqualTo(cookie);
      }
      assertThat(cookies.isNoted(64)).isTrue();
      assertThat(cookies.isNoted(65)).isFalse();
      assertThat(log.warnings()).hasSize(1);
    }
  }

  @Test
  void shouldTakeOverWhatAnEarlierInstanceHasSent() {
    cookies.of(0x99);
    OwnCookies next = new OwnCookies("app", List.of());
    next.noteAllOf(cookies);
    assertThat(next.isNoted(0x99)).isTrue();
  }

  @EachVersion
  void shouldStampEntriesThatAreAddedAndNothingElse(int version) {
    OFFlowMod add = ColdCodec.factory(version).buildFlowAdd().setPriority(9).build();
    byte[] bytes = ColdCodec.bytes(add);
    cookies.stamp(bytes);
    OFFlowMod expected = add.createBuilder().setCookie(U64.of(PlatformCookie.of("app"))).build();
    assertThat(bytes).isEqualTo(ColdCodec.bytes(expected));

    for (OFFlowMod other :
        List.of(
            ColdCodec.factory(version).buildFlowDeleteStrict().build(),
            ColdCodec.factory(version).buildFlowModify().build(),
            add.createBuilder().setCookie(U64.of(DECLARED)).build())) {
      byte[] before = ColdCodec.bytes(other);
      byte[] after = before.clone();
      cookies.stamp(after);
      assertThat(after).isEqualTo(before);
    }
    byte[] echo = ColdCodec.bytes(ColdCodec.factory(version).buildEchoRequest().build());
    byte[] unchanged = echo.clone();
    cookies.stamp(echo);
    assertThat(echo).isEqualTo(unchanged);
  }

  /** It is asked for each entry that a worker installs. */
  @Test
  void shouldAllocateNothingWhenCookiesAreKnown() {
    cookies.of(0x77); // noted
    long sum = 0;
    for (int i = 0; i < 100_000; i++) {
      sum += askForAll();
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < 1_000_000; i++) {
      sum += askForAll();
    }
    long allocatedBytes = threads.getThreadAllocatedBytes(thread) - before;
    assertThat(sum).isNotZero();
    assertThat(allocatedBytes).isLessThan(1_000);
  }

  private long askForAll() {
    return cookies.of(0)
        + cookies.of(FlowOptions.DEFAULT_COOKIE)
        + cookies.of(DECLARED)
        + cookies.of(0x77);
  }
}
