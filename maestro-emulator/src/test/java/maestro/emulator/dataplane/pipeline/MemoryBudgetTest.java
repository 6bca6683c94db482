package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import maestro.emulator.dataplane.MemoryBudget;
import maestro.emulator.dataplane.TableSizes;
import maestro.emulator.dataplane.TableSizes.WildcardSearch;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFFlowModFailedCode;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.errormsg.OFFlowModFailedErrorMsg;
import org.projectfloodlight.openflow.types.OFBufferId;

/** Switches of 1.0 that share little memory. */
class MemoryBudgetTest {
  private static final int BUDGET_BYTES = 100_000;
  private static final int ENTRIES = 50_000;

  private final MemoryBudget budget = new MemoryBudget(BUDGET_BYTES);

  private SwitchRig rig(WildcardSearch search) {
    return new SwitchRig(new TableSizes(ENTRIES, ENTRIES, search), 4, budget);
  }

  /** Adds entries until one is refused; returns how many were added. */
  private static int fill(SwitchRig rig) {
    for (int i = 0; i < ENTRIES; i++) {
      List<OFMessage> replies = rig.ask(SwitchRig.add(i + 1, 2).build());
      if (!replies.isEmpty()) {
        assertThat(((OFFlowModFailedErrorMsg) replies.get(0)).getCode())
            .isEqualTo(OFFlowModFailedCode.ALL_TABLES_FULL);
        return i;
      }
    }
    throw new AssertionError("no bound");
  }

  @ParameterizedTest
  @EnumSource(WildcardSearch.class)
  void shouldSayThatTablesAreFullWhenAllSwitchesHaveUsedTheMemory(WildcardSearch search) {
    SwitchRig one = rig(search);
    SwitchRig other = rig(search);
    int count = fill(one);
    assertThat(count).isBetween(20, 100);
    assertThat(one.sw.entryCount()).isEqualTo(count);
    assertThat(fill(other)).isZero();
    assertThat(budget.usedBytes()).isBetween(BUDGET_BYTES * 9L / 10, (long) BUDGET_BYTES);
    one.tell(SwitchRig.OF.buildFlowDelete().setMatch(SwitchRig.OF.matchWildcardAll()).build());
    assertThat(budget.usedBytes()).as("everything is given back").isZero();
    assertThat(fill(other)).isEqualTo(count);
  }

  @Test
  void shouldReplaceAnEntryWhenTheMemoryIsFullAndRefuseMoreActions() {
    SwitchRig rig = rig(WildcardSearch.LINEAR);
    int count = fill(rig);
    assertThat(rig.ask(SwitchRig.add(1, 3).build())).isEmpty();
    OFMessage longer =
        SwitchRig.OF
            .buildFlowModify()
            .setMatch(SwitchRig.OF.matchWildcardAll())
            .setBufferId(OFBufferId.NO_BUFFER)
            .setActions(List.of(SwitchRig.output(1), SwitchRig.output(2), SwitchRig.output(3)))
            .build();
    assertThat(rig.ask(longer)).hasOnlyElementsOfType(OFErrorMsg.class).hasSize(1);
    assertThat(rig.receive(1, SwitchRig.udp(1, 5))).as("nothing changed").containsExactly(3);
    assertThat(rig.sw.entryCount()).isEqualTo(count);
  }

  @Test
  void shouldGiveMemoryBackWhenEntriesEnd() {
    SwitchRig rig = rig(WildcardSearch.LINEAR);
    rig.tell(SwitchRig.add(1, 2).setHardTimeout(3).build());
    assertThat(budget.usedBytes()).isPositive();
    rig.passSeconds(3);
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void shouldCountWhatIsNotedAboutAllBuffersWhenTheFirstPacketIsKept() {
    int bufferCount = 2000;
    SwitchRig rig = new SwitchRig(TableSizes.USUAL, bufferCount, budget);
    assertThat(budget.usedBytes()).as("nothing was kept").isZero();
    rig.setMissSendBytes(20);
    byte[] frame = SwitchRig.udp(1, 5);
    rig.receive(1, frame);
    long first = budget.usedBytes();
    assertThat(first).isBetween(bufferCount * 28L + frame.length, bufferCount * 28L + 1000);
    rig.receive(1, frame);
    assertThat(budget.usedBytes()).as("only the frame").isBetween(first, first + 1000);

    SwitchRig other = new SwitchRig(TableSizes.USUAL, bufferCount, budget);
    other.setMissSendBytes(20);
    other.receive(1, frame);
    assertThat(other.controller.packetIns().get(0).bufferId())
        .as("the memory has no room for so many")
        .isEqualTo(OpenFlow.NO_BUFFER);
    assertThat(rig.controller.packetIns())
        .extracting(ControllerStub.PacketIn::bufferId)
        .doesNotContain(OpenFlow.NO_BUFFER);
  }

  @Test
  void shouldSendWholePacketsWhenThereIsNoMemoryForBuffers() {
    SwitchRig rig = rig(WildcardSearch.LINEAR);
    rig.setMissSendBytes(20);
    byte[] frame = SwitchRig.udp(1, 5);
    rig.receive(1, frame);
    int unused = fill(rig);
    assertThat(BUDGET_BYTES - budget.usedBytes()).as("less than an entry").isLessThan(1200);
    byte[] large = Arrays.copyOf(SwitchRig.udp(0x0e0000000001L, 6), 1500);
    rig.receive(1, large);
    ControllerStub.PacketIn buffered = rig.controller.packetIns().get(0);
    assertThat(buffered.data()).hasSize(20);
    ControllerStub.PacketIn unbuffered = rig.controller.packetIns().get(1);
    assertThat(unbuffered.bufferId()).isEqualTo(OpenFlow.NO_BUFFER);
    assertThat(unbuffered.data()).isEqualTo(large);
  }
}
