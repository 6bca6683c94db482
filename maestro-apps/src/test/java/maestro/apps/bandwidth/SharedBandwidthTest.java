package maestro.apps.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import maestro.api.RefusedException;
import maestro.api.RefusedMessage;
import maestro.api.topology.Bandwidth;
import maestro.api.topology.HostLost;
import maestro.api.topology.Link;
import maestro.api.topology.OwnReservation;
import maestro.api.topology.Reservation;
import maestro.api.topology.Reservation.State;
import maestro.api.topology.ReservedTraffic;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches;
import maestro.apps.testkit.LogOfClass;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFMeterMod;

/** Bandwidth that other applications ask for. */
class SharedBandwidthTest extends TwoPathNetwork {
  private static final ReservedTraffic A_TO_B = ReservedTraffic.between(A, B);
  private static final ReservedTraffic FLOW =
      ReservedTraffic.ofFlow(A, B, 0x0a00_0001, 0x0a00_0002, 6, 1000, 80);
  private static final List<Link> OVER_2 = UP.subList(0, 2);
  private static final List<Link> OVER_3 = UP.subList(2, 4);
  private static final int METER_MOD_FAILED = 12;
  private static final int OUT_OF_METERS = 11;
  private static final int UNKNOWN_METER = 3;

  @AutoClose
  private final LogOfClass log = new LogOfClass(BandwidthOnDemand.class.getPackageName());

  private final FakePlatform asker = FakePlatform.named("backup");
  private final List<Reservation> told = new ArrayList<>();

  private Bandwidth bandwidth() {
    return platform.valueOf("bandwidth", Bandwidth.class);
  }

  private OwnReservation reserve(ReservedTraffic traffic, long kbps) {
    OwnReservation own = bandwidth().reserve(asker, traffic, kbps, told::add);
    run();
    return own;
  }

  private void run() {
    platform.advance(Duration.ZERO);
    asker.advance(Duration.ZERO);
  }

  private List<State> states() {
    return told.stream().map(Reservation::state).toList();
  }

  @Test
  void shouldReserveOnALinkWhatIsFree() {
    Link link = OVER_2.get(0);
    assertThat(bandwidth().freeKbps(OVER_2)).isEqualTo(10_000);
    OwnReservation own = bandwidth().reserve(asker, A_TO_B, 6_000, told::add);
    assertThat(own.now().state()).isEqualTo(State.ASKED);
    assertThat(told).isEmpty();
    run();
    assertThat(states()).containsExactly(State.RESERVED);
    assertThat(own.now()).isEqualTo(told.get(0));
    assertThat(own.now().path()).isEqualTo(OVER_2);
    assertThat(own.now().application()).isEqualTo("backup");
    assertThat(bandwidth().capacityKbps(link)).isEqualTo(10_000);
    assertThat(bandwidth().freeKbps(link)).isEqualTo(4_000);
    assertThat(bandwidth().freeKbps(link.reversed())).isEqualTo(10_000);
    assertThat(bandwidth().freeKbps(A, B)).as("over switch 3").isEqualTo(10_000);
    assertThat(bandwidth().reservations()).containsExactly(own.now());
    assertThat(request(1, 5, 1000)).contains("forward port 12");
  }

