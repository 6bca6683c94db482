package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.TableSizes.WildcardSearch;
import maestro.network.dataplane.packet.Frames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.projectfloodlight.openflow.protocol.OFGroupType;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFMeterFlags;
import org.projectfloodlight.openflow.protocol.OFMeterModCommand;
import org.projectfloodlight.openflow.protocol.OFPacketIn;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/** Switches that share little memory. */
class MemoryBudgetTest {
  private static final int BUDGET_BYTES = 100_000;
  private static final int MOST = 10_000;

  private final MemoryBudget budget = new MemoryBudget(BUDGET_BYTES);

  /** Switches with other entries. */
  private enum Kind {
    LINEAR("3/0", WildcardSearch.LINEAR),
    TUPLE_SPACE("3/0", WildcardSearch.TUPLE_SPACE),
    SEVERAL_TABLES("5/1", WildcardSearch.TUPLE_SPACE);

    /** Says that a table is full. */
    final String full;

    private final WildcardSearch search;

    Kind(String full, WildcardSearch search) {
      this.full = full;
      this.search = search;
    }

    SwitchRig rig(MemoryBudget budget) {
      return this == SEVERAL_TABLES
          ? new Rig13(MOST, 4, budget)
          : new Rig10(new TableSizes(MOST, MOST, search), 4, budget);
    }

    OFMessage entry(int number) {
      if (this != SEVERAL_TABLES) {
        return Rig10.add(number + 1L, 2).build();
      }
      return Rig13.add(
              number % Switch13.TABLES, 5, Rig13.to(number + 1L), Rig13.apply(Rig13.output(2)))
          .build();
    }

    OFMessage deleteAll() {
      return this == SEVERAL_TABLES
          ? Rig13.OF
              .buildFlowDelete()
              .setTableId(TableId.ALL)
              .setMatch(Rig13.OF.matchWildcardAll())
              .setOutPort(OFPort.ANY)
              .setOutGroup(OFGroup.ANY)
              .build()
          : Rig10.OF.buildFlowDelete().setMatch(Rig10.OF.matchWildcardAll()).build();
    }
  }

  /** Sends messages until one is refused; returns how many were not. */
  private static int fill(SwitchRig rig, IntFunction<OFMessage> messages, String error) {
    for (int i = 0; i < MOST; i++) {
      rig.tell(messages.apply(i));
      List<byte[]> replies = rig.takeBytes();
      if (!replies.isEmpty()) {
        assertThat(ControllerStub.error(ByteBuffer.wrap(replies.get(0)))).isEqualTo(error);
        return i;
      }
    }
    throw new AssertionError("no bound");
  }

