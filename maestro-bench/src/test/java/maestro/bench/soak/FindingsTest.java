package maestro.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import maestro.bench.soak.SoakResult.Answers;
import maestro.bench.soak.SoakResult.Finding;
import maestro.bench.soak.SoakResult.Reloads;
import maestro.bench.soak.SoakResult.Sample;
import maestro.bench.soak.SoakResult.SlowReaders;
import maestro.bench.soak.SoakResult.Verdict;
import org.junit.jupiter.api.Test;

class FindingsTest {
  private static final double MIB = 1 << 20;
  private static final SlowReaders SLOW = new SlowReaders(7, 3, 0);

  private final Findings findings = new Findings();

  /** An hour of looks at a controller whose memory and descriptors grow by so much in it. */
  private static List<Sample> hour(double heapGrowthBytes, double descriptorGrowth) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i <= 60; i++) {
      double part = i / 60.0;
      int switches = 10 + i % 5;
      samples.add(
          new Sample(
              i * 60,
              5_000,
              switches,
              i % 2 == 0 ? 20 * MIB + part * heapGrowthBytes : Double.NaN,
              i % 2 == 0 ? 8 * MIB : Double.NaN,
              200 * MIB,
              40 + switches + part * descriptorGrowth,
              30,
              5,
              1e6,
              2e6));
    }
    return samples;
  }

  private Finding find(String what) {
    return findings.findings().stream().filter(f -> f.what().equals(what)).findFirst().get();
  }

  @Test
  void shouldFindNothingBadWhenAllIsFlatAndAnswered() {
    findings.lost(new Answers(100, 100, 0, 0, 0, 0, 0, 0, 40), 0, SLOW, new Reloads(4, 4));
    findings.grown(hour(0, 0));
    assertThat(findings.findings()).extracting(Finding::verdict).doesNotContain(Verdict.BAD);
    assertThat(find("heap after a collection").word()).isEqualTo("flat");
    assertThat(find("descriptors beyond one a switch").found()).isEqualTo("40, +0.0 an hour");
    assertThat(find("resident memory").verdict()).isEqualTo(Verdict.TOLD);
  }

  @Test
  void shouldSayWhatGrowsWhenItDoes() {
    findings.grown(hour(10 * MIB, 60));
    assertThat(find("heap after a collection").word()).isEqualTo("GROWS");
    assertThat(find("heap after a collection").found()).endsWith("+10.00 MiB an hour");
    assertThat(find("descriptors beyond one a switch").word()).isEqualTo("GROWS");
    assertThat(find("direct memory").word()).isEqualTo("flat");
    assertThat(find("threads").word()).isEqualTo("flat");
  }

  @Test
  void shouldNotKnowWhenNobodyCouldLook() {
    findings.grown(hour(0, 0).subList(0, 3));
    assertThat(findings.findings()).extracting(Finding::verdict).containsOnly(Verdict.UNKNOWN);
  }

  @Test
  void shouldSayWhatWasLostWhenItWas() {
    findings.lost(
        new Answers(100, 90, 4, 1, 2, 3, 0, 0, 0), 1, new SlowReaders(7, 3, 2), new Reloads(4, 3));
    assertThat(findings.findings()).extracting(Finding::verdict).containsOnly(Verdict.BAD);
    assertThat(find("answers missing").found()).isEqualTo("4 of 100 requests");
    assertThat(find("answers wrong, double, unasked, out of order, malformed").found())
        .startsWith("6 ");
  }
}
