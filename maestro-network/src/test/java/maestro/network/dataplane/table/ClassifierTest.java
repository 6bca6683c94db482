package maestro.network.dataplane.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import maestro.network.dataplane.packet.Key;
import maestro.network.dataplane.packet.Program;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every classifier finds what a list that is scanned finds, whatever words matches are about. */
class ClassifierTest {
  private static final int STEPS = 20_000;
  private static final int MOST_ENTRIES = 12;
  private static final int PRIORITIES = 4;
  private static final long[] MASKS = {0, 1, 2, 3, 3};

  static Stream<Named<Supplier<Classifier>>> classifiers() {
    return Stream.of(
        Named.of("linear search", LinearSearch::new), Named.of("tuple space", TupleSpace::new));
  }

  @ParameterizedTest
  @MethodSource("classifiers")
  void shouldFindWhatAScannedListFinds(Supplier<Classifier> made) {
    Random random = new Random(1);
    Classifier classifier = made.get();
    List<TableEntry> list = new ArrayList<>();
    int found = 0;
    for (int step = 0; step < STEPS; step++) {
      int kind = random.nextInt(10);
      if (kind < 2 && list.size() < MOST_ENTRIES) {
        Match match = new Match(key(random), masks(random));
        int priority = random.nextInt(PRIORITIES);
        TableEntry same = classifier.find(match, priority);
        assertThat(same).isSameAs(find(list, match, priority));
        if (same == null) {
          TableEntry entry = new TableEntry(mod(match, priority), step, 0);
          classifier.add(entry);
          list.add(entry);
        }
      } else if (kind == 2 && !list.isEmpty()) {
        classifier.remove(list.remove(random.nextInt(list.size())));
      } else if (kind == 3 && !list.isEmpty()) {
        TableEntry entry = list.get(random.nextInt(list.size()));
        entry.setInstructions(Instructions.applying(new byte[0], Program.EMPTY));
        classifier.changed(entry);
      } else {
        long[] key = key(random);
        TableEntry best = best(list, key);
        long before = best == null ? 0 : best.frameCount();
        assertThat(classifier.use(key, 1, step))
            .isSameAs(best == null ? null : best.instructions());
        found += best == null ? 0 : 1;
        assertThat(best == null ? 1 : best.frameCount()).isEqualTo(before + 1);
      }
      assertThat(classifier.count()).isEqualTo(list.size());
    }
    assertThat(found).isBetween(STEPS / 10, STEPS * 6 / 10);
    List<TableEntry> shown = new ArrayList<>();
    classifier.forEach(shown::add);
    assertThat(shown).containsExactlyInAnyOrderElementsOf(list);
  }

  private static @Nullable TableEntry find(List<TableEntry> list, Match match, int priority) {
    return list.stream()
        .filter(each -> each.priority == priority && each.match.isSame(match))
        .findAny()
        .orElse(null);
  }

  /** The one of the highest priority, and of one priority the oldest. */
  private static @Nullable TableEntry best(List<TableEntry> list, long[] key) {
    TableEntry best = null;
    for (TableEntry each : list) {
      if (each.match.matches(key) && (best == null || each.priority > best.priority)) {
        best = each;
      }
    }
    return best;
  }

  /** Two bits of some words. */
  private static long[] key(Random random) {
    long[] key = new long[Key.WORDS];
    key[Key.IN_PORT_WORD] = (long) random.nextInt(4) << Key.IN_PORT_SHIFT;
    key[Key.NETWORK_WORD] = random.nextInt(4);
    key[Key.METADATA_WORD] = random.nextInt(4);
    key[Key.IPV6_DST_WORD] = random.nextInt(4);
    return key;
  }

  private static long[] masks(Random random) {
    long[] masks = new long[Key.WORDS];
    masks[Key.IN_PORT_WORD] = random.nextBoolean() ? Key.IN_PORT : 0;
    masks[Key.NETWORK_WORD] = MASKS[random.nextInt(MASKS.length)];
    masks[Key.METADATA_WORD] = MASKS[random.nextInt(MASKS.length)];
    masks[Key.IPV6_DST_WORD] = MASKS[random.nextInt(MASKS.length)];
    return masks;
  }

  private static FlowMod mod(Match match, int priority) {
    return new FlowMod(
        match,
        false,
        0,
        0,
        0,
        FlowMod.ADD,
        0,
        0,
        priority,
        OpenFlow.NO_BUFFER,
        FlowMod.ANY_PORT,
        FlowMod.ANY_GROUP,
        0,
        false,
        Instructions.applying(new byte[0], Program.EMPTY));
  }
}
