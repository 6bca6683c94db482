package maestro.control.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import maestro.control.measure.SwitchCounts;
import maestro.metrics.DelayHistogram;
import org.junit.jupiter.api.Test;

/** Series of counters, while switches come, go, and get names. */
class SwitchTotalsTest {
  private static final int SEEDS = Integer.getInteger("maestro.metrics.seeds", 200);
  private static final long OTHERS = -1;

  private final List<FakeConnection> ready = new ArrayList<>();
  private long nowNs;

  private FakeConnection join(long datapathId) {
    FakeConnection joined = new FakeConnection(datapathId);
    ready.add(joined);
    return joined;
  }

  /** Each series by the datapath id of its switch. */
  private Map<Long, SwitchCounts> scrape(SwitchTotals<FakeConnection> totals) {
    totals.update(nowNs, List.copyOf(ready));
    Map<Long, SwitchCounts> series = new TreeMap<>(totals.named());
    totals.others().ifPresent(counts -> series.put(OTHERS, counts));
    return series;
  }

  private static SwitchTotals<FakeConnection> totals(int most) {
    return new SwitchTotals<>(new OfFake(), most);
  }

  @Test
  void shouldKeepInOthersWhatASwitchHadThatLeftOrGotAName() {
    SwitchTotals<FakeConnection> totals = totals(1);
    join(1).ask(5_000);
    FakeConnection second = join(2);
    second.ask(3_000);
    FakeConnection third = join(3);
    third.ask(1_000);
    assertThat(requests(scrape(totals))).isEqualTo(Map.of(1L, 5_000L, OTHERS, 4_000L));

    second.ask(7);
    ready.remove(second);
    assertThat(requests(scrape(totals))).isEqualTo(Map.of(1L, 5_000L, OTHERS, 4_007L));

    third.ask(10_000); // twice as many as the first and the margin
    assertThat(requests(scrape(totals))).isEqualTo(Map.of(3L, 0L, OTHERS, 14_007L));
    third.ask(5);
    assertThat(requests(scrape(totals))).isEqualTo(Map.of(3L, 5L, OTHERS, 14_007L));
  }

  @Test
  void shouldContinueTheSeriesOfASwitchThatComesBack() {
    SwitchTotals<FakeConnection> totals = totals(2);
    join(1).ask(100);
    scrape(totals);
    ready.clear();
    assertThat(requests(scrape(totals))).isEqualTo(Map.of(1L, 100L));
    join(1).ask(3);
    assertThat(requests(scrape(totals))).isEqualTo(Map.of(1L, 103L));
    ready.clear();
    scrape(totals);
    nowNs += NamedFew.KEPT_NS;
    assertThat(scrape(totals)).isEmpty();
  }

  /** One that connects anew is the same busy switch, and the others do not take its name. */
  @Test
  void shouldRankASwitchByAllItsConnectionsWhileItHasAName() {
    SwitchTotals<FakeConnection> totals = totals(1);
    FakeConnection first = join(1);
    first.ask(5_000);
    join(2).ask(4_000);
    scrape(totals);
    ready.remove(first);
    join(1);
    assertThat(requests(scrape(totals))).isEqualTo(Map.of(1L, 5_000L, OTHERS, 4_000L));
  }

  @Test
  void shouldNeverFallNorCountTwiceWhileSwitchesComeAndGo() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ready.clear();
      nowNs = 0;
      comeAndGo(new Random(seed), "seed " + seed);
    }
  }

  private void comeAndGo(Random random, String seed) {
    int switches = 2 + random.nextInt(12);
    SwitchTotals<FakeConnection> totals = totals(random.nextInt(5));
    Map<Long, SwitchCounts> before = Map.of();
    for (int step = 0; step < 40; step++) {
      long counted = 0;
      for (long datapathId = 0; datapathId < switches; datapathId++) {
        counted += something(random, datapathId);
      }
      nowNs += TimeUnit.SECONDS.toNanos(random.nextInt(10) == 0 ? 300 : 1);
      Map<Long, SwitchCounts> now = scrape(totals);
      long grown = 0;
      for (Map.Entry<Long, SwitchCounts> each : now.entrySet()) {
        SwitchCounts earlier = before.getOrDefault(each.getKey(), SwitchCounts.NONE);
        assertNoFall(earlier, each.getValue(), seed + ", step " + step + ", " + each.getKey());
        grown += each.getValue().requests() - earlier.requests();
      }
      if (now.keySet().containsAll(before.keySet())) {
        assertThat(grown).as("%s, step %s", seed, step).isEqualTo(counted);
      } else { // what a series had that has ended since the scrape before is not seen
        assertThat(grown).as("%s, step %s", seed, step).isBetween(0L, counted);
      }
      before = now;
    }
  }

  /** What one switch does within a second: it joins, leaves, asks. Tells what it has asked. */
  private long something(Random random, long datapathId) {
    FakeConnection connection =
        ready.stream().filter(each -> each.datapathId == datapathId).findFirst().orElse(null);
    if (connection == null) {
      if (random.nextBoolean()) {
        return 0;
      }
      connection = join(datapathId);
    } else if (random.nextInt(4) == 0) {
      ready.remove(connection);
    }
    int asked = random.nextInt(10) == 0 ? random.nextInt(5_000) : random.nextInt(10);
    connection.ask(asked);
    return asked;
  }

  private static void assertNoFall(SwitchCounts before, SwitchCounts now, String where) {
    SwitchCounts grown = now.minus(before);
    assertThat(
            List.of(
                grown.requests(),
                grown.flowMods(),
                grown.errors(),
                grown.tablesFull(),
                grown.waits().count(),
                grown.waits().sumNs()))
        .as(where)
        .allMatch(growth -> growth >= 0);
    long[] upTo = grown.waits().upTo(1_000, 1_000_000, 1_000_000_000);
    assertThat(upTo).as(where).isSorted();
    assertThat(upTo[0]).as(where).isNotNegative();
  }

  private static Map<Long, Long> requests(Map<Long, SwitchCounts> series) {
    Map<Long, Long> requests = new HashMap<>();
    series.forEach((datapathId, counts) -> requests.put(datapathId, counts.requests()));
    return requests;
  }

  private static final class FakeConnection {
    final long datapathId;
    final DelayHistogram waits = new DelayHistogram();
    long requests;

    FakeConnection(long datapathId) {
      this.datapathId = datapathId;
    }

    void ask(int many) {
      requests += many;
      waits.add(1_000L * many, many);
    }
  }

  private static final class OfFake implements SwitchTotals.Source<FakeConnection> {
    @Override
    public long datapathId(FakeConnection connection) {
      return connection.datapathId;
    }

    @Override
    public long requests(FakeConnection connection) {
      return connection.requests;
    }

    @Override
    public SwitchCounts counts(FakeConnection connection) {
      long many = connection.requests;
      return new SwitchCounts(many, many, 2 * many, 3 * many, 4 * many, connection.waits.counts());
    }
  }
}
