package maestro.net.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.openflow.entry.FlowModEncoder;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the entry that sends table misses to the controller. */
class TableMissTest {
  private static final String EVERY_PACKET = "0001 0004 00000000";
  private static final String FROM_PORT_1 = "0001 000c 80000004 00000001 00000000";

  private static final String OWN = "00006d616d697373," + EVERY_PACKET + ", fffffffd";
  private static final String FOREIGN = "00006d616d697373," + EVERY_PACKET + ", fffffffa";
  private static final String FOR_PORT_1 = "00006d616d697373," + FROM_PORT_1 + ", fffffffd";

  private static final int ASKS_FOR_FLOW_REMOVED = 1;

  @AutoClose private final Rig rig = Rig.setup().patient().start();
  @AutoClose private final LogOf log = new LogOf(Session.class);

  /** A 1.3 switch that has said who it is, and not yet which ports it has. */
  private FakeSwitch identified() {
    FakeSwitch client = rig.connect();
    client.hearEntriesAsked();
    return client.send(Messages.HELLO_BOTH).send(Messages.features(4, 9));
  }

  private static String removed(long cookie, int priority, int reason, int table, String match) {
    int length = 48 + match.replace(" ", "").length() / 2;
    return "04 0b %04x 00000000 %016x %04x %02x %02x"
            .formatted(length, cookie, priority, reason, table)
        + "00".repeat(4 + 4 + 2 + 2 + 8 + 8)
        + match;
  }

  private List<String> sent(FakeSwitch client) {
    rig.pump();
    return client.take().stream().map(HexFormat.of()::formatHex).toList();
  }

  /** How often it was sent, by a switch that has no entries. */
  private long installed(FakeSwitch client) {
    for (String message : sent(client)) {
      if (message.startsWith("04120038")) {
        client.send("04 13 0010 %s 0001 0000 00000000".formatted(message.substring(8, 16)));
      }
    }
    return sent(client).stream().filter(hex -> hex.startsWith("040e0050")).count();
  }

  /** The answer to a request for the entries: one of priority 0. */
  private static String flowStats(String request, String cookieMatchAndOutput) {
    return flowStats(request, 0, cookieMatchAndOutput);
  }

  private static String flowStats(String request, int flags, String cookieMatchAndOutput) {
    List<String> parts = Splitter.on(',').splitToList(cookieMatchAndOutput);
    String end = parts.get(1) + "0004 0018 00000000 0000 0010" + parts.get(2) + "ffff 000000000000";
    int bytes = 48 + end.replace(" ", "").length() / 2;
    return "04 13 %04x %s 0001 0000 00000000".formatted(16 + bytes, request.substring(8, 16))
        + "%04x 00 00 00000001 00000000 0000 0000 0000 %04x 00000000".formatted(bytes, flags)
        + parts.get(0)
        + "00".repeat(16)
        + end;
  }

  private static String withMoreToCome(String part) {
    return part.replaceFirst(" 0001 0000 ", " 0001 0001 ");
  }

