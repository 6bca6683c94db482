package maestro.apps.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.api.PortInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology.Role;
import maestro.apps.log.LineLimit;
import maestro.apps.testkit.FakePlatform;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What broadcast probes find, and how that goes with direct links. */
class LinkTableTest {
  private final FakePlatform platform = FakePlatform.withSettings("discovery", "");
  private final LineLimit lines =
      LineLimit.configured(platform, LoggerFactory.getLogger(LinkTableTest.class), "changes");
  private final LinkTable table = new LinkTable(new LinkLog(lines, 3), 10);
  private final KnownPort a = port(1);
  private final KnownPort b = port(2);
  private final KnownPort c = port(3);
  private final KnownPort d = port(4);

  private static KnownPort port(long datapathId) {
    return new KnownPort(datapathId, new PortInfo(1, 0, "eth1", true, 0), 0, Role.UNKNOWN);
  }

  @Test
  void shouldHoldSeveralLinksOfAPortWhenBroadcastsFindThem() {
    assertThat(heard(a, b, false, 1)).isTrue();
    assertThat(heard(a, c, false, 1)).isTrue();
    assertThat(table.all()).hasSize(2);
  }

  @Test
  void shouldReplaceWhatBroadcastsFoundWhenALinkIsDirect() {
    heard(a, b, false, 1);
    assertThat(heard(a, b, true, 1)).isTrue();
    assertThat(heard(a, b, false, 9)).as("nothing new").isFalse();
    assertThat(table.all())
        .singleElement()
        .satisfies(
            link -> {
              assertThat(link.link).isEqualTo(new Link(1, 1, 2, 1));
              assertThat(link.direct).isTrue();
              assertThat(link.round).isEqualTo(1);
            });
  }

  @Test
  void shouldHoldDirectAndOtherLinksOfAPortWhenSomeSwitchesDropLldp() {
    heard(a, b, true, 1);
    assertThat(heard(a, c, false, 1)).isTrue();
    assertThat(heard(c, a, false, 1)).isTrue();
    assertThat(table.all()).hasSize(3);
  }

  @Test
  void shouldFindNothingByBroadcastsBetweenPortsWithDirectLinksElsewhere() {
    heard(a, b, false, 1);
    heard(a, c, true, 1);
    heard(b, d, true, 1);
    assertThat(heard(b, a, false, 2)).as("a known switch has passed it on").isFalse();
    assertThat(heard(a, b, false, 5)).as("a link from before").isFalse();
    assertThat(table.removeOlderThan(2, 5)).isTrue();
    assertThat(table.all()).isEmpty();
  }

  @Test
  void shouldRenewALinkWhenItIsHeardAgain() {
    heard(a, b, true, 1);
    assertThat(heard(a, b, true, 5)).isFalse();
    assertThat(heard(a, b, true, 4)).isFalse();
    assertThat(table.removeOlderThan(5, 6)).isFalse();
    assertThat(table.removeOlderThan(6, 6)).isTrue();
    assertThat(table.all()).isEmpty();
    assertThat(a.links).isEmpty();
    assertThat(b.quietSince).as("a probe may be under way").isEqualTo(15);
  }

  @Test
  void shouldHoldSeveralDirectLinksOfAPortWhileAllAreHeard() {
    heard(a, b, true, 4);
    assertThat(heard(a, c, true, 5)).isTrue();
    assertThat(heard(c, b, true, 5)).isTrue();
    assertThat(table.all()).hasSize(3);
  }

  @Test
  void shouldReplaceADirectLinkThatIsNotHeardWhenThereIsAnother() {
    heard(a, b, true, 4);
    heard(b, a, true, 4);
    assertThat(heard(a, c, true, 6)).isTrue();
    assertThat(table.all()).singleElement().extracting(link -> link.to).isEqualTo(c);
  }

  private boolean heard(KnownPort from, KnownPort to, boolean direct, long round) {
    return table.heard(new HeardLink(from, to, direct, round));
  }
}
