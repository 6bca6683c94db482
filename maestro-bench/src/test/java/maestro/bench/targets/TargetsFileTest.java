package maestro.bench.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import maestro.bench.targets.RowMethod.Over;
import maestro.bench.targets.TableResult.Target;
import maestro.bench.targets.TableResult.Unit;
import maestro.config.file.BadConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code targets.conf} may say, and what is said about its mistakes. */
class TargetsFileTest {
  private static final RowMethod METHOD =
      new RowMethod("group", 0, Over.MEDIAN, List.of(), runs -> 1, null);
  private static final RowMethod WITH_AIM =
      new RowMethod("group", 0, Over.MEDIAN, List.of(), runs -> 1, runs -> 2);

  private static final String MAX =
      """
      rows = [
        { name = max
          title = "full speed for "${time}
          unit = ratio
          direction = at-least
          must = 0.6
          aim = 0.85
        }
      ]
      """;

  @Test
  void shouldReadTheRowWhenNothingIsWrong() throws Exception {
    assertThat(read(MAX, "max"))
        .containsExactly(new TableRow("max", "full speed for 5m", Target.ratio(0.6, 0.85), METHOD));
  }

  @Test
  void shouldKeepTheOrderOfTheFileWhenThereAreSeveralRows() throws Exception {
    String text =
        row("b", "unit = seconds, direction = at-most, must = 2, aim = 1")
            + row("a", "unit = per-cent, direction = at-most, must = 2, aim = 2");
    List<TableRow> rows = read("rows = [\n" + text + "]", "a", "b");
    assertThat(rows).extracting(TableRow::name).containsExactly("b", "a");
    assertThat(rows.get(0).target()).isEqualTo(Target.atMost(2, 1, Unit.SECONDS));
    assertThat(rows.get(1).target()).isEqualTo(Target.atMost(2, 2, Unit.PER_CENT));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name = max     | name = maxx   | 2: rows[0].name: found 'maxx'; allowed: a row that"
            + " TableRows measures; did you mean 'max'?",
        "unit = ratio   | unit = miles  | 4: rows[0].unit: found 'miles'; allowed: ratio, per-cent",
        "at-least       | at-lest       | 5: rows[0].direction: found 'at-lest'; allowed: at-least,"
            + " at-most; did you mean 'at-least'?",
        "must = 0.6     | must = -1     | 6: rows[0].must: found -1; allowed: a number from 0",
        "aim = 0.85     | aim = a lot   | 7: rows[0].aim: found 'a lot'; allowed: measured, or a",
        "aim = 0.85     | aim = 0.5     | 7: rows[0].aim: found 0.5; allowed: at least 0.6",
        "at-least       | at-most       | 7: rows[0].aim: found 0.85; allowed: at most 0.6",
        "aim = 0.85     | aim = measured| 7: rows[0].aim: found 'measured'; allowed: a number",
        "must = 0.6     | most = 0.6    | 6: rows[0].most: unknown key; allowed: name, title",
        "rows           | lines         | 1: lines: unknown key; allowed:",
      })
  void shouldSayFileAndLineWhenSomethingIsWrong(String right, String wrong, String message) {
    assertThatThrownBy(() -> read(MAX.replace(right, wrong), "max"))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessageContaining("file.conf:" + message);
  }

  @Test
  void shouldNameTheRowWhenItIsMissing() {
    assertThatThrownBy(() -> read(MAX, "max", "start"))
        .hasMessageContaining("file.conf:1: rows: found none of start; allowed: all of them");
  }

  @Test
  void shouldRefuseWhenARowIsThereTwice() {
    String once = row("a", "unit = seconds, direction = at-most, must = 2, aim = 1");
    assertThatThrownBy(() -> read("rows = [\n" + once + once + "]", "a"))
        .hasMessageContaining("file.conf:3: rows[1].name: found 'a' twice");
  }

  @Test
  void shouldWantTheWordWhenTheRowMeasuresItsAim() throws Exception {
    Map<String, RowMethod> methods = Map.of("max", WITH_AIM);
    assertThatThrownBy(() -> read(MAX, methods))
        .hasMessageContaining("found 0.85; allowed: measured, since the row measures it");
    TableRow row = read(MAX.replace("0.85", "measured"), methods).get(0);
    assertThat(row.target().aim()).isNaN();
  }

  private static String row(String name, String rest) {
    return "{ name = " + name + ", title = t, " + rest + " }\n";
  }

  private static List<TableRow> read(String text, String... names)
      throws BadConfigurationException {
    Map<String, RowMethod> methods = new LinkedHashMap<>();
    for (String name : names) {
      methods.put(name, METHOD);
    }
    return read(text, methods);
  }

  private static List<TableRow> read(String text, Map<String, RowMethod> methods)
      throws BadConfigurationException {
    return TargetsFile.read("file.conf", text, methods, Map.of("time", "5m"));
  }
}
