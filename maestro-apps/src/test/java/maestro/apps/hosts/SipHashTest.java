package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SipHashTest {
  /** The 25th of the reference vectors: bytes 0 to 23 under the key of bytes 0 to 15. */
  @Test
  void shouldGiveTheReferencesHashWhenTheInputIsTheReferences() {
    SipHash hash = new SipHash(0x0706_0504_0302_0100L, 0x0f0e_0d0c_0b0a_0908L);
    assertThat(hash.of(0x0706_0504_0302_0100L, 0x0f0e_0d0c_0b0a_0908L, 0x1716_1514_1312_1110L))
        .isEqualTo(0xb8ad_50c6_f649_af94L);
  }

  @Test
  void shouldGiveAnotherHashWhenAKeyOrAWordIsAnother() {
    long hash = new SipHash(1, 2).of(3, 4, 5);
    assertThat(
            new long[] {
              new SipHash(2, 2).of(3, 4, 5),
              new SipHash(1, 1).of(3, 4, 5),
              new SipHash(1, 2).of(2, 4, 5),
              new SipHash(1, 2).of(3, 5, 5),
              new SipHash(1, 2).of(3, 4, 4)
            })
        .doesNotHaveDuplicates()
        .doesNotContain(hash);
  }
}
