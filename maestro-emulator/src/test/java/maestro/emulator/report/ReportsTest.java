package maestro.emulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import maestro.emulator.format.Figures;
import org.junit.jupiter.api.Test;

class ReportsTest {
  private static final List<RunResult> FIVE = SampleResults.five();
  private static final RunResult BROKEN =
      SampleResults.broken(FIVE.get(0), new ErrorCounts(1, 2, 25, 3, 4, 5, 6, 2000, 8, 9, 10));

  @Test
  void shouldLineUpWhenSeveralRunsStandSideBySide() {
    List<String> all = TextReport.table(FIVE).lines().toList();
    assertThat(all.get(0))
        .isEqualTo(
            "skewed-overload: 79 switches; 7,900 hosts; load rate, zipf(1.0), 2 x capacity;"
                + " 60 B frames buffered; OpenFlow 1.3");
    List<String> lines = fullTable(FIVE);
    assertThat(lines).hasSize(17);
    assertThat(lines.get(1)).startsWith("controller").contains("Jain").endsWith("errors");
    assertThat(lines.subList(1, 7)).extracting(String::length).containsOnly(lines.get(1).length());
    assertThat(lines.get(1).length()).isLessThanOrEqualTo(128);
    assertThat(lines.get(6)).startsWith("fair-share ").contains(" 6.89 M ").contains(" 0.080 ");
    assertThat(lines.get(7)).isEmpty();
    assertThat(lines.get(8)).startsWith("one round of each");
    assertThat(lines.get(11)).startsWith("over time").endsWith("its planned gaps, ms");
    assertThat(lines.subList(11, 17)).extracting(String::length).allMatch(width -> width <= 110);
    assertThat(lines.get(16)).startsWith("fair-share ").contains(" 000000000000004f ");
  }

  /** From the table of all numbers on. */
  private static List<String> fullTable(List<RunResult> results) {
    List<String> lines = TextReport.table(results).lines().toList();
    int titles = 0;
    while (!lines.get(titles).contains("Jain")) {
      titles++;
    }
    return lines.subList(titles - 1, lines.size());
  }

  @Test
  void shouldSayFirstWhoIsStarvedAndWhoWaitsWhenTheOverloadIsSkewed() {
    List<String> lines = TextReport.table(FIVE).lines().toList();
    assertThat(lines.get(2))
        .matches(
            "Asked for: 14\\.0 M requests/s, \\d+\\.\\d+ M of them by \\d+ of 79 switches, more .*");
    assertThat(lines.get(5)).contains("light switches", "heavy switches");
    assertThat(lines.get(6)).startsWith("controller").contains("least, %", "wait, ms", "starved");
    assertThat(lines.subList(7, 12))
        .extracting(line -> line.replaceFirst(" .*", ""))
        .containsExactlyElementsOf(FIVE.stream().map(RunResult::controller).toList());
    assertThat(lines.subList(6, 12)).extracting(String::length).allMatch(width -> width <= 120);
    assertThat(lines.get(8)).as("waits longest").endsWith(" " + "#".repeat(24));
    assertThat(lines.get(11)).as("has the shortest bar").endsWith(" #").contains(" 0.080 ");
    assertThat(starved(lines.get(8))).isGreaterThan(5);
    assertThat(starved(lines.get(11))).isZero();
  }

  private static int starved(String line) {
    return Integer.parseInt(line.replaceFirst(" +#+$", "").replaceFirst(".* ", ""));
  }

  @Test
  void shouldSayNothingOfLightAndHeavySwitchesWhenOneControllerStandsAlone() {
    assertThat(TextReport.table(FIVE.subList(4, 5))).doesNotContain("Asked for", "starved");
  }

  @Test
  void shouldSayWhoAnsweredAndHowLongAChangeTookWhenThereAreSeveralControllers() {
    RunResult run = FIVE.get(0);
    Answerers quiet = new Answerers(0, 0, 0, Double.NaN, 0);
    List<SwitchResult> switches =
        List.of(
            answered(run.switches().get(0), new Answerers(1, 20, 1, 4e8, 3)),
            answered(run.switches().get(1), new Answerers(2, 30, 2, 5.5e8, 0)),
            answered(run.switches().get(2), quiet));

    assertThat(
            TextReport.table(
                List.of(SampleResults.with(run, switches, run.answers(), run.windows()))))
        .contains(
            "shared-queue: 3 answers by a second controller, 50 requests answered by nobody, 3"
                + " messages of a slave refused\n",
            "shared-queue: another controller answered at 2 of 3 switches; the longest change took"
                + " 550 ms, at switch 0000000000000002\n");
    assertThat(
            TextReport.table(
                List.of(
                    SampleResults.with(run, switches.subList(2, 3), run.answers(), run.windows()))))
        .doesNotContain("another controller answered");
    assertThat(TextReport.table(List.of(run))).doesNotContain("second controller");
  }

