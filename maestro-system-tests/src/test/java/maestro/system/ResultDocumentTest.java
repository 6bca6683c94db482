package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import maestro.emulator.report.CsvReport;
import maestro.emulator.report.RunResult;
import org.junit.jupiter.api.Test;

/** Each key and each column of the emulator's files stands in the document about them. */
class ResultDocumentTest {
  private static final Path DOCUMENT = Rigs.PROJECT.resolve("docs/result-files.md");

  @Test
  void shouldDescribeEachKeyAndColumnWhenAFileHasIt() throws Exception {
    String text = Files.readString(DOCUMENT);
    Set<String> names = new TreeSet<>();
    addKeys(RunResult.class, names);
    assertThat(names).contains("throughputRequestsPerSecond", "answeredRequests", "doubled");
    addColumns(CsvReport.summary(List.of()), names);
    addColumns(CsvReport.switches(List.of()), names);
    assertThat(names).contains("probing_at_least_from_ns", "longest_planned_gap_ns");
    names.removeIf(name -> text.matches("(?s).*[`.]" + name + "[`\\[.].*"));
    assertThat(names).as("not in %s", DOCUMENT).isEmpty();
  }

  /** The components of a record, and of those that it has. Some of these are no keys themselves. */
  private static void addKeys(Type type, Set<String> names) {
    if (type instanceof ParameterizedType list) {
      addKeys(list.getActualTypeArguments()[0], names);
    } else if (type instanceof Class<?> kind && kind.isRecord()) {
      for (RecordComponent each : kind.getRecordComponents()) {
        if (!each.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
          names.add(each.getName());
        }
        addKeys(each.getGenericType(), names);
      }
    }
  }

  private static void addColumns(String csv, Set<String> names) {
    names.addAll(List.of(csv.lines().findFirst().orElseThrow().split(",")));
  }
}
