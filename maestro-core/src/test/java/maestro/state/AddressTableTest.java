package maestro.state;

import static maestro.api.SharedTable.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongUnaryOperator;
import maestro.api.SharedTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTableTest {
  private static final long ALL_ONES = 0xffff_ffff_ffffL;
  private static final long LAST = (1L << SharedTable.ADDRESS_BITS) - 1;

  @Test
  void shouldAgreeWithAMapWhenUsedAtRandom() {
    SplittableRandom random = new SplittableRandom(1);
    // Few addresses in a small table: long runs of neighbours, closed up again and again.
    for (int addresses : new int[] {40, 400, 5_000}) {
      AddressTable table = new AddressTable(addresses);
      Map<Long, Long> model = new HashMap<>();
      for (int i = 0; i < 200_000; i++) {
        long address = random.nextInt(addresses) * 0x0000_0100_0001L & ALL_ONES;
        long value = random.nextLong(5) - 2;
        long expected = model.getOrDefault(address, ABSENT);
        switch (random.nextInt(5)) {
          case 0, 1 -> {
            assertThat(table.put(address, value)).isEqualTo(expected);
            model.put(address, value);
          }
          case 2 -> {
            assertThat(table.remove(address)).isEqualTo(expected);
            model.remove(address);
          }
          case 3 -> {
            long guess = random.nextLong(5) - 2;
            assertThat(table.replace(address, guess, value)).isEqualTo(guess == expected);
            if (guess == expected) {
              model.put(address, value);
            }
          }
          default -> assertThat(table.get(address)).isEqualTo(expected);
        }
        assertThat(table.count()).isEqualTo(model.size());
      }
      model.forEach((address, value) -> assertThat(table.get(address)).isEqualTo(value));
    }
  }

  @Test
  void shouldTakeEveryAddressOf60BitsAndNoOther() {
    AddressTable table = new AddressTable(10);
    for (long address : new long[] {0, 1, ALL_ONES, LAST}) {
      assertThat(table.get(address)).isEqualTo(ABSENT);
      assertThat(table.remove(address)).isEqualTo(ABSENT);
      assertThat(table.replace(address, 0, 1)).isFalse();
      assertThat(table.put(address, -address)).isEqualTo(ABSENT);
      assertThat(table.get(address)).isEqualTo(-address);
    }
    assertThat(table.count()).isEqualTo(4);
    for (long address : new long[] {-1, LAST + 1, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> table.get(address)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> table.put(address, 1)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> table.remove(address)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> table.put(5, ABSENT)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> table.replace(1, -1, ABSENT))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 1_000, 100_000})
  void shouldHoldItsCapacityWhateverTheAddressesHaveInCommon(int capacity) {
    List<LongUnaryOperator> patterns =
        List.of(
            i -> i,
            i -> i << 8,
            i -> i << 24,
            i -> 0x0200_0000_0000L | i,
            i -> (i * 0x0000_0100_0001L) & ALL_ONES,
            i -> (i * 0x9e37_79b9_7f4aL) & ALL_ONES,
            i -> Long.reverse(i) >>> 16);
    for (int p = 0; p < patterns.size(); p++) {
      AddressTable table = new AddressTable(capacity);
      for (long i = 1; i <= capacity; i++) {
        table.put(patterns.get(p).applyAsLong(i), i);
      }
      assertThat(table.count()).as("pattern %d", p).isEqualTo(capacity);
    }
  }

  @Test
  void shouldRefuseNewAddressesAndKeepTheOldOnesWhenFull() {
    AddressTable table = new AddressTable(100);
    assertThat(table.capacity()).isEqualTo(100);
    int held = 0;
    int refused = 0;
    for (long address = 1; address <= 10_000; address++) {
      try {
        table.put(address, address);
        held++;
      } catch (IllegalStateException e) {
        refused++;
      }
    }
    assertThat(held).isGreaterThanOrEqualTo(100);
    assertThat(refused).isPositive();
    assertThat(table.count()).isEqualTo(held);
    int found = 0;
    for (long address = 1; address <= 10_000; address++) {
      long value = table.get(address);
      if (value != ABSENT) {
        found++;
        assertThat(value).isEqualTo(address);
        assertThat(table.put(address, 7)).as("an old one may change").isEqualTo(address);
        assertThat(table.remove(address)).isEqualTo(7);
      }
    }
    assertThat(found).isEqualTo(held);
    assertThat(table.count()).isZero();
    assertThat(table.put(4, 4)).as("there is room again").isEqualTo(ABSENT);
  }

  @Test
  void shouldRefuseACapacityThatIsNone() {
    for (int capacity : new int[] {0, -1, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> new AddressTable(capacity))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /**
   * Addresses that stay are found all the time while others beside them come and go, and a value
   * always belongs to its address.
   */
  @Test
  void shouldNeitherLoseNorMixValuesWhileOthersRemove() throws Exception {
    int staying = 300;
    int coming = 300;
    AddressTable table = new AddressTable(staying + coming);
    for (long address = 1; address <= staying; address++) {
      table.put(address, address << 32);
    }
    List<Callable<Long>> tasks = new ArrayList<>();
    for (int thread = 0; thread < 2; thread++) {
      int part = thread;
      tasks.add(
          () -> { // one writer for each half of those that come and go
            SplittableRandom random = new SplittableRandom(part);
            long wrong = 0;
            for (int i = 0; i < 300_000; i++) {
              long address = staying + 1 + part + 2L * random.nextInt(coming / 2);
              if (random.nextBoolean()) {
                table.put(address, address << 32 | (i & 0xffff));
              } else {
                table.remove(address);
                wrong += table.get(address) == ABSENT ? 0 : 1;
              }
            }
            return wrong;
          });
      tasks.add(
          () -> {
            SplittableRandom random = new SplittableRandom(77 + part);
            long wrong = 0;
            for (int i = 0; i < 1_000_000; i++) {
              long address = 1L + random.nextInt(staying + coming);
              long value = table.get(address);
              boolean right = value == ABSENT ? address > staying : value >>> 32 == address;
              wrong += right ? 0 : 1;
            }
            return wrong;
          });
    }
    assertThat(sum(tasks)).as("wrong answers").isZero();
    for (long address = 1; address <= staying; address++) {
      assertThat(table.get(address)).isEqualTo(address << 32);
    }
  }

  @Test
  void shouldLoseNoUpdateWhenThreadsReplaceTheSameValues() throws Exception {
    AddressTable table = new AddressTable(4);
    List<Callable<Long>> tasks = new ArrayList<>();
    for (long address = 0; address < 4; address++) {
      table.put(address, 0);
    }
    for (int thread = 0; thread < 4; thread++) {
      tasks.add(
          () -> {
            for (int i = 0; i < 50_000; i++) {
              long address = i & 3;
              long before = table.get(address);
              while (!table.replace(address, before, before + 1)) {
                before = table.get(address);
              }
            }
            return 0L;
          });
    }
    assertThat(sum(tasks)).isZero();
    for (long address = 0; address < 4; address++) {
      assertThat(table.get(address)).isEqualTo(50_000);
    }
  }

  private static long sum(List<Callable<Long>> tasks) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      long sum = 0;
      for (Future<Long> each : threads.invokeAll(tasks)) {
        sum += each.get();
      }
      return sum;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void shouldForgetWhatWasNotPutForLongWhenItExpires() {
    SplittableRandom random = new SplittableRandom(1);
    for (int addresses : new int[] {40, 400, 5_000}) {
      AddressTable table = new AddressTable(addresses, true);
      Map<Long, Long> values = new HashMap<>();
      Map<Long, Integer> rounds = new HashMap<>();
      for (int round = 0; round < 600; round++) {
        for (int i = 0; i < addresses / 8; i++) {
          long address = random.nextInt(addresses) * 0x0000_0100_0001L & ALL_ONES;
          switch (random.nextInt(4)) {
            case 0 -> {
              table.remove(address);
              values.remove(address);
            }
            case 1 -> {
              long before = values.getOrDefault(address, ABSENT);
              if (table.replace(address, before, 7)) {
                values.put(address, 7L);
                rounds.put(address, round);
              }
            }
            default -> {
              table.put(address, address + 1);
              values.put(address, address + 1);
              rounds.put(address, round);
            }
          }
          table.get(address); // does not keep it
        }
        table.expire();
        int now = round + 1;
        values.keySet().removeIf(address -> now - rounds.get(address) > AddressTable.ROUNDS);
        assertThat(walked(table)).isEqualTo(values);
        assertThat(table.count()).isEqualTo(values.size());
      }
    }
  }

  private static Map<Long, Long> walked(AddressTable table) {
    Map<Long, Long> walked = new HashMap<>();
    table.forEach(
        (address, value) -> {
          if (walked.put(address, value) != null) {
            fail("%d comes twice", address);
          }
        });
    return walked;
  }

  @Test
  void shouldKeepAddressesWhenTheyDoNotExpire() {
    AddressTable table = new AddressTable(10);
    table.put(1, 1);
    for (int round = 0; round < 300; round++) {
      table.expire();
    }
    assertThat(walked(table)).isEqualTo(Map.of(1L, 1L));
  }

  @Test
  void shouldLetTheVisitorOfAWalkChangeTheTable() {
    AddressTable table = new AddressTable(100);
    for (long address = 0; address < 100; address++) {
      table.put(address, address);
    }
    int[] visited = {0};
    table.forEach(
        (address, value) -> {
          visited[0]++;
          table.remove(address);
        });
    assertThat(visited[0]).isEqualTo(100);
    assertThat(table.count()).isZero();
  }

  /** Addresses that stay come in each walk, exactly once, while others come and go. */
  @Test
  void shouldWalkWhatStaysWhileOthersChange() throws Exception {
    AddressTable table = new AddressTable(600, true);
    List<Callable<Long>> tasks = new ArrayList<>();
    for (long address = 0; address < 300; address++) {
      table.put(address, address);
    }
    tasks.add(
        () -> {
          SplittableRandom random = new SplittableRandom(1);
          for (int i = 0; i < 300_000; i++) {
            long address = 300L + random.nextInt(300);
            if (random.nextBoolean()) {
              table.put(address, address);
            } else {
              table.remove(address);
            }
          }
          return 0L;
        });
    tasks.add(
        () -> {
          long wrong = 0;
          for (int i = 0; i < 2_000; i++) {
            int[] staying = {0};
            long[] others = {0};
            table.forEach(
                (address, value) -> {
                  staying[0] += address < 300 ? 1 : 0;
                  others[0] += address == value ? 0 : 1;
                });
            wrong += staying[0] == 300 ? others[0] : 1;
          }
          return wrong;
        });
    assertThat(sum(tasks)).as("wrong walks").isZero();
  }

  @Test
  void shouldAllocateNothingWhenUsed() {
    AddressTable table = new AddressTable(10_000, true);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    use(table);
    long before = threads.getCurrentThreadAllocatedBytes();
    long sum = use(table);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isZero();
    assertThat(sum).isNotZero();
  }

  private static long use(AddressTable table) {
    long sum = 0;
    for (long i = 1; i <= 200_000; i++) {
      long address = i % 10_000 + 1;
      sum += table.put(address, i) + table.get(address + 1);
      table.replace(address, i, i + 1);
      if (i % 3 == 0) {
        sum += table.remove(address);
      }
    }
    return sum;
  }
}
