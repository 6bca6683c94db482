package maestro.bench.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import maestro.bench.isolation.IsolationResult.Noticed;
import maestro.bench.isolation.IsolationResult.Reaction;
import maestro.emulator.controller.Footprint;
import maestro.emulator.report.MachineFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of attacks: the verdict first. */
class IsolationReportTest {
  private static final Noticed CALM = new Noticed(1500, 0, 0, 0, "", 400_000, 2_000_000);
  private static final IsolationResult KEPT =
      result("bad-lengths", new Noticed(2000, 0, 0, 0, "", 900_000, 12_000_000));
  private static final IsolationResult LOST =
      result("<reset>", new Noticed(2000, 3, 0, 1, "", 900_000, 30_000_000));

  @TempDir private Path folder;

  @Test
  void shouldSayInOneLineThatNothingWasLost() {
    assertThat(IsolationReport.verdict(isolation(KEPT, KEPT)))
        .isEqualTo(
            "2 attacks: no answer of the good switch was lost, wrong or doubled;"
                + " its worst delay 12.0 ms, in peace 2.00 ms");
  }

  @Test
  void shouldSayInOneLineWhatWasLost() {
    assertThat(IsolationReport.verdict(isolation(KEPT, LOST)))
        .isEqualTo(
            "1 of 2 attacks broke what is promised: answers of the good switch: 3 lost, 0 wrong,"
                + " 1 doubled; its worst delay 30.0 ms, in peace 2.00 ms");
  }

  @Test
  void shouldBeginWithTheVerdictWhenShownOnATerminal() {
    Isolation isolation = isolation(KEPT);
    List<String> lines = IsolationReport.table(isolation).lines().toList();
    assertThat(lines.get(0)).isEqualTo(IsolationReport.verdict(isolation));
    assertThat(lines.get(3)).startsWith("attack ").contains(" lost  wrong  doubled  asked ");
  }

  @Test
  void shouldSayWhenWhereAndAgainstWhatInEveryForm() throws Exception {
    Path page = IsolationReport.write(folder, isolation(KEPT, LOST));
    List<String> facts = List.of("2026-01-01T00:00:00Z", "Maestro, fair-share", "2 cores");
    assertThat(Files.readString(folder.resolve("isolation.md"))).contains(facts);
    assertThat(Files.readString(folder.resolve("isolation.json")))
        .contains("\"startedAt\" : \"2026-01-01T00:00:00Z\"", "\"openflow\" : \"1.3\"");
    assertThat(Files.readString(page))
        .contains(facts)
        .contains("OpenFlow 1.3", "1 of 2 attacks broke", "\\u003creset>")
        .doesNotContain("/*DATA*/", "/*SCRIPT*/", "<reset>");
  }

  private static Isolation isolation(IsolationResult... results) {
    MachineFacts machine = new MachineFacts(2, 2, "", 0, "Java", "Linux");
    return new Isolation(
        "2026-01-01T00:00:00Z", machine, "Maestro, fair-share", "1.3", List.of(results));
  }

  private static IsolationResult result(String attack, Noticed beside) {
    Footprint same = new Footprint(true, 50, 20, 1 << 20, 1 << 24);
    Reaction reaction = new Reaction(0, 7, 7, 38_000_000, 0, "");
    return new IsolationResult(
        attack, "Nobody is hurt.", "Tries.", 7, 1, reaction, beside, CALM, same, same);
  }
}
