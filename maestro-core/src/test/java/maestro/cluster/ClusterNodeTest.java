package maestro.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import maestro.config.ClusterConfig.WithoutPeer;
import org.junit.jupiter.api.Test;

/** The rules by which members share switches, one at a time and then all at random. */
class ClusterNodeTest {
  private static final int SWITCHES = 8;
  private static final long SEEDS = Long.getLong("maestro.cluster.seeds", 100);

  private static VirtualCluster cluster(String... names) {
    return new VirtualCluster(1, WithoutPeer.SERVE, false, names);
  }

  private static VirtualCluster running(String... names) {
    VirtualCluster cluster = cluster(names);
    cluster.view(names);
    cluster.addSwitches(SWITCHES);
    cluster.pass(5_000);
    return cluster;
  }

  private static List<String> all(String name) {
    return Collections.nCopies(SWITCHES, name);
  }

  @Test
  void shouldGiveAllSwitchesToTheFirstOfTheConfigurationWhenBothAreThere() {
    VirtualCluster cluster = cluster("a", "b");
    cluster.view("b", "a"); // who coordinates does not matter
    cluster.addSwitches(SWITCHES);
    cluster.pass(5_000);

    assertThat(cluster.settledMasters()).isEqualTo(all("a"));
    assertThat(cluster.roleChanges()).isEqualTo(SWITCHES);
  }

  @Test
  void shouldNotClaimBeforeAloneAfterHasPassedWhenThePeerIsMissing() {
    VirtualCluster cluster = cluster("a", "b");
    cluster.kill("a");
    cluster.view("b");
    cluster.addSwitches(SWITCHES);
    cluster.pass(1_900);
    assertThat(cluster.claims).isZero();

    cluster.pass(3_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("b"));
  }

  @Test
  void shouldTakeOverAtOnceAndNotGiveBackWhenTheMasterWasGone() {
    VirtualCluster cluster = running("a", "b");
    cluster.kill("a");
    cluster.claims = 0;
    cluster.view("b");
    assertThat(cluster.claims).isEqualTo(SWITCHES); // before any time has passed

    cluster.pass(1_000);
    cluster.restart("a");
    cluster.view("a", "b");
    cluster.reconnect();
    cluster.pass(5_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("b"));
    assertThat(cluster.roleChanges()).isEqualTo(2 * SWITCHES);
  }

  @Test
  void shouldLeaveSwitchesToAMasterThatItIsAboutToMergeWithWhenItReturns() {
    VirtualCluster cluster = running("a", "b");
    cluster.kill("b");
    cluster.view("a");
    cluster.pass(1_000);
    cluster.restart("b");
    cluster.view("b"); // it has not found the other one, and founds a group of its own
    cluster.reconnect();
    cluster.pass(6_500);
    assertThat(cluster.settledMasters()).isEqualTo(all("a"));
    cluster.view("a", "b");
    cluster.pass(5_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("a"));
    assertThat(cluster.roleChanges()).isEqualTo(SWITCHES);
  }

  @Test
  void shouldTakeSwitchesBackByMoveWhenAMemberOutsideTheViewTookThemAndDied() {
    VirtualCluster cluster = running("a", "b");
    cluster.kill("b");
    cluster.view("a");
    cluster.pass(1_000);
    cluster.restart("b");
    cluster.view("b");
    cluster.reconnect();
    cluster.pass(10_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("b"));
    cluster.kill("b");
    cluster.pass(10_000);
    assertThat(cluster.switches.values()).allMatch(each -> each.master.isEmpty());

    assertThat(cluster.move("a", "a")).isEmpty();
    cluster.pass(2_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("a"));
  }

  @Test
  void shouldKeepItsTableWhenTheCoordinatorKnowsOnlyAnOlderOne() {
    VirtualCluster cluster = running("a", "b");
    cluster.kill("a");
    cluster.view("b");
    cluster.pass(1_000);
    cluster.restart("a");
    cluster.reconnect();
    cluster.cut.add("b>a");
    cluster.view("a", "b"); // it coordinates, and hears no report
    long table = cluster.status("b").table();
    cluster.pass(2_500);
    assertThat(cluster.status("a").table()).isLessThan(table);
    assertThat(cluster.status("b").table()).isEqualTo(table);

    cluster.cut.clear();
    cluster.pass(2_500);
    assertThat(cluster.status("a").table()).isGreaterThan(table);
    assertThat(cluster.settledMasters()).isEqualTo(all("b"));
    assertThat(cluster.roleChanges()).isEqualTo(2 * SWITCHES);
  }

  @Test
  void shouldTakeSwitchesOfAMasterThatDoesNotComeWhenItReturnsAlone() {
    VirtualCluster cluster = running("a", "b");
    cluster.kill("a");
    cluster.kill("b");
    cluster.restart("b");
    cluster.view("b");
    cluster.reconnect();
    cluster.pass(10_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("b"));
  }

  @Test
  void shouldMoveWhenTheOperatorSaysSo() {
    VirtualCluster cluster = running("a", "b");

    assertThat(cluster.move("b", "b")).isEmpty();
    cluster.pass(1_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("b"));
    assertThat(cluster.move("b", "a")).isEmpty();
    cluster.pass(1_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("a"));
    assertThat(cluster.roleChanges()).isEqualTo(3 * SWITCHES);
  }

  @Test
  void shouldRefuseToMoveToAMemberThatIsNotThere() {
    VirtualCluster cluster = running("a", "b");
    cluster.view("a");

    assertThat(cluster.move("a", "b")).hasValue("member b is not in the view");
    assertThat(cluster.move("a", "z")).hasValue("no member is named z");
  }

