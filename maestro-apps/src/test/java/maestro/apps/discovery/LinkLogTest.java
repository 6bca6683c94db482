package maestro.apps.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import maestro.api.EventStage.PortChange;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import org.junit.jupiter.api.Test;

/** What the log says of links. */
class LinkLogTest extends CabledNetwork {
  @Test
  void shouldSayWhatItFoundWhenItHasStayedSo() {
    cable(UP);
    join(1, 2);
    join(2, 1);
    rounds(20);
    assertThat(lines()).containsOnlyOnce("topology: 2 switches, 1 one-way link").hasSize(2);
  }

  @Test
  void shouldSayInOneLineThatALinkIsUpOrDown() {
    cable(UP);
    cable(UP.reversed());
    SwitchInfo one = join(1, 1);
    SwitchInfo two = join(2, 1);
    rounds(8);
    String link = "link 00:00:00:00:00:00:00:01 port 1 (s1-eth1) - 00:00:00:00:00:00:00:02 port 1 ";
    assertThat(linkLines()).containsExactly(link + "(s2-eth1) is up");
    discovery.onPortStatus(two, platform.switches().setPort(2, 1, false), PortChange.CHANGED);
    assertThat(linkLines())
        .hasSize(2)
        .last()
        .isEqualTo(link + "(s2-eth1) is down: a port of it is down or removed");
    discovery.onPortStatus(two, platform.switches().setPort(2, 1, true), PortChange.CHANGED);
    rounds(1);
    platform.switches().remove(1);
    discovery.onSwitchLeft(one);
    assertThat(linkLines()).as("it may come back").hasSize(3);
    rounds(AbsentSwitches.MOST_ROUNDS + 1);
    assertThat(linkLines())
        .hasSize(4)
        .last()
        .isEqualTo(link + "(s2-eth1) is down: a switch of it left");
  }

  @Test
  void shouldSayThatALinkIsDownWhenItsProbesComeNoMore() {
    cable(UP);
    cable(UP.reversed());
    join(1, 1);
    join(2, 1);
    rounds(4);
    cables.clear();
    rounds(4);
    assertThat(linkLines())
        .hasSize(2)
        .last()
        .asString()
        .endsWith(" is down: its probes come no more");
  }

  @Test
  void shouldSayThatALinkHasOneDirectionOnlyWhenItStaysSo() {
    cable(UP.reversed());
    join(1, 1);
    join(2, 1);
    rounds(4);
    assertThat(linkLines()).isEmpty();
    rounds(1);
    assertThat(linkLines())
        .containsExactly(
            "link 00:00:00:00:00:00:00:01 port 1 (s1-eth1) <- 00:00:00:00:00:00:00:02 port 1"
                + " (s2-eth1) is up in this direction only");
    cable(UP);
    rounds(1);
    assertThat(linkLines()).hasSize(2).last().asString().endsWith(") is up in both directions");
    cables.remove(UP);
    rounds(8);
    assertThat(linkLines())
        .hasSize(3)
        .last()
        .asString()
        .contains(" <- ")
        .endsWith(" is up in this direction only");
    cables.clear();
    rounds(8);
    assertThat(linkLines())
        .hasSize(4)
        .last()
        .asString()
        .contains(" - ")
        .endsWith(" is down: its probes come no more");
  }

  @Test
  void shouldNameALinkThroughAnUnmanagedSwitch() {
    dropsLldp = true;
    cable(UP);
    cable(UP.reversed());
    join(1, 1);
    join(2, 1);
    rounds(8);
    assertThat(linkLines())
        .singleElement()
        .asString()
        .endsWith("(s2-eth1) is up through a switch that drops LLDP");
    assertThat(topology().links()).hasSize(2);
  }

  @Test
  void shouldNameACableThatLeadsBackToItsSwitch() {
    cable(new Link(1, 1, 1, 2));
    cable(new Link(1, 2, 1, 1));
    join(1, 3);
    rounds(8);
    assertThat(linkLines())
        .containsExactly(
            "link 00:00:00:00:00:00:00:01 port 1 (s1-eth1) - 00:00:00:00:00:00:00:01 port 2"
                + " (s1-eth2) is up, between two ports of one switch");
  }

  @Test
  void shouldNameAPortThatHearsItself() {
    cable(new Link(1, 1, 1, 1));
    join(1, 3);
    rounds(8);
    String port = "00:00:00:00:00:00:00:01 port 1 (s1-eth1)";
    assertThat(linkLines())
        .containsExactly("link " + port + " - " + port + " is up: the port hears itself");
  }

  @Test
  void shouldBoundTheLinesAboutLinksAndCountTheRest() {
    for (int i = 1; i <= 100; i++) {
      cable(new Link(i, 2, i + 1, 1));
      cable(new Link(i + 1, 1, i, 2));
    }
    for (int i = 1; i <= 101; i++) {
      join(i, 2);
    }
    round();
    assertThat(linkLines()).hasSize(10);
    assertThat(lines()).containsOnlyOnce("and 90 further link changes in the last second");
    rounds(20);
    assertThat(linkLines()).hasSize(10);
  }

  @Test
  void shouldCountTheChangesOfALinkThatFlapsAndSayHowItEnds() {
    cable(UP);
    cable(UP.reversed());
    join(1, 1);
    SwitchInfo two = join(2, 1);
    rounds(1);
    for (int i = 0; i < 60; i++) {
      discovery.onPortStatus(two, platform.switches().setPort(2, 1, false), PortChange.CHANGED);
      discovery.onPortStatus(two, platform.switches().setPort(2, 1, true), PortChange.CHANGED);
      rounds(1);
    }
    assertThat(linkLines()).hasSize(8);
    assertThat(linkLines().get(6))
        .endsWith(" is down: a port of it is down or removed, change 10 of late");
    assertThat(linkLines().get(7)).endsWith(", change 100 of late");
    assertThat(lines()).noneMatch(line -> line.contains("further link changes"));
    rounds(12);
    assertThat(linkLines()).hasSize(9).last().asString().endsWith(" is up, after 121 changes");
    rounds(20);
    discovery.onPortStatus(two, platform.switches().setPort(2, 1, false), PortChange.CHANGED);
    assertThat(linkLines()).hasSize(10).last().asString().endsWith(" is down or removed");
  }

  private List<String> linkLines() {
    return lines().stream().filter(line -> line.startsWith("link ")).toList();
  }
}
