package maestro.emulator.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import org.junit.jupiter.api.Test;

/** One list of columns, and all that is made of it. */
class TableTest {
  private record Run(String name, double delayNs, OptionalDouble cores, String note) {}

  private static final List<Run> RUNS =
      List.of(
          new Run("a, \"b\"", 1.5e6, OptionalDouble.of(2.5), "fine"),
          new Run("<c>", Double.NaN, OptionalDouble.empty(), "late"));

  private static final Table<Run> TABLE =
      Table.of(
          new Column<>("run", Run::name),
          new Column<>("delay, ms", "p99", Figures::milliseconds, Run::delayNs),
          new Column<>("delay, ms", "none", run -> ""),
          new Column<>("cores", run -> Figures.seconds(run.cores())),
          Column.words("note", Run::note));

  @Test
  void shouldLineUpUnderGroupsAndTitlesWhenText() {
    assertThat(TABLE.text(RUNS))
        .isEqualTo(
            """
                     delay, ms
            run      p99  none  cores  note
            a, "b"  1.50         2.50  fine
            <c>        –            –  late
            """);
  }

  @Test
  void shouldHaveNoLineOfTitlesWhenThereIsNone() {
    Table<Run> bare = Table.of(new Column<>("", Run::name), Column.words("", Run::note));
    assertThat(bare.text(RUNS)).isEqualTo("a, \"b\"  fine\n<c>     late\n");
  }

  @Test
  void shouldHaveNumbersAsTheyAreWhenCsv() {
    Table<Run> plain =
        Table.of(
            new Column<>("run", Run::name),
            new Column<>("", "delay_ns", Figures::milliseconds, Run::delayNs),
            new Column<>("cores", Run::cores));
    assertThat(plain.csv(RUNS.stream()))
        .isEqualTo("run,delay_ns,cores\n\"a, \"\"b\"\"\",1500000.0,2.5\n<c>,,\n");
  }

  @Test
  void shouldAlignColumnsWhenMarkdown() {
    assertThat(TABLE.markdown(RUNS))
        .startsWith(
            "| run | delay, ms p99 | delay, ms none | cores | note |\n|---|--:|--:|--:|---|\n")
        .endsWith("| <c> | – |  | – | late |\n");
  }

  @Test
  void shouldBeDrawnFromDataThatCannotEndTheirElementWhenOnAPage() {
    String page =
        new ReportPage("A page", "a file")
            .section("The runs", "How to read it.", TABLE.of(RUNS))
            .html();
    assertThat(page)
        .contains("\"id\":\"the-runs\"", "[\"a, \\\"b\\\"\",\"1.50\",\"\",\"2.50\",\"fine\"]")
        .contains("\"\\u003cc>\"")
        .doesNotContain("\"<c>", "/*PARTS*/", "/*DATA*/", "/*TITLE*/");
  }

  @Test
  void shouldKeepFourDigitsWithoutZerosWhenAmount() {
    assertThat(List.of(1_500_000.0, 20_000.0, 0.25, 0.0, 1234.56, -3.0))
        .extracting(Figures::amount)
        .containsExactly("1.5 M", "20 k", "0.25", "0", "1.235 k", "-3");
    assertThat(Figures.amount(Double.NaN)).isEqualTo(Figures.UNKNOWN);
  }
}
