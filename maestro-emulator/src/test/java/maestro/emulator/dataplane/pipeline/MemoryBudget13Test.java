package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import maestro.emulator.dataplane.MemoryBudget;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFErrorType;
import org.projectfloodlight.openflow.protocol.OFGroupType;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFMeterFlags;
import org.projectfloodlight.openflow.protocol.OFMeterModCommand;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/** Switches of 1.3 that share little memory. */
class MemoryBudget13Test {
  private static final int BUDGET_BYTES = 100_000;
  private static final int MOST = 10_000;

  private final MemoryBudget budget = new MemoryBudget(BUDGET_BYTES);
  private final Rig13 rig = new Rig13(MOST, 4, budget);

  /** Sends messages until one is refused; returns how many were not. */
  private int send(IntFunction<OFMessage> messages, OFErrorType type) {
    for (int i = 0; i < MOST; i++) {
      List<OFMessage> replies = rig.ask(messages.apply(i));
      if (!replies.isEmpty()) {
        assertThat(((OFErrorMsg) replies.get(0)).getErrType()).isEqualTo(type);
        return i;
      }
    }
    throw new AssertionError("no bound");
  }

  private static OFMessage entry(int number) {
    Match match =
        Rig13.OF.buildMatch().setExact(MatchField.ETH_DST, MacAddress.of(number + 1L)).build();
    return Rig13.add(number % Switch13.TABLES, 5, match, Rig13.apply(Rig13.output(2))).build();
  }

  private static OFMessage group(int number) {
    return Rig13.OF
        .buildGroupAdd()
        .setGroup(OFGroup.of(number + 1))
        .setGroupType(OFGroupType.ALL)
        .setBuckets(
            List.of(
                Rig13.OF
                    .buildBucket()
                    .setWatchPort(OFPort.ANY)
                    .setWatchGroup(OFGroup.ANY)
                    .setActions(List.of(Rig13.output(2)))
                    .build()))
        .build();
  }

  private static OFMessage meter(int number) {
    return Rig13.OF
        .buildMeterMod()
        .setMeterId(number + 1L)
        .setCommand(OFMeterModCommand.ADD)
        .setFlags(Set.of(OFMeterFlags.KBPS))
        .setMeters(List.of(Rig13.OF.meterBands().buildDrop().setRate(9).build()))
        .build();
  }

  @Test
  void shouldSayThatATableIsFullWhenTheMemoryIs() {
    int count = send(MemoryBudget13Test::entry, OFErrorType.FLOW_MOD_FAILED);
    assertThat(count).isBetween(30, 100);
    assertThat(rig.sw.entryCount()).isEqualTo(count);
    rig.tell(
        Rig13.OF
            .buildFlowDelete()
            .setTableId(TableId.ALL)
            .setMatch(Rig13.OF.matchWildcardAll())
            .setOutPort(OFPort.ANY)
            .setOutGroup(OFGroup.ANY)
            .build());
    rig.take();
    assertThat(send(MemoryBudget13Test::entry, OFErrorType.FLOW_MOD_FAILED)).isEqualTo(count);
  }

  @Test
  void shouldSayThatThereAreNoGroupsLeftWhenTheMemoryIsFull() {
    int count = send(MemoryBudget13Test::group, OFErrorType.GROUP_MOD_FAILED);
    assertThat(count).isBetween(30, 200);
    rig.tell(
        Rig13.OF.buildGroupDelete().setGroup(OFGroup.of(1)).setGroupType(OFGroupType.ALL).build());
    assertThat(rig.ask(group(0))).as("there is room again").isEmpty();
    rig.tell(
        Rig13.OF.buildGroupDelete().setGroup(OFGroup.ALL).setGroupType(OFGroupType.ALL).build());
    assertThat(send(MemoryBudget13Test::group, OFErrorType.GROUP_MOD_FAILED)).isEqualTo(count);
  }

  @Test
  void shouldSayThatThereAreNoMetersLeftWhenTheMemoryIsFull() {
    int count = send(MemoryBudget13Test::meter, OFErrorType.METER_MOD_FAILED);
    assertThat(count).isBetween(30, 200);
    rig.tell(Rig13.OF.buildMeterMod().setMeterId(1).setCommand(OFMeterModCommand.DELETE).build());
    assertThat(rig.ask(meter(0))).as("there is room again").isEmpty();
    assertThat(rig.ask(meter(count))).hasSize(1);
  }

  @Test
  void shouldShareTheMemoryWhenThereAreSeveralSwitches() {
    int unused = send(MemoryBudget13Test::entry, OFErrorType.FLOW_MOD_FAILED);
    Rig13 other = new Rig13(MOST, 4, budget);
    assertThat(other.ask(entry(0))).hasSize(1);
    assertThat(other.sw.entryCount()).isZero();
  }
}
