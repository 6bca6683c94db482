package maestro.apps.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LocationTableTest {
  private static final int THREADS = 4;

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  enum Kind {
    CAS(PlacesTable::new),
    ONE_LOCK(capacity -> new LockTable(capacity, 1)),
    LOCKS(capacity -> new LockTable(capacity, 16)),
    STM(StmTable::new);

    private final IntFunction<LocationTable> make;

    Kind(IntFunction<LocationTable> make) {
      this.make = make;
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldSayWhatAMapSaysWhenOneThreadUsesIt(Kind kind) {
    LocationTable table = kind.make.apply(2000);
    Map<Long, Long> map = new HashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 50_000; i++) {
      long address = 1L + random.nextInt(1000);
      if (random.nextBoolean()) {
        Long before = map.put(address, (long) i);
        assertThat(table.put(address, i, 0))
            .isEqualTo(before == null ? LocationTable.ABSENT : before);
      }
      assertThat(table.get(address)).isEqualTo(map.getOrDefault(address, LocationTable.ABSENT));
    }
  }

  /** Who puts gets what the one before put: so the values that were got back are all different. */
  @ParameterizedTest
  @EnumSource
  void shouldLoseNoWriteWhenAllThreadsWriteTheSameAddresses(Kind kind) throws Exception {
    LocationTable table = kind.make.apply(64);
    int puts = 20_000;
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<List<Long>>> answers = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      long first = (long) thread * puts;
      Callable<List<Long>> writer =
          () -> {
            List<Long> before = new ArrayList<>();
            for (int i = 0; i < puts; i++) {
              before.add(table.put(0xcafe, first + i, 0));
              table.get(0xcaff);
              table.put(0xcaff, i, 0);
            }
            return before;
          };
      answers.add(threads.submit(writer));
    }
    List<Long> before = new ArrayList<>();
    for (Future<List<Long>> answer : answers) {
      before.addAll(answer.get());
    }
    threads.shutdown();
    before.add(table.get(0xcafe));
    assertThat(before).doesNotHaveDuplicates().hasSize(THREADS * puts + 1);
  }

  @ParameterizedTest
  @EnumSource
  void shouldTakeItsCapacityAndRefuseWhatIsFarAbove(Kind kind) {
    LocationTable table = kind.make.apply(1000);
    for (int address = 1; address <= 1000; address++) {
      if (kind != Kind.LOCKS || address <= 700) { // parts fill unevenly
        table.put(address, address, 0);
      }
    }
    assertThat(table.get(700)).isEqualTo(700);
    assertThatThrownBy(
            () -> {
              for (int address = 1; address < 1_000_000; address++) {
                table.put(address, address, 0);
              }
            })
        .isInstanceOf(IllegalStateException.class);
    assertThat(table.get(1)).isEqualTo(1);
  }
}
