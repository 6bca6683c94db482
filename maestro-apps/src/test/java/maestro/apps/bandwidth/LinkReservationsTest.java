package maestro.apps.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import maestro.api.topology.Topology.Port;
import maestro.apps.bandwidth.FlowPath.Hop;
import maestro.apps.bandwidth.LinkReservations.Reservation;
import org.junit.jupiter.api.Test;

class LinkReservationsTest {
  private static final Port BOTTLENECK = new Port(1, 1);
  private static final Port ONE_WAY = new Port(1, 2);
  private static final Port OTHER_WAY = new Port(1, 3);
  private static final Map<Port, Long> LINKS = Map.of(BOTTLENECK, 20L, ONE_WAY, 11L, OTHER_WAY, 7L);
  private static final FlowPath BY_ONE = over(BOTTLENECK, ONE_WAY);
  private static final FlowPath BY_OTHER = over(BOTTLENECK, OTHER_WAY);

  private final LinkReservations reservations = new LinkReservations();

  @Test
  void shouldReserveOnEveryLinkAndFreeItOnce() {
    reservations.setLinks(LINKS);
    Reservation reservation = reservations.reserve(List.of(BY_ONE), 5);
    assertThat(reservation.route()).isEqualTo(BY_ONE);
    assertThat(free()).containsExactly(15L, 6L, 7L);
    reservations.release(reservation);
    reservations.release(reservation);
    assertThat(free()).containsExactly(20L, 11L, 7L);
  }

  @Test
  void shouldTakeTheAlternativeWhenTheFirstRouteIsFull() {
    reservations.setLinks(LINKS);
    reservations.reserve(List.of(BY_ONE, BY_OTHER), 10);
    assertThat(reservations.reserve(List.of(BY_ONE, BY_OTHER), 7).route()).isEqualTo(BY_OTHER);
    assertThat(free()).containsExactly(3L, 1L, 0L);
    assertThat(reservations.reserve(List.of(BY_ONE, BY_OTHER), 2)).isNull();
    assertThat(reservations.reserve(List.of(BY_ONE, BY_OTHER), 1)).isNotNull();
  }

  @Test
  void shouldReserveNothingWhenALinkIsNotThere() {
    reservations.setLinks(Map.of(BOTTLENECK, 20L));
    assertThat(reservations.reserve(List.of(BY_ONE), 1)).isNull();
    assertThat(reservations.reserve(List.of(), 1)).isNull();
    assertThat(reservations.freeKbps(BOTTLENECK)).isEqualTo(20);
  }

  @Test
  void shouldBeginWithAnEmptyLinkWhenItComesBack() {
    reservations.setLinks(LINKS);
    Reservation reservation = reservations.reserve(List.of(BY_ONE), 5);
    assertThat(reservations.setLinks(Map.of(BOTTLENECK, 20L, OTHER_WAY, 7L))).isTrue();
    assertThat(reservation.isWhole()).isFalse();
    assertThat(reservations.setLinks(LINKS)).isFalse();
    assertThat(free()).as("the rest of the route is still held").containsExactly(15L, 11L, 7L);
    reservations.release(reservation);
    assertThat(free()).as("and the new link has its capacity").containsExactly(20L, 11L, 7L);
  }

  @Test
  void shouldKeepWhatIsReservedWhenTheNewCapacityHasRoomForIt() {
    reservations.setLinks(LINKS);
    Reservation reservation = reservations.reserve(List.of(BY_ONE), 5);
    Map<Port, Long> changed = Map.of(BOTTLENECK, 30L, ONE_WAY, 5L, OTHER_WAY, 7L);
    assertThat(reservations.setLinks(changed)).isFalse();
    assertThat(reservation.isWhole()).isTrue();
    assertThat(free()).containsExactly(25L, 0L, 7L);
    reservations.release(reservation);
    assertThat(free()).containsExactly(30L, 5L, 7L);
  }

  @Test
  void shouldBeginWithAnEmptyLinkWhenMoreIsReservedThanItsNewCapacity() {
    reservations.setLinks(LINKS);
    Reservation reservation = reservations.reserve(List.of(BY_ONE), 5);
    assertThat(reservations.setLinks(Map.of(BOTTLENECK, 20L, ONE_WAY, 4L, OTHER_WAY, 7L))).isTrue();
    assertThat(reservation.isWhole()).isFalse();
    assertThat(free()).containsExactly(15L, 4L, 7L);
    reservations.release(reservation);
    assertThat(free()).containsExactly(20L, 4L, 7L);
  }