  private static SwitchResult answered(SwitchResult s, Answerers answerers) {
    return new SwitchResult(
        s.dpid(),
        s.weight(),
        s.offeredRequestsPerSecond(),
        s.refusedRequests(),
        s.sentRequests(),
        s.answeredRequests(),
        s.fairShareRequestsPerSecond(),
        s.deviation(),
        s.delay(),
        s.overTime(),
        answerers);
  }

  @Test
  void shouldSayWhatMustBeKnownWhenRunIsNotGood() {
    String table = TextReport.table(List.of(BROKEN));
    assertThat(table)
        .contains("shared-queue *")
        .contains("* shared-queue: partial: the controller closed 3 connections after 4.2 s\n")
        .contains("* shared-queue: the emulator was the bottleneck: sockets were full 12 %")
        .contains("* other programs used processors meanwhile (shared-queue: 1.3): delays are")
        .contains(
            "shared-queue: errors: wrong port 1, wrong match 2, refused entry 25, wrong in_port 3, changed packet 4,"
                + " cut packet 5, malformed 6, double 2,000, unasked 8, out of order 9, missing"
                + " 10\n")
        .contains("shared-queue: errors of the probing switch: double 3, missing 25\n")
        .contains("shared-queue: errors of the warm-up, not counted: double 7\n")
        .contains("shared-queue: first wrong port: expected port 1, came port 2\n")
        .contains("\nshared-queue: 3,500,000 right answers went to all ports\n")
        .contains(" mixed   2,101\n")
        .contains(
            "shared-queue: answered by a FLOW_MOD: 5, by a PACKET_OUT: 4,000,000, by both: 0\n")
        .contains(Figures.UNKNOWN);
    assertThat(TextReport.table(FIVE)).doesNotContain("*");
  }

  @Test
  void shouldMarkTheLinesOfBothTablesWhenOtherProgramsUsedProcessors() {
    RunResult disturbed = SampleResults.disturbed(FIVE.get(4), 1.32);
    List<String> lines = fullTable(List.of(FIVE.get(0), disturbed));
    assertThat(lines.get(2)).startsWith("shared-queue    ");
    assertThat(lines.get(3)).startsWith("fair-share *  ");
    assertThat(lines.get(5))
        .startsWith("* other programs used processors meanwhile (fair-share: 1");
    assertThat(lines).filteredOn(line -> line.startsWith("fair-share *  ")).hasSize(2);
    assertThat(lines).filteredOn(line -> line.contains("*")).hasSize(3);
  }

  @Test
  void shouldWarnAboveAllChartsOfThePageWhenOtherProgramsUsedProcessors() {
    RunResult disturbed = SampleResults.disturbed(FIVE.get(4), 1.32);
    String page = HtmlReport.page(List.of(FIVE.get(0), disturbed));
    String warning = "The numbers of fair-share are doubtful (*).";
    assertThat(page).containsOnlyOnce(warning);
    assertThat(page.indexOf(warning)).isLessThan(page.indexOf("{\"place\":\"first\"}"));
    assertThat(page).containsOnlyOnce("\"doubtful\":true").containsOnlyOnce("\"doubtful\":false");
    assertThat(HtmlReport.page(FIVE)).doesNotContain("are doubtful (*)", "\"doubtful\":true");
  }

  @Test
  void shouldSayThatOneRoundIsNoProofWhenSeveralAreCompared() {
    String note = "\none round of each: a difference may be chance; --rounds 5 shows";
    assertThat(TextReport.table(FIVE)).contains(note);
    assertThat(TextReport.table(FIVE.subList(0, 1))).doesNotContain(note);
    RunResult a = SampleResults.run("a", 1e6, 0.01, 1, 0.2, 1);
    RunResult b = SampleResults.run("b", 1e6, 0.01, 1, 0.2, 1);
    assertThat(TextReport.table(List.of(a, b, a.inRound(2), b.inRound(2)))).doesNotContain(note);
  }

  @Test
  void shouldSayWhichCapacityWasUsedWhenRatesAreRelative() {
    RunResult settled = FIVE.get(4).relativeTo(new RunResult.Capacity(1.1e6, 7, true));
    assertThat(TextReport.table(List.of(settled)))
        .contains(
            "\nfair-share: rates are relative to a capacity of 1.10 M requests/s, which had settled"
                + " after 7.0 s\n")
        .doesNotContain("*");
    RunResult rising = FIVE.get(4).relativeTo(new RunResult.Capacity(66e3, 20, false));
    assertThat(TextReport.table(List.of(rising)))
        .contains("\nfair-share * ")
        .contains(
            "\n* fair-share: the capacity of 66.0 k requests/s still rose after 20.0 s: the rates"
                + " may be too low\n");
    assertThat(TextReport.table(FIVE)).doesNotContain("capacity of");
  }

