package maestro.apps.probing;

import static org.assertj.core.api.Assertions.assertThat;

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
    Probe golden =
        new Probe(0x2a, 3, 0x0102030405060708L, true, 0xceecfdccfc9b779aL, 0xb326d12ec146dc64L);
    assertThat(rounds.isGenuine(golden)).isTrue();
    assertThat(ProbeRounds.withKey("other").isGenuine(golden)).isFalse();
  }

  @Test
  void shouldTellAForgedProbeWhenAnythingOfItIsChanged() {
    long high = probe.sealHigh();
    long low = probe.sealLow();
    long round = probe.round();
    assertThat(rounds.isGenuine(new Probe(0x2b, 3, round, true, high, low))).isFalse();
    assertThat(rounds.isGenuine(new Probe(0x2a, 4, round, true, high, low))).isFalse();
    assertThat(rounds.isGenuine(new Probe(0x2a, 3, round + 1, true, high, low))).isFalse();
    assertThat(rounds.isGenuine(new Probe(0x2a, 3, round, false, high, low))).isFalse();
    assertThat(rounds.isGenuine(new Probe(0x2a, 3, round, true, high ^ 1, low))).isFalse();
    assertThat(rounds.isGenuine(new Probe(0x2a, 3, round, true, high, low ^ 1))).isFalse();
  }

  @Test
  void shouldCountAgeInRounds() {
    assertThat(rounds.age(probe)).isZero();
    rounds.next();
    rounds.next();
    assertThat(rounds.age(probe)).isEqualTo(2);
  }

  @Test
  void shouldUseAnotherKeyAndRoundAtEachStart() {
    Probe one = ProbeRounds.withRandomKey().probe(1, 1, true);
    ProbeRounds next = ProbeRounds.withRandomKey();
    assertThat(next.isGenuine(one)).isFalse();
    assertThat(Math.abs(next.age(one))).isGreaterThan(1000);
    assertThat(Math.abs(ProbeRounds.withKey("secret").age(probe))).isGreaterThan(1000);
  }
}