  /** Done-point 4 of issue 4. For more: {@code -Dmaestro.reservations=100000000}. */
  @Test
  void shouldNeitherOversubscribeNorLoseAReleaseWhenAllReserveAtOnce() throws Exception {
    int threads = 4;
    int transactions = Integer.getInteger("maestro.reservations", 200_000);
    reservations.setLinks(LINKS);
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    List<Future<ReservationHistory>> histories = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int seed = i;
      Callable<ReservationHistory> worker = () -> work(new Random(seed), transactions / threads);
      histories.add(workers.submit(worker));
    }
    ReservationHistory all = new ReservationHistory();
    for (Future<ReservationHistory> history : histories) {
      all.addAll(history.get());
    }
    workers.shutdown();
    assertThat(2 * all.heldCount() + all.refusedCount()).isGreaterThanOrEqualTo(transactions);
    assertThat(all.refusedCount()).as("it was contended").isGreaterThan(transactions / 25);
    assertThat(all.mistakes(LINKS)).isEmpty();
    assertThat(free()).containsExactly(20L, 11L, 7L);
  }

  /** Reserves, holds some, and releases them in any order. */
  private ReservationHistory work(Random random, int transactions) {
    List<List<FlowPath>> choices =
        List.of(List.of(BY_ONE, BY_OTHER), List.of(BY_OTHER, BY_ONE), List.of(BY_OTHER));
    ReservationHistory history = new ReservationHistory();
    List<Reservation> holding = new ArrayList<>();
    List<long[]> since = new ArrayList<>();
    int left = transactions;
    while (left > 0 || !holding.isEmpty()) {
      if (left > 0 && holding.size() < 3 && random.nextInt(5) < 3) {
        List<FlowPath> routes = choices.get(random.nextInt(choices.size()));
        long kbps = 1L + random.nextInt(6);
        long askedNs = System.nanoTime();
        Reservation got = reservations.reserve(routes, kbps);
        long gotNs = System.nanoTime();
        left--;
        if (got == null) {
          history.add(new ReservationHistory.Refused(routes, kbps, askedNs, gotNs));
        } else {
          holding.add(got);
          since.add(new long[] {askedNs, gotNs, kbps});
        }
      } else if (!holding.isEmpty()) {
        int which = random.nextInt(holding.size());
        Reservation one = holding.remove(which);
        long[] times = since.remove(which);
        long releasingNs = System.nanoTime();
        reservations.release(one);
        left--;
        history.add(
            new ReservationHistory.Held(
                one.route(), times[2], times[0], times[1], releasingNs, System.nanoTime()));
      }
    }
    return history;
  }

  @Test
  void shouldTellWhenAHistoryCannotBeRight() {
    ReservationHistory both = new ReservationHistory();
    both.add(new ReservationHistory.Held(BY_ONE, 11, 0, 10, 20, 30));
    both.add(new ReservationHistory.Held(BY_OTHER, 7, 30, 40, 50, 60));
    assertThat(both.mistakes(LINKS)).isEmpty();
    both.add(new ReservationHistory.Held(BY_ONE, 1, 0, 19, 25, 30));
    assertThat(both.mistakes(LINKS)).hasSize(1).first().asString().contains("12 held of 11");

    ReservationHistory lost = new ReservationHistory();
    lost.add(new ReservationHistory.Held(BY_ONE, 11, 0, 10, 20, 30));
    lost.add(new ReservationHistory.Refused(List.of(BY_ONE), 1, 25, 40));
    assertThat(lost.mistakes(LINKS)).isEmpty();
    lost.add(new ReservationHistory.Refused(List.of(BY_ONE), 1, 31, 40));
    lost.add(new ReservationHistory.Refused(List.of(BY_ONE, BY_OTHER), 1, 15, 16));
    assertThat(lost.mistakes(LINKS)).hasSize(2).allMatch(m -> m.startsWith("refused without"));
  }

  private List<Long> free() {
    return List.of(
        reservations.freeKbps(BOTTLENECK),
        reservations.freeKbps(ONE_WAY),
        reservations.freeKbps(OTHER_WAY));
  }

  private static FlowPath over(Port... links) {
    List<Hop> hops = new ArrayList<>();
    for (Port link : links) {
      hops.add(new Hop(link.datapathId(), 9, link.number()));
    }
    hops.add(new Hop(2, 9, 10));
    return new FlowPath(hops);
  }
}
