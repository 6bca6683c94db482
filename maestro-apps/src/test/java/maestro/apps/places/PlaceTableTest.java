package maestro.apps.places;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlaceTableTest {
  private static final int THREADS = 3;
  private static final int HOSTS = 500;
  private static final long NEVER = 0;

  /** That a host was heard at a place; the place tells the host. */
  private record Heard(long host, int port, long ns) {
    long place() {
      return host << 16 | port;
    }
  }

  private static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("maestro.places.seeds", 10));
  }

  private static PlaceTable growing(int most) {
    return new PlaceTable(64, most, 64, NEVER, (host, ns) -> {});
  }

  @Test
  void shouldAgreeWithAMapWhenItGrows() {
    PlaceTable table = growing(1 << 20);
    Map<Long, Long> map = new HashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 200_000; i++) {
      long host = 1L + random.nextInt(40_000);
      long place = random.nextInt(48);
      Long before = map.put(host, place);
      assertThat(table.learn(host, place, i)).isEqualTo(before == null ? PlaceTable.NONE : before);
    }
    map.forEach((host, place) -> assertThat(table.placeOf(host, 0)).isEqualTo(place));
    assertThat(table.placeOf(50_000, 0)).isEqualTo(PlaceTable.NONE);
    assertThat(table.slots()).as("no larger than needed").isLessThanOrEqualTo(1 << 17);
  }

  @Test
  void shouldKeepThePlaceThatWasHeardLaterWhenTimesWrap() {
    PlaceTable table = growing(64);
    assertThat(table.learn(1, 7, Long.MAX_VALUE)).isEqualTo(PlaceTable.NONE);
    assertThat(table.learn(1, 8, Long.MIN_VALUE)).isEqualTo(7);
    assertThat(table.learn(1, 7, Long.MAX_VALUE)).as("late: nothing has changed").isEqualTo(7);
    assertThat(table.placeOf(1, 0)).isEqualTo(8);
  }

  @Test
  void shouldForgetAndAdoptAsATableOfOneWorkerDoes() {
    PlaceTable table = new PlaceTable(64, 64, 64, 100, (host, ns) -> {});
    table.learn(1, 7, 0);
    assertThat(table.placeOf(1, 99)).isEqualTo(7);
    assertThat(table.placeOf(1, 100)).isEqualTo(PlaceTable.NONE);
    assertThat(table.learn(1, 7, 100)).as("it was forgotten").isEqualTo(PlaceTable.NONE);
    assertThat(table.learn(1, 8, 300)).as("its old entries have to go").isEqualTo(7);
    table.adopt(1, 9, 300);
    assertThat(table.placeOf(1, 300)).isEqualTo(8);
    table.adopt(2, 9, 250);
    assertThat(table.placeOf(2, 300)).isEqualTo(9);
    assertThat(table.placeOf(2, 350)).isEqualTo(PlaceTable.NONE);
  }

  @Test
  void shouldDisplaceHostsOfThePlaceThatFloodsWhenItIsFull() {
    List<Long> newcomers = new ArrayList<>();
    PlaceTable table = new PlaceTable(64, 1024, 64, 1_000_000, (host, ns) -> newcomers.add(host));
    for (int host = 1; host <= 300; host++) {
      table.learn(host, 1 + host % 8, 0);
    }
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      table.learn(1L << 40 | random.nextInt(1 << 30), 99, i);
    }
    long known = LongStream.rangeClosed(1, 300).filter(host -> isKnown(table, host)).count();
    assertThat(known).as("of 300 hosts at other places").isGreaterThan(290);
    assertThat(newcomers).hasSizeGreaterThan(15_000).allMatch(host -> host >= 1L << 40);
    table.adopt(7L << 41, 5, 20_000);
    assertThat(table.placeOf(7L << 41, 20_000)).as("displaces none").isEqualTo(PlaceTable.NONE);
  }

  private static boolean isKnown(PlaceTable table, long host) {
    return table.placeOf(host, 20_000) != PlaceTable.NONE;
  }

  /** Threads learn in any order, while the table grows: the latest stays. */
  @ParameterizedTest
  @MethodSource("seeds")
  void shouldEndWithTheLatestPlacesWhenThreadsLearnAtOnce(long seed) throws Exception {
    Random random = new Random(seed);
    PlaceTable table = growing(1 << 16);
    List<Heard> stream = new ArrayList<>();
    Map<Long, Long> latest = new HashMap<>();
    for (int ns = 0; ns < 10_000; ns++) {
      Heard heard = new Heard(1 + random.nextInt(HOSTS) * 7919L, random.nextInt(4), ns);
      stream.add(heard);
      latest.put(heard.host(), heard.place());
    }
    Collections.shuffle(stream, random);
    learnTogether(table, stream);
    latest.forEach((host, place) -> assertThat(table.placeOf(host, 0)).isEqualTo(place));
  }

  /** The table is far too small, so hosts displace each other all the time. */
  @ParameterizedTest
  @MethodSource("seeds")
  void shouldNeverTellThePlaceOfAnotherHostWhenHostsAreDisplaced(long seed) throws Exception {
    Random random = new Random(seed);
    PlaceTable table = new PlaceTable(64, 64, 64, 1_000_000, (host, ns) -> {});
    List<Heard> stream = new ArrayList<>();
    for (int ns = 0; ns < 10_000; ns++) {
      stream.add(new Heard(1 + random.nextInt(HOSTS), random.nextInt(4), ns));
    }
    learnTogether(table, stream);
    long known =
        LongStream.rangeClosed(1, HOSTS)
            .filter(host -> table.placeOf(host, 20_000) != PlaceTable.NONE)
            .count();
    assertThat(known).as("no host has two slots").isEqualTo(64);
  }

  private static void learnTogether(PlaceTable table, List<Heard> stream) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> ends = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int first = thread;
      ends.add(
          threads.submit(
              () -> {
                for (int i = first; i < stream.size(); i += THREADS) {
                  Heard heard = stream.get(i);
                  checkHost(heard.host(), table.learn(heard.host(), heard.place(), heard.ns()));
                  long other = stream.get(stream.size() - 1 - i).host();
                  checkHost(other, table.placeOf(other, heard.ns()));
                }
              }));
    }
    for (Future<?> end : ends) {
      end.get();
    }
    threads.shutdown();
  }

  private static void checkHost(long host, long place) {
    if (place != PlaceTable.NONE && place >>> 16 != host) {
      throw new AssertionError("host " + host + " is at a place of " + (place >>> 16));
    }
  }

  @Test
  void shouldFetchWithoutChangingAnything() {
    PlaceTable table = growing(1024);
    long[] hosts = LongStream.rangeClosed(1, 100).toArray();
    Arrays.stream(hosts).forEach(host -> table.learn(host, host, 0));
    long unused = table.fetch(hosts, hosts.length);
    assertThat(Arrays.stream(hosts).allMatch(host -> table.placeOf(host, 0) == host)).isTrue();
  }
}