  @Test
  void shouldShowNothingFreeWhereThereIsNoPath() {
    assertThat(bandwidth().freeKbps(A, 0xc)).isZero();
    assertThat(bandwidth().freeKbps(new Link(1, 9, 2, 9))).isZero();
    assertThat(bandwidth().capacityKbps(new Link(1, 9, 2, 9))).isZero();
    hosts.put(B, 1, 6);
    assertThat(bandwidth().freeKbps(A, B)).as("at one switch").isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldCountRefusalsAndLogTheFirstOfAnApplication() {
    OwnReservation own = reserve(A_TO_B, 11_000);
    assertThat(own.now().state()).isEqualTo(State.REFUSED);
    assertThat(own.now().reason())
        .isEqualTo("no path between these hosts has 11000 kbps free on all its links");
    reserve(ReservedTraffic.between(A, 0xc), 1);
    assertThat(told.get(1).reason())
        .isEqualTo("host 00:00:00:00:00:0c is not known, or is in a VLAN");
    assertThat(platform.counted("reservations_refused")).isEqualTo(2);
    assertThat(log.lines())
        .containsExactly(
            "application backup is refused 11000 kbps for 00:00:00:00:00:0a to 00:00:00:00:00:0b:"
                + " no path between these hosts has 11000 kbps free on all its links; 1 refused by"
                + " now");
    own.giveBack();
    run();
    assertThat(states()).containsExactly(State.REFUSED, State.REFUSED);
    assertThat(bandwidth().reservations()).isEmpty();
  }

  @Test
  void shouldRefuseASecondReservationForTheSameTraffic() {
    reserve(A_TO_B, 1);
    reserve(A_TO_B, 1);
    reserve(FLOW, 1);
    reserve(FLOW, 1);
    assertThat(states())
        .containsExactly(State.RESERVED, State.REFUSED, State.RESERVED, State.REFUSED);
    assertThat(told.get(1).reason())
        .isEqualTo("reservation a1 is for these hosts; give it back first");
    assertThat(told.get(3).reason())
        .isEqualTo("reservation a2 is for this flow; give it back first");
  }

  @Test
  void shouldRefuseWhatIsNoTraffic() {
    assertThatThrownBy(() -> ReservedTraffic.between(A, A)).hasMessageContaining("the same host");
    assertThatThrownBy(() -> ReservedTraffic.between(A, -1)).hasMessageStartingWith("ethDst: ");
    assertThatThrownBy(() -> ReservedTraffic.between(0x0100_0000_0000L, B))
        .hasMessageContaining("the address of a host");
    assertThatThrownBy(() -> ReservedTraffic.ofFlow(A, B, 1, 2, 6, 65_536, 0))
        .hasMessage("l4Src: found 65536; allowed: 0 to 65535");
    assertThatThrownBy(() -> new ReservedTraffic(A, B, 1, 2, ReservedTraffic.ALL, -1, -1))
        .hasMessage("IPv4 addresses without a protocol");
    assertThatThrownBy(() -> bandwidth().reserve(asker, A_TO_B, 0, told::add))
        .hasMessage("kbps: found 0; allowed: above 0");
    assertThat(ReservedTraffic.ofFlow(A, B, 1, 2, 1, 8, 0).l4Src()).isEqualTo(ReservedTraffic.ALL);
    assertThat(FLOW)
        .hasToString(
            "00:00:00:00:00:0a to 00:00:00:00:00:0b, 10.0.0.1 to 10.0.0.2 protocol 6 port 1000 to"
                + " 80");
  }

  @Test
  void shouldTakeTheBandwidthOfAFlowThatPacketsHaveBegun() {
    request(1, 5, 1000); // 6 Mbps
    OwnReservation own = reserve(FLOW, 10_000);
    assertThat(own.now().state()).isEqualTo(State.RESERVED);
    assertThat(bandwidth().freeKbps(own.now().path())).isZero();
    platform.switches().takeSent();
    platform.advance(ReservationMaintenance.SETTLE);
    assertThat(entries()).as("a worker may have installed the old ones again").hasSize(3);
    assertThat(request(1, 5, 1000)).contains("forward port 12");
    assertThat(request(1, 5, 1001)).as("another flow").contains("forward port 13");
  }

  @Test
  void shouldLeaveAFlowThatPacketsHaveBegunWhenThereIsNoRoomWithoutIt() {
    request(1, 5, 1000); // 6 Mbps
    platform.switches().takeSent();
    assertThat(reserve(FLOW, 11_000).now().state()).isEqualTo(State.REFUSED);
    assertThat(entries()).isEmpty();
    assertThat(bandwidth().freeKbps(OVER_2)).isEqualTo(4_000);
  }

  private List<OFFlowMod> entries() {
    return platform.switches().takeSent().stream()
        .map(FakeSwitches.SentMessage::message)
        .filter(OFFlowMod.class::isInstance)
        .map(OFFlowMod.class::cast)
        .toList();
  }

  @Test
  void shouldTellOfAPathThatIsLostAndOfAnotherOne() {
    OwnReservation own = reserve(A_TO_B, 6_000);
    links(OVER_3);
    run();
    assertThat(told.get(1).state()).isEqualTo(State.RESERVED);
    assertThat(told.get(1).path()).isEqualTo(OVER_3);
    links(List.of());
    run();
    links(List.of());
    run();
    assertThat(told.get(2).state()).isEqualTo(State.LOST);
    assertThat(told.get(2).path()).isEmpty();
    assertThat(told).as("once").hasSize(3);
    assertThat(platform.counted("reservations_lost")).isEqualTo(1);
    links(OVER_2);
    run();
    assertThat(own.now().path()).isEqualTo(OVER_2);
    events.onAnnouncement("any", new HostLost(B, 4, 6));
    run();
    assertThat(states())
        .as("the host is known still")
        .endsWith(State.LOST, State.RESERVED, State.RESERVED);
  }

  @Test
  void shouldTakeAPathWithoutASwitchThatHasLeft() {
    OwnReservation own = reserve(A_TO_B, 6_000);
    var left = platform.switches().find(2).orElseThrow();
    platform.switches().remove(2);
    events.onSwitchLeft(left);
    run();
    assertThat(own.now().path()).isEqualTo(OVER_3);
    left = platform.switches().find(3).orElseThrow();
    platform.switches().remove(3);
    events.onSwitchLeft(left);
    run();
    assertThat(own.now().state()).isEqualTo(State.LOST);
    events.onSwitchJoined(platform.switches().add(3, 5));
    run();
    assertThat(own.now().path()).isEqualTo(OVER_3);
  }

  @Test
  void shouldFreeWhatIsGivenBack() {
    OwnReservation own = reserve(A_TO_B, 6_000);
    platform.switches().takeSent();
    own.giveBack();
    run();
    assertThat(own.now().state()).isEqualTo(State.ENDED);
    assertThat(bandwidth().freeKbps(OVER_2)).isEqualTo(10_000);
    assertThat(entries()).as("deleted at 1, 2 and 4").hasSize(3);
    OwnReservation second = bandwidth().reserve(asker, A_TO_B, 6_000, told::add);
    second.giveBack(); // before it is decided
    run();
    assertThat(states()).as("the asker knows").doesNotContain(State.ENDED);
    assertThat(bandwidth().freeKbps(OVER_2)).isEqualTo(10_000);
  }

  @Test
  void shouldGiveBackWhatAnApplicationHasThatIsTakenOut() {
    FakePlatform other = FakePlatform.named("other");
    bandwidth().reserve(other, FLOW, 1_000, told::add);
    reserve(A_TO_B, 6_000);
    platform.takenOut(asker);
    assertThat(bandwidth().reservations())
        .singleElement()
        .satisfies(each -> assertThat(each.application()).isEqualTo("other"));
    assertThat(bandwidth().freeKbps(OVER_2)).isEqualTo(9_000);
  }

  @Test
  void shouldTellTheAskerWhenBandwidthOnDemandIsTakenOut() {
    OwnReservation own = reserve(A_TO_B, 6_000);
    asker.takenOut(platform);
    assertThat(own.now().state()).isEqualTo(State.ENDED);
    assertThat(own.now().reason()).isEqualTo("bandwidth-on-demand is taken out");
    reserve(FLOW, 1_000);
    assertThat(states()).containsExactly(State.RESERVED, State.ENDED, State.ENDED);
  }

  @Test
  void shouldTellTheAskerWhenAnOperatorGivesItsReservationBack() throws Exception {
    OwnReservation own = reserve(FLOW, 6_000);
    Object shown = rest("GET reservations/{id}", "a1", Map.of()).json();
    assertThat(shown.toString())
        .contains("application=backup", "l4Src=1000", "asked=true", "enforced=false");
    rest("DELETE reservations/{id}", "a1", Map.of());
    run();
    assertThat(own.now().state()).isEqualTo(State.ENDED);
    assertThat(told.get(1).reason()).isEqualTo("an operator has given it back");
  }

  @Test
  void shouldNotHandOverWhatApplicationsHaveAskedFor() {
    byte[] nothing = platform.saveState();
    reserve(A_TO_B, 6_000);
    assertThat(platform.saveState()).isEqualTo(nothing);
    platform.restoreState(nothing);
    assertThat(bandwidth().reservations()).hasSize(1);
  }

  // ---- meters ----

  private void answerMeters(long highest) {
    OFFactory factory = platform.switches().factory(1);
    OFMessage answer =
        factory
            .buildMeterFeaturesStatsReply()
            .setFeatures(factory.buildMeterFeatures().setMaxMeter(highest).build())
            .build();
    platform.switches().takeAsked().forEach(each -> each.answer().complete(List.of(answer)));
    run();
  }

  private List<OFMeterMod> meters() {
    return platform.switches().takeSent().stream()
        .map(FakeSwitches.SentMessage::message)
        .filter(OFMeterMod.class::isInstance)
        .map(OFMeterMod.class::cast)
        .toList();
  }

  @Test
  void shouldDropAboveTheRateByAMeterOfTheFirstSwitch() {
    OwnReservation own = reserve(A_TO_B, 6_000);
    assertThat(own.now().enforced()).isFalse();
    platform.switches().takeSent();
    answerMeters(1000);
    assertThat(own.now().enforced()).isTrue();
    List<FakeSwitches.SentMessage> sent = platform.switches().takeSent();
    assertThat(sent).hasSize(3).allMatch(each -> each.datapathId() == 1);
    OFMeterMod meter = (OFMeterMod) sent.get(1).message();
    assertThat(meter.getMeterId()).as("below those of storm-control").isEqualTo(936);
    assertThat(meter.getMeters().toString()).contains("rate=6000");
    assertThat(meter.getFlags().toString()).contains("KBPS");
    assertThat(((OFFlowMod) sent.get(2).message()).getInstructions().toString())
        .contains("meterId=936", "port=12");

    own.giveBack();
    run();
    assertThat(meters()).extracting(OFMeterMod::getMeterId).containsExactly(936L);
  }

  @Test
  void shouldDoWithoutAMeterThatTheSwitchRefuses() {
    OwnReservation own = reserve(A_TO_B, 6_000);
    answerMeters(1000);
    platform.switches().takeSent();
    platform.refuse(refused(UNKNOWN_METER));
    assertThat(own.now().enforced()).as("to delete one that is not there").isTrue();
    platform.refuse(refused(OUT_OF_METERS));
    platform.refuse(refused(OUT_OF_METERS));
    assertThat(own.now().enforced()).isFalse();
    assertThat(own.now().state()).isEqualTo(State.RESERVED);
    assertThat(entries().get(0).getInstructions().toString()).doesNotContain("meterId");
    assertThat(platform.counted("reservation_meters_refused")).isEqualTo(2);
    assertThat(log.lines())
        .containsExactly(
            "switch 00:00:00:00:00:00:00:01 has refused a meter (ERROR): what hosts send there"
                + " above a reservation is not dropped");
    reserve(FLOW, 1_000);
    assertThat(meters()).as("that switch has no more").isEmpty();
  }

  private static RefusedMessage refused(int code) {
    FakeSwitches switches = new FakeSwitches();
    return new RefusedMessage(
        switches.add(1, 1), "METER_MOD", 0, 936, METER_MOD_FAILED, code, "ERROR");
  }

  @Test
  void shouldAskAgainForMetersWhenTheSwitchHasNotAnswered() {
    reserve(A_TO_B, 1_000);
    platform
        .switches()
        .takeAsked()
        .forEach(each -> each.answer().completeExceptionally(new RefusedException("late", null)));
    run();
    reserve(FLOW, 1_000);
    answerMeters(10);
    assertThat(told.get(1).state()).isEqualTo(State.RESERVED);
    assertThat(meters()).extracting(OFMeterMod::getMeterId).containsExactly(5L, 5L);
  }
}