  private static int fill(SwitchRig rig, Kind kind) {
    return fill(rig, kind::entry, kind.full);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldSayThatTablesAreFullWhenAllSwitchesHaveUsedTheMemory(Kind kind) {
    SwitchRig one = kind.rig(budget);
    SwitchRig other = kind.rig(budget);
    int count = fill(one, kind);
    assertThat(count).isBetween(30, 100);
    assertThat(one.sw.entryCount()).isEqualTo(count);
    assertThat(fill(other, kind)).isZero();
    assertThat(other.sw.entryCount()).isZero();
    assertThat(budget.usedBytes()).isBetween(BUDGET_BYTES * 9L / 10, (long) BUDGET_BYTES);
    one.tell(kind.deleteAll());
    assertThat(budget.usedBytes()).as("everything is given back").isZero();
    assertThat(fill(other, kind)).isEqualTo(count);
  }

  @Test
  void shouldReplaceAnEntryWhenTheMemoryIsFullAndRefuseMoreActions() {
    SwitchRig rig = Kind.LINEAR.rig(budget);
    int count = fill(rig, Kind.LINEAR);
    assertThat(rig.ask(Rig10.add(1, 3).build())).isEmpty();
    OFMessage longer =
        Rig10.OF
            .buildFlowModify()
            .setMatch(Rig10.OF.matchWildcardAll())
            .setBufferId(OFBufferId.NO_BUFFER)
            .setActions(List.of(Rig10.output(1), Rig10.output(2), Rig10.output(3)))
            .build();
    rig.expectError(longer, 3, 0);
    assertThat(rig.receive(1, Frames.udp(1, 5))).as("nothing changed").containsExactly(3);
    assertThat(rig.sw.entryCount()).isEqualTo(count);
  }

  @Test
  void shouldGiveMemoryBackWhenEntriesEnd() {
    SwitchRig rig = Kind.LINEAR.rig(budget);
    rig.tell(Rig10.add(1, 2).setHardTimeout(3).build());
    assertThat(budget.usedBytes()).isPositive();
    rig.passSeconds(3);
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void shouldCountWhatIsNotedAboutAllBuffersWhenTheFirstPacketIsKept() {
    int bufferCount = 2000;
    Rig10 rig = new Rig10(TableSizes.USUAL, bufferCount, budget);
    assertThat(budget.usedBytes()).as("nothing was kept").isZero();
    rig.askWithoutEntry(20);
    byte[] frame = Frames.udp(1, 5);
    rig.receive(1, frame);
    long first = budget.usedBytes();
    assertThat(first).isBetween(bufferCount * 28L + frame.length, bufferCount * 28L + 1000);
    rig.receive(1, frame);
    assertThat(budget.usedBytes()).as("only the frame").isBetween(first, first + 1000);

    Rig10 other = new Rig10(TableSizes.USUAL, bufferCount, budget);
    other.askWithoutEntry(20);
    other.receive(1, frame);
    assertThat(other.packetIns().get(0).getBufferId())
        .as("the memory has no room for so many")
        .isEqualTo(OFBufferId.NO_BUFFER);
    assertThat(rig.packetIns())
        .extracting(OFPacketIn::getBufferId)
        .doesNotContain(OFBufferId.NO_BUFFER);
  }

  @Test
  void shouldSendWholePacketsWhenThereIsNoMemoryForBuffers() {
    Rig10 rig = new Rig10(new TableSizes(MOST, MOST), 4, budget);
    rig.askWithoutEntry(20);
    rig.receive(1, Frames.udp(1, 5));
    assertThat(rig.packetIns().get(0).getData()).hasSize(20);
    int unused = fill(rig, Kind.LINEAR);
    assertThat(BUDGET_BYTES - budget.usedBytes()).as("less than an entry").isLessThan(1200);
    byte[] large = Arrays.copyOf(Frames.udp(0x0e0000000001L, 6), 1500);
    rig.receive(1, large);
    OFPacketIn unbuffered = rig.packetIns().get(0);
    assertThat(unbuffered.getBufferId()).isEqualTo(OFBufferId.NO_BUFFER);
    assertThat(unbuffered.getData()).isEqualTo(large);
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

  @Test
  void shouldSayThatThereAreNoGroupsLeftWhenTheMemoryIsFull() {
    Rig13 rig = new Rig13(MOST, 4, budget);
    int count = fill(rig, MemoryBudgetTest::group, "6/3");
    assertThat(count).isBetween(30, 200);
    rig.tell(
        Rig13.OF.buildGroupDelete().setGroup(OFGroup.of(1)).setGroupType(OFGroupType.ALL).build());
    assertThat(rig.ask(group(0))).as("there is room again").isEmpty();
    rig.tell(
        Rig13.OF.buildGroupDelete().setGroup(OFGroup.ALL).setGroupType(OFGroupType.ALL).build());
    assertThat(fill(rig, MemoryBudgetTest::group, "6/3")).isEqualTo(count);
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
  void shouldSayThatThereAreNoMetersLeftWhenTheMemoryIsFull() {
    Rig13 rig = new Rig13(MOST, 4, budget);
    int count = fill(rig, MemoryBudgetTest::meter, "12/10");
    assertThat(count).isBetween(30, 200);
    rig.tell(Rig13.OF.buildMeterMod().setMeterId(1).setCommand(OFMeterModCommand.DELETE).build());
    assertThat(rig.ask(meter(0))).as("there is room again").isEmpty();
    assertThat(rig.ask(meter(count))).hasSize(1);
  }
}
