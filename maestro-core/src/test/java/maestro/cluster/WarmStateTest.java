package maestro.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import maestro.cluster.StateMessage.HandOver;
import maestro.cluster.StateMessage.HandedOver;
import maestro.cluster.StateMessage.Offer;
import maestro.cluster.StateMessage.Part;
import maestro.cluster.StateMessage.Receipt;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** State from the active member to others, in virtual time. {@code maestro.seeds} runs more. */
class WarmStateTest {
  private static final int SEEDS = Integer.getInteger("maestro.seeds", 60);
  private static final int MIB = 1 << 20;

  @AutoClose private final LogOf log = new LogOf(WarmState.class.getPackageName());

  // ---- from one member to another ----

  @Test
  void shouldRestoreWhatTheActiveMemberLeftWhenItDies() {
    VirtualState state = pair();
    state.member("a").leaves.put("hosts", bytes(1, 3 * MIB));
    state.member("a").leaves.put("links", bytes(2, 100));
    state.pass(3_000);
    takeOver(state);

    assertThat(state.member("b").restored).hasSize(1);
    assertThat(state.member("b").restored.get(0)).containsOnlyKeys("hosts", "links");
    assertThat(state.member("b").restored.get(0).get("hosts")).isEqualTo(bytes(1, 3 * MIB));
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void shouldSendOnlyAroundWhatHasChanged() {
    VirtualState state = pair();
    byte[] first = bytes(1, 2 * MIB);
    state.member("a").leaves.put("hosts", first);
    state.pass(5_000);
    long before = state.member("a").sentBytes;
    state.member("a").leaves.put("hosts", withInserted(first, MIB, 50));
    state.pass(2_000);
    long changed = state.member("a").sentBytes - before;
    takeOver(state);

    assertThat(before).isGreaterThan(2 * MIB);
    assertThat(changed).isLessThan(MIB / 8);
    assertThat(state.member("b").restored.get(0).get("hosts"))
        .isEqualTo(withInserted(first, MIB, 50));
  }

  @Test
  void shouldSendNothingMoreThanASmallOfferWhenNothingHasChanged() {
    VirtualState state = pair();
    state.member("a").leaves.put("hosts", bytes(1, MIB));
    state.pass(5_000);
    long before = state.member("a").sentBytes;
    state.pass(60_000);

    assertThat(state.member("a").sentBytes - before).isLessThan(10_000);
    takeOver(state);
    assertThat(state.member("b").restored.get(0).get("hosts")).isEqualTo(bytes(1, MIB));
  }

  @Test
  void shouldAskOnceASecondAtMostAndOnlyAtTheActiveMember() {
    VirtualState state = pair();
    state.pass(10_000);
    assertThat(state.member("a").collections).isBetween(8, 11);
    assertThat(state.member("b").collections).isZero();
  }

  @Test
  void shouldSendAllAgainToAMemberThatWasRestarted() {
    VirtualState state = pair();
    state.member("a").leaves.put("hosts", bytes(1, MIB));
    state.pass(5_000);
    state.restart("b");
    state.view("a", "b");
    state.pass(15_000);
    takeOver(state);
    assertThat(state.member("b").restored.get(0).get("hosts")).isEqualTo(bytes(1, MIB));
  }

  @Test
  void shouldKeepTheRevisionBeforeWhenTheActiveMemberGoesWhileItSends() {
    VirtualState state = pair();
    state.member("a").leaves.put("hosts", bytes(1, MIB));
    state.pass(3_000);
    state.member("a").leaves.put("hosts", bytes(2, 4 * MIB));
    int collections = state.member("a").collections;
    while (state.member("a").collections == collections) {
      state.pass(10);
    }
    state.pass(100);
    takeOver(state);
    assertThat(state.member("b").restored.get(0).get("hosts")).isEqualTo(bytes(1, MIB));
  }

  @Test
  void shouldGoOnColdWhenTheStateIsOld() {
    VirtualState state = pair();
    state.member("a").leaves.put("hosts", bytes(1, 1_000));
    state.pass(3_000);
    state.view("a");
    state.pass(40_000);
    takeOver(state);
    assertThat(state.member("b").restored).isEmpty();
    assertThat(log.lines())
        .containsExactly("cluster: the state of hosts of member a is too old and is not used");
  }

  @Test
  void shouldRestoreOnceUntilASwitchHasConfirmed() {
    VirtualState state = pair();
    state.member("a").leaves.put("hosts", bytes(1, 1_000));
    state.pass(3_000);
    takeOver(state);
    WarmState warm = state.member("b").warm;
    warm.claiming(2, state.nowNs());
    assertThat(state.member("b").restored).hasSize(1);
    warm.notServing(1);
    warm.notServing(2);
    warm.claiming(1, state.nowNs()); // the claims were in vain
    assertThat(state.member("b").restored).hasSize(2);
    warm.serving(1);
    warm.notServing(1);
    warm.claiming(1, state.nowNs());
    assertThat(state.member("b").restored).as("it knows better now").hasSize(2);
  }

  @Test
  void shouldRefuseStateThatIsTooLongWithOneLine() {
    VirtualState state = pair();
    state.member("a").leaves.put("hosts", new byte[KeptState.MOST_BYTES + 1]);
    state.pass(20_000);
    assertThat(log.lines())
        .containsExactly(
            "cluster: the state of hosts has 4194305 bytes; allowed: 4194304 at most; it is not"
                + " handed over");
    state.member("a").leaves.put("hosts", bytes(1, KeptState.MOST_BYTES));
    state.pass(5_000);
    takeOver(state);
    assertThat(state.member("b").restored.get(0)).containsOnlyKeys("hosts");
  }

  @Test
  void shouldRefuseWithOneLineWhatIsCorruptCutOrTooLong() {
    byte[] all = bytes(1, 20_000);
    List<Integer> whole = List.of(-20_000);
    assertRefused(new Offer("x", 5, 0, 20_000, 1 + KeptState.crc(all), whole), all, "corrupt");
    assertRefused(new Offer("x", 5, 0, 20_001, KeptState.crc(all), whole), all, "allowed");
    assertRefused(new Offer("x", 5, 0, 20_000, KeptState.crc(all), List.of(0)), all, "not there");
    int much = KeptState.MOST_BYTES + 1;
    assertRefused(new Offer("x", 5, 0, much, 0, List.of(-much)), all, "allowed");
    assertRefused(
        new Offer("x", 5, 0, 20_000, KeptState.crc(all), whole), bytes(1, 20_001), "missing");
  }

  private void assertRefused(Offer offer, byte[] part, String why) {
    log.clear();
    KeptState kept = new KeptState((from, name, bytes) -> {});
    for (int i = 0; i < 2; i++) {
      boolean isRefused =
          kept.offered("a", offer, 0)
              .or(() -> kept.came("a", new Part("x", 5, 0, part), 0))
              .filter(receipt -> !receipt.isThere())
              .isPresent();
      assertThat(isRefused).isTrue();
    }
    assertThat(kept.fresh(0)).isEmpty();
    assertThat(log.lines()).singleElement().asString().contains("is refused").contains(why);
  }

  @Test
  void shouldTakeStateFromTheActiveMemberAlone() {
    VirtualState state = new VirtualState(1, "a", "b", "c");
    state.view("a", "b", "c");
    state.member("a").leaves.put("hosts", bytes(1, 1_000));
    state.pass(3_000);
    byte[] other = bytes(2, 500);
    Offer offer = new Offer("hosts", 9, 0, 500, KeptState.crc(other), List.of(-500));
    WarmState warm = state.member("b").warm;
    assertThat(warm.message("c", StateMessage.encode(offer), state.nowNs())).isTrue();
    assertThat(
            warm.message("c", StateMessage.encode(new Part("hosts", 9, 0, other)), state.nowNs()))
        .isTrue();
    takeOver(state);
    assertThat(state.member("b").restored.get(0).get("hosts")).isEqualTo(bytes(1, 1_000));
  }

  // ---- before a move ----

  @Test
  void shouldMoveWhenTheOtherMemberHasTheNewest() {
    for (String asked : List.of("a", "b")) {
      VirtualState state = pair();
      state.member("a").leaves.put("hosts", bytes(1, MIB));
      state.pass(3_000);
      state.member("a").leaves.put("hosts", bytes(2, MIB));
      state
          .member(asked)
          .warm
          .handOver("b", () -> state.member("b").warm.claiming(1, state.nowNs()), state.nowNs());
      state.pass(1_000);
      assertThat(state.member("b").restored).as("asked %s", asked).hasSize(1);
      assertThat(state.member("b").restored.get(0).get("hosts")).isEqualTo(bytes(2, MIB));
    }
  }

  @Test
  void shouldMoveAllTheSameWhenTheOtherMemberDoesNotAnswer() {
    for (String asked : List.of("a", "b", "c")) {
      VirtualState state = new VirtualState(1, "a", "b", "c");
      state.view("a", "b", "c");
      state.member("a").leaves.put("hosts", bytes(1, MIB));
      state.pass(500);
      state.lostPercent = 100;
      List<Long> movedNs = new ArrayList<>();
      long beganNs = state.nowNs();
      state.member(asked).warm.handOver("b", () -> movedNs.add(state.nowNs() - beganNs), beganNs);
      state.pass(5_000);
      assertThat(movedNs).as("asked %s", asked).hasSize(1);
      assertThat(movedNs.get(0)).isLessThanOrEqualTo(2_100 * VirtualState.MS);
    }
  }

  @Test
  void shouldMoveAtOnceWhenNobodyHasStateToHandOver() {
    VirtualState state = pair();
    List<String> moved = new ArrayList<>();
    state.member("b").warm.handOver("a", () -> moved.add("to the active one"), 0);
    state.member("a").warm.handOver("a", () -> moved.add("to itself"), 0);
    state.member("a").warm.handOver("z", () -> moved.add("to nobody"), 0);
    assertThat(moved).containsExactly("to the active one", "to itself", "to nobody");
  }

  // ---- whatever happens ----

  @Test
  void shouldRestoreOnlyWhatWasLeftWhateverIsLostOrSpoilt() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      try {
        disturb(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  private static void disturb(long seed) {
    VirtualState state = new VirtualState(seed, "a", "b", "c");
    Random random = state.random;
    Set<ByteBuffer> left = new HashSet<>();
    byte[] hosts = bytes(seed, random.nextInt(200_000));
    state.view("a", "b", "c");
    for (int i = 0; i < 40; i++) {
      hosts = withInserted(hosts, random.nextInt(hosts.length + 1), random.nextInt(300));
      left.add(ByteBuffer.wrap(hosts));
      state.member("a").leaves.put("hosts", hosts);
      state.fullPercent = random.nextInt(3) == 0 ? 20 : 0;
      state.lostPercent = random.nextInt(3) == 0 ? 20 : 0;
      state.spoiltPercent = random.nextInt(3) == 0 ? 20 : 0;
      switch (random.nextInt(6)) {
        case 0 -> state.view("a", "c");
        case 1 -> state.view("a", "b");
        case 2 -> {
          state.restart("b");
          state.view("a", "b", "c");
        }
        default -> state.view("a", "b", "c");
      }
      state.pass(random.nextInt(3_000));
      assertThat(state.member("b").mirrored.values())
          .allSatisfy(each -> assertThat(left).contains(ByteBuffer.wrap(each)));
    }
    state.fullPercent = 0;
    state.lostPercent = 0;
    state.spoiltPercent = 0;
    state.view("a", "b", "c");
    state.pass(20_000);
    takeOver(state);
    assertThat(state.member("b").restored.get(0).get("hosts")).isEqualTo(hosts);
  }

  // ---- messages and pieces ----

  @Test
  void shouldReadEachMessageThatItWritesAndRefuseOthers() {
    List<StateMessage> messages =
        List.of(
            new Offer("hosts", 7, 6, 3 * MIB, -5, List.of(0, -2_000, 5)),
            new Receipt("hosts", 7, true),
            new HandOver(3, "b"),
            new HandedOver(3));
    for (StateMessage each : messages) {
      byte[] bytes = StateMessage.encode(each);
      assertThat(StateMessage.isOne(bytes)).isTrue();
      assertThat(StateMessage.decode(bytes)).isEqualTo(each);
      byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
      assertThatThrownBy(() -> StateMessage.decode(cut))
          .isInstanceOf(IllegalArgumentException.class);
    }
    Part part = (Part) StateMessage.decode(StateMessage.encode(new Part("x", 1, 2, bytes(1, 99))));
    assertThat(part.bytes()).isEqualTo(bytes(1, 99));
    ClusterMessage other = new ClusterMessage.Hello(new ViewId(1, 2), "text");
    assertThat(StateMessage.isOne(MessageCodec.encode(other))).isFalse();
    assertThatThrownBy(() -> StateMessage.decode(new byte[] {99}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldCutSoThatFewPiecesChange() {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      byte[] bytes = bytes(seed, random.nextInt(MIB));
      List<ByteBuffer> pieces = Pieces.of(bytes);
      ByteArrayOutputStream joined = new ByteArrayOutputStream();
      for (ByteBuffer each : pieces) {
        assertThat(each.remaining()).isBetween(1, 1 << 16);
        byte[] piece = new byte[each.remaining()];
        each.duplicate().get(piece);
        joined.writeBytes(piece);
      }
      assertThat(joined.toByteArray()).isEqualTo(bytes);
      Set<ByteBuffer> known = new HashSet<>(pieces);
      byte[] other = withInserted(bytes, random.nextInt(bytes.length), 1 + random.nextInt(99));
      assertThat(Pieces.of(other).stream().filter(each -> !known.contains(each)).count())
          .as("seed %d, of %d pieces", seed, pieces.size())
          .isLessThanOrEqualTo(4);
    }
    assertThat(Pieces.of(new byte[0])).isEmpty();
  }

  // ----

  private static VirtualState pair() {
    VirtualState state = new VirtualState(1, "a", "b");
    state.view("a", "b");
    return state;
  }

  /** The active one dies, and member b claims its switch. */
  private static void takeOver(VirtualState state) {
    state.kill("a");
    state.pass(700);
    state.member("b").warm.claiming(1, state.nowNs());
    state.view("b");
  }

  private static byte[] bytes(long seed, int count) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] withInserted(byte[] bytes, int at, int count) {
    byte[] next = new byte[bytes.length + count];
    System.arraycopy(bytes, 0, next, 0, at);
    System.arraycopy(bytes(at, count), 0, next, at, count);
    System.arraycopy(bytes, at, next, at + count, bytes.length - at);
    return next;
  }
}
