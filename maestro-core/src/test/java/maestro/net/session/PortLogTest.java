package maestro.net.session;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.api.PortInfo;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.testkit.EachVersion;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the log says of ports, with no application that listens. */
class PortLogTest {
  private static final int DOWN = 1;
  private static final int ADD = 0;
  private static final int DELETE = 1;
  private static final int MODIFY = 2;

  @AutoClose
  private final Rig rig = Rig.setup().patient().maxSwitches(200).maxPerAddress(200).start();

  @AutoClose private final LogOf log = new LogOf(Session.class);

  private String line(int i) {
    return log.lines().get(i).replaceFirst(" at 127.0.0.1:\\d+", "");
  }

  @EachVersion
  void shouldSayByNameAndNumberWhatBecomesOfAPort(int version) {
    FakeSwitch client = rig.join(version, 9);
    log.clear();
    client.send(Messages.portStatus(version, ADD, 7, 0));
    client.send(Messages.portStatus(version, MODIFY, 7, DOWN));
    client.send(Messages.portStatus(version, MODIFY, 7, DOWN));
    client.send(Messages.portStatus(version, MODIFY, 7, 0));
    client.send(Messages.portStatus(version, DELETE, 7, 0));
    rig.tell(client, Messages.portStatus(version, ADD, 8, DOWN));
    String name = "switch 00:00:00:00:00:00:00:09: port 7 (eth7) ";
    assertThat(log.lines()).hasSize(5);
    assertThat(line(0)).isEqualTo(name + "is new, and up");
    assertThat(line(1)).isEqualTo(name + "is down");
    assertThat(line(2)).isEqualTo(name + "is up");
    assertThat(line(3)).isEqualTo(name + "is removed");
    assertThat(line(4)).endsWith("port 8 (eth8) is new, and down");
  }

  /** A port that a spanning tree blocks has a link; 1.0 says it in two bits. */
  @ParameterizedTest
  @CsvSource({"1, 0x300, 0x200", "1, 0x100, 0x200", "4, 2, 4"})
  void shouldTellABlockedPortFromOneThatIsDown(int version, int blocked, int forwards) {
    FakeSwitch client = rig.join(version, 9);
    log.clear();
    client.send(Messages.portStatus(version, ADD, 7, blocked));
    client.send(Messages.portStatus(version, MODIFY, 7, blocked | DOWN));
    client.send(Messages.portStatus(version, MODIFY, 7, blocked));
    rig.tell(client, Messages.portStatus(version, MODIFY, 7, forwards));
    assertThat(log.lines())
        .extracting(line -> line.substring(line.indexOf(" is ")))
        .containsExactly(" is new, and blocked", " is down", " is blocked", " is up");
  }

  @Test
  void shouldSayNothingOfPortsThatAreToldInTheHandshake() {
    FakeSwitch client = rig.connect();
    client.send(Messages.HELLO_BOTH).send(Messages.features(4, 9));
    client.send(Messages.portStatus(4, ADD, 6, 0));
    rig.tell(client, Messages.portDesc(false, 1, 2));
    assertThat(log.lines()).singleElement().asString().contains(" joined: ");
  }

  @Test
  void shouldCountWhatIsAboveTheLinesOfASwitchAndSayItSoon() {
    FakeSwitch flapping = rig.join(4, 9);
    FakeSwitch other = rig.join(4, 10);
    log.clear();
    for (int i = 0; i < 50; i++) {
      flapping.send(Messages.portStatus(4, MODIFY, 2, DOWN));
      flapping.send(Messages.portStatus(4, MODIFY, 2, 0));
    }
    rig.pump();
    assertThat(log.lines()).hasSize(20);
    rig.tell(other, Messages.portStatus(4, MODIFY, 1, DOWN));
    assertThat(line(20)).endsWith(":0a: port 1 (eth1) is down");
    rig.pass(1_200);
    assertThat(log.lines()).hasSize(22);
    assertThat(line(21)).isEqualTo("and 80 further port changes, of one switch");
    for (int second = 0; second < 60; second++) {
      flapping.send(Messages.portStatus(4, MODIFY, 2, DOWN));
      flapping.send(Messages.portStatus(4, MODIFY, 2, 0));
      rig.pass(1_000);
    }
    assertThat(log.lines().size()).as("a line and a count in ten seconds").isBetween(28, 36);
  }

  @Test
  void shouldBoundTheLinesOfAllSwitches() {
    FakeSwitch[] clients = new FakeSwitch[150];
    for (int i = 0; i < clients.length; i++) {
      clients[i] = rig.join(4, 100 + i);
    }
    rig.pass(20_000);
    log.clear();
    for (FakeSwitch client : clients) {
      client.send(Messages.portStatus(4, MODIFY, 1, DOWN));
    }
    rig.pump();
    assertThat(log.lines()).hasSize(100);
    rig.pass(1_200);
    assertThat(line(100)).isEqualTo("and 50 further port changes, of 50 switches");
  }

  @Test
  void shouldNotLetASwitchWriteLinesOfItsOwnByAName() {
    FakeSwitch client = rig.join(1, 9);
    log.clear();
    String named = Messages.portStatus(1, ADD, 7, 0).replace("65746837", "0a1b5b31");
    rig.tell(client, named);
    assertThat(line(0)).endsWith(": port 7 (??[1) is new, and up");
    assertThat(Session.of(rig.connection(9)).ports().get(7).name()).isEqualTo("??[1");
  }

  @Test
  void shouldNameAPortByNumberAndName() {
    assertThat(new PortInfo(2, 0, "s1-eth2", true, 0).text()).isEqualTo("port 2 (s1-eth2)");
    assertThat(new PortInfo(0xffff_fffe, 0, "br0", true, 0).text()).isEqualTo("port LOCAL (br0)");
    assertThat(new PortInfo(0xffff_fe00, 0, "", true, 0).text()).isEqualTo("port 4294966784");
  }
}