  @Test
  void shouldHaveOneCellForEachTitleWhenCsv() {
    for (String csv : List.of(CsvReport.summary(FIVE), CsvReport.switches(FIVE))) {
      List<String> lines = csv.lines().toList();
      assertThat(lines)
          .extracting(line -> line.split(",", -1).length)
          .containsOnly(lines.get(0).split(",", -1).length);
    }
    assertThat(CsvReport.summary(List.of(BROKEN)))
        .contains(",1,2,25,3,4,5,6,2000,8,9,10,28,7,3500000,true,0,");
    assertThat(CsvReport.summary(FIVE).lines()).hasSize(6);
    assertThat(CsvReport.switches(FIVE).lines()).hasSize(1 + 5 * 79);
  }

  @Test
  void shouldQuoteNamesAndLeaveUnknownEmptyWhenCsv() {
    RunResult named = SampleResults.run("a,\"b\"", 1e6, 0.01, 1, Double.NaN, 1);
    assertThat(CsvReport.summary(List.of(named)))
        .contains("\n\"a,\"\"b\"\"\",")
        .contains(",,0.02,0,0,0,0,0,0,0,0,0,0,0,0,0,0,false,0,");
  }

  @Test
  void shouldNeedNothingElseWhenPageIsOpened() {
    String page = HtmlReport.page(FIVE);
    assertThat(page.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http:", "https:", "//cdn");
    assertThat(page)
        .contains("default-src 'none'")
        .doesNotContain("/*DATA*/", "/*STYLE*/", "/*SCRIPT*/");
    assertThat(page).doesNotContain("<link", "@import", "src=\"");
  }

  @Test
  void shouldKeepTheDataWhenNameTriesToEndTheScript() throws Exception {
    RunResult named = SampleResults.run("</script><b>", 1e6, 0.01, 1, 1, 1);
    String page = HtmlReport.page(List.of(named));
    assertThat(page).doesNotContain("</script><b>");
    String start = "id=\"data\">";
    int from = page.indexOf(start) + start.length();
    String json = page.substring(from, page.indexOf("</script>", from));
    assertThat(new ObjectMapper().readTree(json).get(0).get("controller").textValue())
        .isEqualTo("</script><b>");
  }

  @Test
  void shouldKeepThreeDigitsWhenNumbersAreShown() {
    assertThat(Figures.rate(1_843_211)).isEqualTo("1.84 M");
    assertThat(Figures.rate(850_000)).isEqualTo("850 k");
    assertThat(Figures.rate(999_700)).isEqualTo("1.00 M");
    assertThat(Figures.rate(12)).isEqualTo("12.0");
    assertThat(Figures.milliseconds(84_321)).isEqualTo("0.084");
    assertThat(Figures.milliseconds(342.9e6)).isEqualTo("343");
    assertThat(Figures.deviation(-0.0312)).isEqualTo("-3.1");
    assertThat(Figures.deviation(2)).isEqualTo("+200");
    assertThat(Figures.deviation(-0.0001)).isEqualTo("0.0");
    assertThat(Figures.index(0.99999)).isEqualTo("0.9999");
    assertThat(Figures.index(1)).isEqualTo("1.0000");
    assertThat(Figures.index(1.00001)).isEqualTo("1.0001");
    assertThat(Figures.index(0.9877)).isEqualTo("0.9877");
    assertThat(PageData.shortened(0.9999996)).isEqualByComparingTo("0.999999");
    assertThat(PageData.shortened(0.12345678)).isEqualByComparingTo("0.123457");
    assertThat(PageData.shortened(1)).isEqualByComparingTo("1");
    assertThat(Figures.seconds(Double.NaN)).isEqualTo(Figures.UNKNOWN);
  }

  @Test
  void shouldSayInTableJsonPageAndCsvWhatAControllerWasStartedWith() throws Exception {
    String meaning = "static-partition, maestro.distribution.preset=nox";
    RunResult nox = SampleResults.run("nox", 6.4e6, 0.45, 12.0, 0.2, 2).startedWith(meaning);
    List<RunResult> results =
        List.of(nox, SampleResults.run("fair-share", 6.9e6, 0, 0.08, 0.18, 5));
    assertThat(TextReport.table(results))
        .contains("\nnox: " + meaning + "\n")
        .doesNotContain("\nfair-share: ");
    assertThat(ResultJson.read(ResultJson.write(results)).get(0).subject().startedWith())
        .isEqualTo(meaning);
    assertThat(HtmlReport.page(results)).contains("\"startedWith\":\"" + meaning + "\"");
    assertThat(CsvReport.summary(results).lines().skip(1).findFirst().orElseThrow())
        .startsWith("nox,")
        .endsWith(",\"" + meaning + "\"");
  }
}