  @Test
  void shouldHaveOneMasterEachWhenAPairIsCutAndKeepItWhenItHeals() {
    VirtualCluster cluster = running("a", "b");
    cluster.view("a");
    cluster.view("b");
    cluster.pass(10_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("b"));
    int changes = cluster.roleChanges();
    assertThat(changes).isLessThanOrEqualTo(3 * SWITCHES);

    cluster.view("a", "b");
    cluster.pass(10_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("b"));
    assertThat(cluster.roleChanges()).isEqualTo(changes);
  }

  @Test
  void shouldServeNothingWithoutPeerWhenToldToStop() {
    VirtualCluster cluster = new VirtualCluster(1, WithoutPeer.STOP, false, "a", "b");
    cluster.view("a", "b");
    cluster.addSwitches(SWITCHES);
    cluster.pass(5_000);
    cluster.view("a");
    cluster.view("b");
    cluster.pass(5_000);
    assertThat(cluster.switches.values()).allMatch(each -> each.master.isEmpty());

    cluster.view("a", "b");
    cluster.pass(5_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("a"));
  }

  @Test
  void shouldTakeNothingInTheMinorityWhenThree() {
    VirtualCluster cluster = running("a", "b", "c");
    assertThat(cluster.settledMasters()).isEqualTo(all("a"));
    cluster.claims = 0;
    cluster.view("b");
    cluster.view("c");
    cluster.pass(5_000);
    assertThat(cluster.claims).isZero();
    assertThat(cluster.settledMasters()).isEqualTo(all("a"));

    cluster.view("b", "c");
    cluster.pass(5_000);
    assertThat(cluster.settledMasters()).isEqualTo(all("c"));
  }

  @Test
  void shouldNotMoveWhenTheViewsChangeAndTheMasterIsInThem() {
    VirtualCluster cluster = running("a", "b", "c");
    for (int i = 0; i < 10; i++) {
      cluster.view("c", "a");
      cluster.pass(300);
      cluster.view("b", "a", "c");
      cluster.pass(300);
    }
    assertThat(cluster.settledMasters()).isEqualTo(all("a"));
    assertThat(cluster.roleChanges()).isEqualTo(SWITCHES);
  }

  @Test
  void shouldCountAWitnessAndGiveItNothing() {
    VirtualCluster cluster = running("a", "b", "w!");
    cluster.kill("a");
    cluster.view("w", "b");
    cluster.pass(5_000);

    assertThat(cluster.settledMasters()).isEqualTo(all("b"));
  }

  @Test
  void shouldMoveASwitchWhenItsMasterHasNoConnectionToIt() {
    VirtualCluster cluster = running("a", "b");
    cluster.switches.get(1L).disconnect("a");
    cluster.pass(2_500);
    assertThat(cluster.switches.get(1L).master).isEmpty();

    cluster.pass(3_000);
    assertThat(cluster.switches.get(1L).master).isEqualTo("b");
  }

  @Test
  void shouldGoOnWithWhatTheSwitchesSayWhenAllMembersWereGone() {
    VirtualCluster cluster = running("a", "b");
    cluster.move("a", "b");
    cluster.pass(1_000);
    cluster.kill("a");
    cluster.kill("b");
    cluster.restart("a");
    cluster.restart("b");
    cluster.view("a", "b");
    cluster.reconnect();
    cluster.pass(5_000);

    assertThat(cluster.settledMasters()).isEqualTo(all("b"));
  }

  @Test
  void shouldShareTheSwitchesOutWhenSpread() {
    VirtualCluster cluster = new VirtualCluster(1, WithoutPeer.SERVE, true, "a", "b");
    cluster.view("a", "b");
    cluster.addSwitches(SWITCHES);
    cluster.pass(5_000);

    assertThat(Collections.frequency(cluster.settledMasters(), "a")).isEqualTo(SWITCHES / 2);
  }

  @Test
  void shouldHaveOneMasterASwitchWhateverTheViewsAre() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      try {
        disturbAndHeal(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  private static WithoutPeer withoutPeer(long seed) {
    return seed % 4 == 0 ? WithoutPeer.STOP : WithoutPeer.SERVE;
  }

  private static void disturbAndHeal(long seed) {
    String[][] kinds = {
      {"a", "b"},
      {"a", "b", "c"},
      {"a", "b", "w!"},
      {"a", "b", "c", "d"},
      {"a", "b", "c", "d", "e"}
    };
    String[] names = kinds[(int) (seed % kinds.length)];
    VirtualCluster cluster = new VirtualCluster(seed, withoutPeer(seed), seed % 3 == 0, names);
    cluster.lossPercent = seed % 2 == 0 ? 3 : 15;
    cluster.view(names);
    cluster.addSwitches(5);
    for (int i = 0; i < 60; i++) {
      cluster.disturb();
      cluster.pass(1 + seed * 31 * i % 700);
    }
    cluster.heal();
    cluster.pass(20_000);
    List<String> masters = cluster.settledMasters();
    int changes = cluster.roleChanges();

    cluster.pass(20_000);
    assertThat(cluster.settledMasters()).isEqualTo(masters);
    assertThat(cluster.roleChanges()).isEqualTo(changes);
    for (String name : names) {
      String plain = name.replace("!", "");
      assertThat(cluster.status(plain).table())
          .as("the table of %s", name)
          .isEqualTo(cluster.status(cluster.status(plain).coordinator()).table());
    }
  }
}
