package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.TableSizes.WildcardSearch;
import maestro.network.dataplane.table.Match;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;

/** Random FLOW_MODs, frames and waits: a switch does what a list that is scanned does. */
class PlainSwitchTest {
  private static final int SEEDS = 6;
  private static final int STEPS = 4_000;
  private static final int MOST_EXACT = 5;
  private static final int MOST_OTHERS = 12;

  /** The switches that there are. */
  enum Kind {
    LINEAR_10,
    TUPLE_SPACE_10,
    OF_13;

    private SwitchRig rig() {
      MemoryBudget memory = MemoryBudget.unbounded();
      return switch (this) {
        case LINEAR_10 -> new Rig10(sizes(WildcardSearch.LINEAR), 0, memory);
        case TUPLE_SPACE_10 -> new Rig10(sizes(WildcardSearch.TUPLE_SPACE), 0, memory);
        case OF_13 -> new Rig13(MOST_OTHERS, 0, memory);
      };
    }

    private static TableSizes sizes(WildcardSearch search) {
      return new TableSizes(MOST_EXACT, MOST_OTHERS, search);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldDoWhatAScannedListDoes(Kind kind) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Followed followed = follow(new Random(seed), STEPS, kind);
      assertThat(followed.matched()).as("seed %d", seed).isBetween(STEPS / 10, STEPS * 6 / 10);
      assertThat(followed.left()).as("seed %d", seed).isGreaterThan(STEPS / 10);
      assertThat(followed.errors()).as("seed %d", seed).isPositive();
    }
  }

  /** How many frames matched an entry and how many left, and how many ERRORs were said. */
  record Followed(int matched, int left, int errors) {}

  /** Does the same to a switch and to a list, and compares what they do. */
  static Followed follow(Random random, int steps, Kind kind) {
    SwitchRig rig = kind.rig();
    int version = rig.sw.description().version();
    PlainSwitch plain = new PlainSwitch(version == OpenFlow.VERSION_10, MOST_EXACT, MOST_OTHERS);
    int leftCount = 0;
    int errors = 0;
    for (int step = 0; step < steps; step++) {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> {
          RandomCommand next = RandomCommand.of(version, random, step);
          plain.apply(next.command(), rig.nowNs);
          rig.tell(next.message());
        }
        case 3 -> {
          rig.passSeconds(random.nextInt(8) / 4.0);
          plain.expire(rig.nowNs);
        }
        default -> {
          int port = 1 + random.nextInt(SwitchRig.PORTS);
          RandomFrame frame = RandomFrame.of(random);
          frame.fields().put("in", (long) port);
          List<Integer> left = rig.receive(port, frame.bytes());
          List<Integer> expected =
              plain.receive(frame.fields(), frame.bytes().length, port, rig.nowNs);
          assertThat(rig.packetIns()).hasSize(expected == null ? 1 : 0);
          assertThat(left).as("step %d", step).isEqualTo(expected == null ? List.of() : expected);
          leftCount += left.size();
        }
      }
      List<String> said = said(rig);
      assertThat(said).as("step %d", step).containsExactlyInAnyOrderElementsOf(plain.said);
      errors += (int) said.stream().filter(each -> each.contains("/")).count();
      plain.said.clear();
    }
    assertThat(rig.dump())
        .extracting(each -> text(each, version))
        .containsExactlyInAnyOrderElementsOf(
            plain.entries.stream().map(PlainSwitch.Entry::toString).toList());
    return new Followed(plain.matchedCount, leftCount, errors);
  }

  private static List<String> said(SwitchRig rig) {
    List<String> said = new ArrayList<>();
    for (byte[] message : rig.takeBytes()) {
      ByteBuffer b = ByteBuffer.wrap(message);
      if (b.get(1) != OpenFlow.FLOW_REMOVED) {
        said.add(ControllerStub.error(b));
      } else if (b.get(0) == OpenFlow.VERSION_10) {
        said.add(b.getLong(48) + " reason " + b.get(58) + " after " + b.getLong(72));
      } else {
        said.add(b.getLong(8) + " reason " + b.get(18) + " after " + b.getLong(32));
      }
    }
    return said;
  }

  /** As {@link PlainSwitch} has it: in 1.0 there is one table, of which table 0 is a part. */
  private static String text(OFFlowStatsEntry e, int version) {
    int table = e.getTableId().getValue();
    boolean isOf10 = version == OpenFlow.VERSION_10;
    List<OFAction> actions =
        isOf10
            ? e.getActions()
            : e.getInstructions().stream()
                .filter(OFInstructionApplyActions.class::isInstance)
                .flatMap(each -> ((OFInstructionApplyActions) each).getActions().stream())
                .toList();
    return PlainSwitch.text(
        isOf10 ? 0 : table,
        isOf10 && table == 0 ? PlainSwitch.EXACT_RANK : e.getPriority(),
        e.getCookie().getValue(),
        actions.stream().map(a -> ((OFActionOutput) a).getPort().getPortNumber()).toList(),
        e.getPacketCount().getValue(),
        e.getByteCount().getValue());
  }

  @Test
  void shouldTellTheMatchThatWasMeantIn10() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      ByteBuffer came = ByteBuffer.wrap(RandomCommand10.match(random));
      came.put(24, (byte) (came.get(24) | random.nextInt(4))); // bits that do not count
      came.putInt(0, came.getInt(0) | random.nextInt() << 22);
      boolean exact = MatchCodec10.isExact(came, 0);
      Match meant = MatchCodec10.read(came, 0);
      ByteBuffer told = ByteBuffer.wrap(MatchCodec10.write(meant, exact));
      assertThat(MatchCodec10.read(told, 0).isSame(meant)).isTrue();
      assertThat(MatchCodec10.isExact(told, 0)).isEqualTo(exact);
      assertThat(MatchCodec10.write(MatchCodec10.read(told, 0), exact)).isEqualTo(told.array());
      assertThat(told.get(24) & 3).isZero();
      assertThat(told.getInt(0) >>> 22).isZero();
    }
  }
}
