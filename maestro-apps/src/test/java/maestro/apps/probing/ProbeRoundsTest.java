package maestro.apps.probing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProbeRoundsTest {
  private final ProbeRounds rounds = ProbeRounds.withKey("secret");
  private final Probe probe = rounds.probe(0x2a, 3, true);

  @Test
  void shouldTakeItsOwnProbeForGenuine() {
    assertThat(rounds.isGenuine(probe)).isTrue();
    assertThat(rounds.isGenuine(rounds.probe(0x2a, 3, false))).isTrue();
  }

  @Test
  void shouldSealAsHmacSha256OfTheWire() {
    assertThat(rounds.isGenuine(LldpCodecTest.PROBE)).isTrue();
    assertThat(ProbeRounds.withKey("other").isGenuine(LldpCodecTest.PROBE)).isFalse();
  }

  @Test
  void shouldTellAForgedProbeWhenAnythingOfItIsChanged() {
    long high = probe.sealHigh();
    long low = probe.sealLow();
    long from = probe.instance();
    long round = probe.round();
    assertForged(new Probe(0x2b, 3, from, round, true, high, low));
    assertForged(new Probe(0x2a, 4, from, round, true, high, low));
    assertForged(new Probe(0x2a, 3, from + 1, round, true, high, low));
    assertForged(new Probe(0x2a, 3, from, round + 1, true, high, low));
    assertForged(new Probe(0x2a, 3, from, round, false, high, low));
    assertForged(new Probe(0x2a, 3, from, round, true, high ^ 1, low));
    assertForged(new Probe(0x2a, 3, from, round, true, high, low ^ 1));
  }

  private void assertForged(Probe changed) {
    assertThat(rounds.isGenuine(changed)).as(changed.toString()).isFalse();
  }

  @Test
  void shouldCountAgeInRounds() {
    assertThat(rounds.age(probe)).isZero();
    rounds.next();
    rounds.next();
    assertThat(rounds.age(probe)).isEqualTo(2);
  }

  @Test
  void shouldUseAnotherKeyAtEachStart() {
    Probe one = ProbeRounds.withRandomKey().probe(1, 1, true);
    assertThat(ProbeRounds.withRandomKey().isGenuine(one)).isFalse();
  }

  @Test
  void shouldTakeTheProbesOfTheMemberBeforeForGenuineWhenItHasItsKey() {
    ProbeRounds before = ProbeRounds.withRandomKey();
    ProbeRounds next = ProbeRounds.withRandomKey();
    Probe late = before.probe(1, 1, true);
    next.restore(before.key());
    assertThat(next.isGenuine(late)).isTrue();
    assertThat(next.isOwn(late)).isFalse();
    assertThat(before.isGenuine(next.probe(1, 1, true))).isTrue();
    assertThat(next.key()).isEqualTo(before.key());
    assertThatThrownBy(() -> next.restore(new byte[31]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("found a key of 31 bytes; allowed: 32");
  }

  @Test
  void shouldTellAProbeOfAnotherRunWithTheSameKeyFromItsOwn() {
    ProbeRounds other = ProbeRounds.withKey("secret");
    assertThat(other.isGenuine(probe)).isTrue();
    assertThat(other.isOwn(probe)).isFalse();
    assertThat(rounds.isOwn(probe)).isTrue();
  }
}
