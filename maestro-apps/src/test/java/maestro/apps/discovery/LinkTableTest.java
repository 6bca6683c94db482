package maestro.apps.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.api.topology.Link;
import maestro.api.topology.Topology.Port;
import maestro.apps.discovery.LinkTable.Outcome;
import org.junit.jupiter.api.Test;

/** What broadcast probes find, and how that goes with direct links. */
class LinkTableTest {
  private final LinkTable table = new LinkTable();
  private final KnownPort a = new KnownPort(new Port(1, 1), 0);
  private final KnownPort b = new KnownPort(new Port(2, 1), 0);
  private final KnownPort c = new KnownPort(new Port(3, 1), 0);

  @Test
  void shouldHoldSeveralLinksOfAPortWhenBroadcastsFindThem() {
    assertThat(heard(a, b, false, 1)).isEqualTo(Outcome.CHANGED);
    assertThat(heard(a, c, false, 1)).isEqualTo(Outcome.CHANGED);
    assertThat(table.all()).hasSize(2);
  }

  @Test
  void shouldReplaceWhatBroadcastsFoundWhenALinkIsDirect() {
    heard(a, b, false, 1);
    heard(a, c, false, 1);
    assertThat(heard(a, b, true, 1)).isEqualTo(Outcome.CHANGED);
    assertThat(table.all())
        .singleElement()
        .satisfies(
            link -> {
              assertThat(link.link).isEqualTo(new Link(1, 1, 2, 1));
              assertThat(link.direct).isTrue();
            });
    assertThat(heard(a, c, false, 1)).isEqualTo(Outcome.UNCHANGED);
    assertThat(heard(a, b, false, 9)).isEqualTo(Outcome.UNCHANGED);
    assertThat(table.all()).singleElement().extracting(link -> link.round).isEqualTo(1L);
  }

  @Test
  void shouldRenewALinkWhenItIsHeardAgain() {
    heard(a, b, true, 1);
    assertThat(heard(a, b, true, 5)).isEqualTo(Outcome.UNCHANGED);
    assertThat(heard(a, b, true, 4)).isEqualTo(Outcome.UNCHANGED);
    assertThat(table.removeOlderThan(5, 6)).isFalse();
    assertThat(table.removeOlderThan(6, 6)).isTrue();
    assertThat(table.all()).isEmpty();
    assertThat(a.links).isEmpty();
    assertThat(b.quietSince).isEqualTo(6);
  }

  @Test
  void shouldSayThatASecondDirectLinkContradictsTheFirstWhileThatIsHeard() {
    heard(a, b, true, 4);
    assertThat(heard(a, c, true, 5)).isEqualTo(Outcome.CONTRADICTING);
    assertThat(heard(c, b, true, 5)).isEqualTo(Outcome.CONTRADICTING);
    assertThat(heard(b, a, true, 5)).as("the other direction").isEqualTo(Outcome.CHANGED);
    assertThat(heard(a, c, true, 6)).isEqualTo(Outcome.CHANGED);
    assertThat(table.all()).hasSize(2);
  }

  private Outcome heard(KnownPort from, KnownPort to, boolean direct, long round) {
    return table.heard(new HeardLink(from, to, direct, round));
  }
}