  /** A switch whose handshake is over; what it was sent is forgotten. */
  private FakeSwitch joined() {
    FakeSwitch client = rig.join(4, 9);
    client.hearEntriesAsked();
    client.take();
    return client;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2}) // it was idle, its time was over, somebody has deleted it
  void shouldInstallItAgainWhenItIsGone(int reason) {
    FakeSwitch client = joined();
    log.clear();
    client.send(removed(FlowModEncoder.TABLE_MISS_COOKIE, 0, reason, 0, EVERY_PACKET));
    assertThat(installed(client)).isEqualTo(1);
    assertThat(log.lines())
        .singleElement()
        .asString()
        .startsWith("switch 00:00:00:00:00:00:00:09 at ")
        .endsWith(": its table-miss entry was removed, and is sent again");
  }

  @Test
  void shouldInstallItAgainWhenTheEntryInItsPlaceIsGone() {
    FakeSwitch client = joined();
    client.send(removed(77, 0, 2, 0, EVERY_PACKET));
    assertThat(installed(client)).isEqualTo(1);
  }

  @Test
  void shouldLeaveOtherEntriesAlone() {
    FakeSwitch client = joined();
    client.send(removed(FlowModEncoder.TABLE_MISS_COOKIE, 1, 2, 0, EVERY_PACKET));
    client.send(removed(FlowModEncoder.TABLE_MISS_COOKIE, 0, 2, 1, EVERY_PACKET));
    client.send(removed(FlowModEncoder.TABLE_MISS_COOKIE, 0, 2, 0, FROM_PORT_1));
    assertThat(installed(client)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {OWN, FOREIGN})
  void shouldNotReplaceAnEntryThatIsInItsPlaceByNow(String entry) {
    FakeSwitch client = rig.join(4, 9);
    client.hearEntriesAsked();
    log.clear();
    client.send(removed(FlowModEncoder.TABLE_MISS_COOKIE, 0, 2, 0, EVERY_PACKET));
    String asked = sent(client).get(0);
    assertThat(asked).startsWith("04120038").contains("0001000000000000" + "00000000ffffffff");
    client.send(flowStats(asked, entry));
    rig.pass(20_000);
    assertThat(sent(client)).noneMatch(hex -> hex.startsWith("040e"));
    assertThat(log.lines()).hasSize(entry.equals(OWN) ? 0 : 1);
    assertThat(log.lines())
        .allMatch(
            line ->
                line.endsWith(
                    ": another entry is in the place of its table-miss entry, and stays"));
  }

  /** A switch whose handshake is over; the request for all its entries. */
  private String checked(FakeSwitch client) {
    client.hearEntriesAsked();
    client.send(Messages.HELLO_BOTH).send(Messages.features(4, 9));
    rig.pump();
    client.send(Messages.portDesc(false, 1));
    AtomicReference<String> asked = new AtomicReference<>("");
    rig.until( // the event thread asks
        () -> {
          asked.set(askedIn(client.takeHex()));
          return !asked.get().isEmpty();
        });
    return asked.get();
  }

  private static String askedIn(List<String> messages) {
    return messages.stream().filter(hex -> hex.startsWith("04120038")).findFirst().orElse("");
  }

  @Test
  void shouldInstallItAgainWhenACheckShowsThatItWasChanged() {
    FakeSwitch client = rig.connect();
    String all = checked(client);
    log.clear();
    client.send(flowStats(all, ASKS_FOR_FLOW_REMOVED, FOREIGN));
    String again = askedIn(sent(client)); // somebody else may have put an entry in its place now
    assertThat(again).contains("0001000000000000" + "00000000ffffffff");
    client.send(flowStats(again, ASKS_FOR_FLOW_REMOVED, FOREIGN));
    assertThat(sent(client)).singleElement().asString().startsWith("040e0050");
    assertThat(log.lines())
        .singleElement()
        .asString()
        .endsWith(": its table-miss entry was changed, and is sent again");
    rig.pass(5_000);
    assertThat(sent(client)).noneMatch(hex -> hex.startsWith("040e"));
  }

  @Test
  void shouldInstallItAgainWhenACheckShowsThatNothingIsInItsPlaceAnyMore() {
    FakeSwitch client = rig.connect();
    String all = checked(client);
    client.send(flowStats(all, 0, OWN)); // another controller's, which asks for no FLOW_REMOVED
    assertThat(sent(client)).isEmpty();
    log.clear();
    Session.of(rig.switches.get(9)).tableMiss().allShown();
    assertThat(installed(client)).isEqualTo(1);
    assertThat(log.lines())
        .singleElement()
        .asString()
        .endsWith(": its table-miss entry was removed, and is sent again");
  }

  @Test
  void shouldSendNothingWhenTheSwitchNeverShowsTheEntry() {
    FakeSwitch client = rig.connect();
    String all = checked(client);
    client.send(flowStats(all, 0, FOR_PORT_1));
    assertThat(sent(client)).isEmpty();
    Session.of(rig.switches.get(9)).tableMiss().allShown();
    assertThat(installed(client)).isZero();
  }

  @Test
  void shouldNotAskWhenACheckShowsTheEntryOrOneOfSomebodyElse() {
    FakeSwitch client = rig.connect();
    String all = checked(client);
    client.send(withMoreToCome(flowStats(all, ASKS_FOR_FLOW_REMOVED, OWN)));
    client.send(withMoreToCome(flowStats(all, 0, FOREIGN)));
    client.send(flowStats(all, ASKS_FOR_FLOW_REMOVED, FOR_PORT_1));
    rig.pass(2_000);
    assertThat(sent(client)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldInstallItWhenThereAreOnlyEntriesForSomePackets(boolean saysWhich) {
    FakeSwitch client = rig.join(4, 9);
    client.hearEntriesAsked();
    client.send(removed(FlowModEncoder.TABLE_MISS_COOKIE, 0, 2, 0, EVERY_PACKET));
    String asked = sent(client).get(0);
    String error = "04 01 000c " + asked.substring(8, 16) + " 0001 0002";
    client.send(saysWhich ? flowStats(asked, FOR_PORT_1) : error);
    assertThat(sent(client)).singleElement().asString().startsWith("040e0050");
  }

  @Test
  void shouldInstallItWhenTheSwitchDoesNotAnswer() {
    FakeSwitch client = rig.join(4, 9);
    rig.tell(client, removed(FlowModEncoder.TABLE_MISS_COOKIE, 0, 2, 0, EVERY_PACKET));
    rig.pass(2_900);
    assertThat(sent(client)).isEmpty();
    rig.pass(200);
    assertThat(sent(client)).singleElement().asString().startsWith("040e0050");
    rig.pass(5_000);
    assertThat(sent(client)).noneMatch(hex -> hex.startsWith("040e"));
  }

  @Test
  void shouldInstallItAgainWhenItIsRemovedDuringTheHandshake() {
    FakeSwitch client = identified();
    rig.pump();
    client.take();
    client.send(removed(FlowModEncoder.TABLE_MISS_COOKIE, 0, 2, 0, EVERY_PACKET));
    assertThat(installed(client)).isEqualTo(1);
    client.send(Messages.portDesc(false, 1));
    rig.until(() -> Session.of(rig.switches.get(9)).isReady());
  }

  @Test
  void shouldSendItOnceASecondWhenItIsRemovedAgainAndAgain() {
    FakeSwitch client = joined();
    log.clear();
    for (int i = 0; i < 200; i++) {
      client.send(removed(FlowModEncoder.TABLE_MISS_COOKIE, 0, 2, 0, EVERY_PACKET));
    }
    assertThat(installed(client)).isEqualTo(1);
    rig.pass(900);
    assertThat(installed(client)).isZero();
    rig.pass(200);
    assertThat(installed(client)).isEqualTo(1);
    rig.pass(5_000);
    assertThat(installed(client)).isZero();
    assertThat(log.lines()).hasSize(2);
    assertThat(log.lines().get(0)).endsWith("was removed 200 times, and is sent again");
    assertThat(log.lines().get(1)).endsWith("was removed, and is sent again");
  }

  /** An ERROR with the first 64 bytes of a message, as the standard has it. */
  private static String refusal(String message, String typeAndCode) {
    return "04 01 004c" + message.substring(8, 16) + typeAndCode + message.substring(0, 128);
  }

  /** Answers that it has no entries when asked; the first table-miss entry that it was sent. */
  private String entryAfter(FakeSwitch client, long ms) {
    for (long passed = 0; passed < ms; passed += 100) {
      for (String message : sent(client)) {
        if (message.startsWith("04120038")) {
          client.send("04 13 0010 %s 0001 0000 00000000".formatted(message.substring(8, 16)));
        } else if (message.startsWith("040e0050")) {
          return message;
        }
      }
      rig.pass(100);
    }
    return "";
  }

  @ParameterizedTest
  @ValueSource(strings = {"0005 0001", "0001 000a"}) // its table is full, another one is its master
  void shouldSendItAgainWhenTheSwitchRefusesIt(String typeAndCode) {
    FakeSwitch client = identified();
    String entry = entryAfter(client, 100);
    assertThat(entry).isNotEmpty();
    log.clear();
    client.send(refusal(entry, typeAndCode)).send(Messages.portDesc(false, 1));
    rig.until(() -> Session.of(rig.switches.get(9)).isReady());
    assertThat(entryAfter(client, 900)).isEmpty();
    assertThat(entryAfter(client, 300)).isNotEmpty();
    assertThat(entryAfter(client, 70_000)).isEmpty();
    assertThat(log.lines())
        .filteredOn(line -> line.contains(" refuses its table-miss entry: "))
        .singleElement()
        .asString()
        .endsWith("packets that match no entry are lost, and it is sent again in 1 s");
    assertThat(log.lines())
        .as("one line tells of one error")
        .noneMatch(line -> line.contains("was removed"))
        .noneMatch(line -> line.contains("flow table is full"))
        .noneMatch(line -> line.contains(" with ERROR "));
  }

  @Test
  void shouldStillSayThatTheTableIsFullWhenTheSwitchRefusesAnotherEntryLater() {
    FakeSwitch client = identified();
    String entry = entryAfter(client, 100);
    client.send(refusal(entry, "0005 0001")).send(Messages.portDesc(false, 1));
    assertThat(entryAfter(client, 1_300)).isNotEmpty();
    log.clear();
    rig.tell(client, "04 01 000c 00000004 0005 0001");
    assertThat(log.lines()).singleElement().asString().contains("says that its flow table is full");
  }

  @Test
  void shouldSendItLessAndLessOftenWhenTheSwitchRefusesItAgainAndAgain() {
    FakeSwitch client = identified();
    String entry = entryAfter(client, 100);
    client.send(Messages.portDesc(false, 1));
    log.clear();
    for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
      client.send(refusal(entry, "0005 0001")).send(refusal(entry, "0005 0001"));
      assertThat(entryAfter(client, seconds * 1000L - 300)).as("before %s s", seconds).isEmpty();
      entry = entryAfter(client, 600);
      assertThat(entry).as("after %s s", seconds).isNotEmpty();
    }
    assertThat(log.lines()).filteredOn(line -> line.contains(" refuses ")).hasSize(7);
  }

  @Test
  void shouldNotSendItAgainWhenTheSwitchRefusesAnotherMessage() {
    FakeSwitch client = joined();
    String other = "040e0050 00000000" + "00".repeat(22) + "0001" + "00".repeat(32);
    client.send(refusal(other, "0005 0001"));
    client.send("04 01 000c 00000004 0005 0001");
    assertThat(entryAfter(client, 5_000)).isEmpty();
  }
}
