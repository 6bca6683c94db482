package maestro.network.dataplane.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import maestro.network.dataplane.packet.Key;
import maestro.network.dataplane.packet.Program;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hash table against a map of the JDK, through growth, removal and reuse. */
class EntryTableTest {
  private static final int STEPS = 60_000;
  private static final int KEYS = 4_000;

  /** An entry, and what it must have counted. */
  private static final class Known {
    private final TableEntry entry;
    private Instructions actions;
    private long frames;
    private long bytes;

    Known(TableEntry entry, Instructions actions) {
      this.entry = entry;
      this.actions = actions;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldHoldWhatAMapHolds(int otherWords) {
    Random random = new Random(otherWords);
    int[] others = Arrays.copyOf(new int[] {Key.METADATA_WORD, Key.OTHER_WORD}, otherWords);
    EntryTable table = new EntryTable(others);
    Map<Integer, Known> known = new HashMap<>();
    List<Instructions> programs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      programs.add(Instructions.applying(new byte[0], new Program(0)));
    }
    for (int step = 0; step < STEPS; step++) {
      int number = random.nextInt(KEYS);
      long[] key = key(number, otherWords > 0);
      Known there = known.get(number);
      // Grows for the first third of the time, then shrinks.
      int kind = random.nextInt(10) + (step > STEPS / 3 ? 3 : 0);
      if (kind < 5 && there == null) {
        Instructions actions = programs.get(random.nextInt(programs.size()));
        TableEntry entry = new TableEntry(mod(new Match(key, masks()), actions), step, 0);
        table.add(entry);
        known.put(number, new Known(entry, actions));
      } else if (kind > 8 && there != null) {
        table.remove(there.entry);
        known.remove(number);
        assertCounts(there);
      } else if (kind == 8 && there != null) {
        there.actions = programs.get(random.nextInt(programs.size()));
        there.entry.setInstructions(there.actions);
        table.changed(there.entry);
      } else {
        long hash = table.hash(key);
        int row = table.find(key, hash);
        assertThat(table.find(key, hash, table.candidate(hash))).isEqualTo(row);
        if (there == null) {
          assertThat(row).isEqualTo(EntryTable.NONE);
        } else {
          assertThat(table.entryAt(row)).isSameAs(there.entry);
          assertThat(table.useRow(row, number, step)).isSameAs(there.actions);
          there.frames++;
          there.bytes += number;
        }
      }
    }
    Set<TableEntry> listed = new HashSet<>();
    table.forEach(listed::add);
    assertThat(listed).hasSize(known.size()).hasSize(table.count());
    for (Known each : known.values()) {
      assertThat(listed).contains(each.entry);
      assertCounts(each);
    }
  }

  private static void assertCounts(Known known) {
    assertThat(known.entry.frameCount()).isEqualTo(known.frames);
    assertThat(known.entry.byteCount()).isEqualTo(known.bytes);
  }

  /** Keys that differ in few bits, as those of real flows do. */
  private static long[] key(int number, boolean byMetadata) {
    long[] key = new long[Key.WORDS];
    if (byMetadata) {
      key[Key.METADATA_WORD] = number;
      return key;
    }
    key[Key.IN_PORT_WORD] = (long) (1 + number % 3) << Key.IN_PORT_SHIFT;
    key[Key.DST_WORD] = (0x0200_0000_0001L << Key.ETH_SHIFT) | 0x800;
    key[Key.NETWORK_WORD] = (17L << Key.PROTOCOL_SHIFT) | (((number / 3) << 16) & 0x7f0000);
    key[Key.ADDRESS_WORD] = (long) (number / 384) << Key.NW_SRC_SHIFT;
    return key;
  }

  private static long[] masks() {
    long[] masks = new long[Key.WORDS];
    Arrays.fill(masks, -1);
    return masks;
  }

  private static FlowMod mod(Match match, Instructions instructions) {
    return new FlowMod(
        match,
        true,
        0,
        0,
        0,
        FlowMod.ADD,
        0,
        0,
        1,
        OpenFlow.NO_BUFFER,
        OpenFlow.PORT_ANY,
        FlowMod.ANY_GROUP,
        0,
        true,
        instructions);
  }
}
