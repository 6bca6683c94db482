package maestro.bench.targets;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import maestro.bench.targets.TableResult.Target;
import maestro.bench.targets.TableResult.Unit;
import maestro.config.Nearest;
import maestro.config.Spelled;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.Hocon;
import maestro.config.file.Problems;
import maestro.config.file.Section;
import maestro.emulator.format.ReportPage;

/**
 * Reads {@code targets.conf}: what each row has to reach. The file explains its keys. Used by one
 * thread.
 */
final class TargetsFile {
  private static final String RESOURCE = "targets.conf";
  private static final String MEASURED = "measured";
  private static final double MOST = 1e9;

  /** Which side of a target is better. */
  private enum Direction implements Spelled {
    AT_LEAST,
    AT_MOST
  }

  private final Map<String, RowMethod> methods;
  private final Set<String> named = new LinkedHashSet<>();

  private TargetsFile(Map<String, RowMethod> methods) {
    this.methods = methods;
  }

  /**
   * The rows of the project's table, in the order of its file.
   *
   * @param methods how each row is measured, by the row's name
   * @param words what the titles may quote as {@code ${word}}
   * @throws BadConfigurationException with one line for each mistake: {@code FILE:LINE: key: found
   *     X; allowed: Y}
   */
  static List<TableRow> read(Map<String, RowMethod> methods, Map<String, String> words)
      throws BadConfigurationException {
    return read(RESOURCE, ReportPage.resource(TargetsFile.class, RESOURCE), methods, words);
  }

  /**
   * The same of another text.
   *
   * @param source the name of the text, for messages
   */
  static List<TableRow> read(
      String source, String text, Map<String, RowMethod> methods, Map<String, String> words)
      throws BadConfigurationException {
    Problems problems = new Problems();
    Config own = Hocon.parse(source, text, problems);
    Config all = Hocon.resolve(source, own.withFallback(ConfigFactory.parseMap(words)), problems);
    problems.throwIfAny();
    Section root = Section.root(all, problems);
    words.keySet().forEach(root::has);
    List<TableRow> rows = new TargetsFile(methods).rows(root);
    root.noOtherKeys();
    problems.throwIfAny();
    return rows;
  }

  private List<TableRow> rows(Section root) {
    List<TableRow> rows = new ArrayList<>();
    for (Section section : root.sections("rows")) {
      row(section).ifPresent(rows::add);
      section.noOtherKeys();
    }
    List<String> missing = methods.keySet().stream().filter(name -> !named.contains(name)).toList();
    if (root.isRight("rows") && !missing.isEmpty()) {
      root.problem(
          "rows", "found none of " + String.join(", ", missing) + "; allowed: all of them");
    }
    return rows;
  }

  private Optional<TableRow> row(Section section) {
    String name = section.text("name");
    String title = section.text("title");
    Unit unit = section.choice("unit", Unit.class);
    boolean atLeast = section.choice("direction", Direction.class) == Direction.AT_LEAST;
    double must = section.number("must", 0, MOST);
    double aim =
        section.parsed(
            "aim",
            MEASURED + ", or a number from 0 to 1000000000",
            must,
            text -> MEASURED.equals(text) ? Optional.of(Double.NaN) : number(text));
    if (!section.isRight("name")) {
      return Optional.empty();
    }
    RowMethod method = methods.get(name);
    if (method == null) {
      section.problem(
          "name",
          "found '"
              + name
              + "'; allowed: a row that TableRows measures"
              + Nearest.hint(name, methods.keySet()));
      return Optional.empty();
    }
    if (!named.add(name)) {
      section.problem("name", "found '" + name + "' twice; allowed: each row once");
    }
    if (section.isRight("direction", "must", "aim")) {
      checkAim(section, atLeast, must, aim, method.aim() != null);
    }
    return Optional.of(new TableRow(name, title, new Target(must, aim, atLeast, unit), method));
  }

  private static void checkAim(
      Section section, boolean atLeast, double must, double aim, boolean measured) {
    if (Double.isNaN(aim) != measured) {
      String allowed = measured ? MEASURED + ", since the row measures it" : "a number";
      section.problem("aim", "found " + section.show("aim") + "; allowed: " + allowed);
    } else if (atLeast ? aim < must : aim > must) {
      String allowed = (atLeast ? "at least " : "at most ") + section.show("must") + ", the must";
      section.problem("aim", "found " + section.show("aim") + "; allowed: " + allowed);
    }
  }

  private static Optional<Double> number(String text) {
    if (!text.matches("[0-9]{1,10}(\\.[0-9]{1,9})?")) {
      return Optional.empty();
    }
    return Optional.of(Double.parseDouble(text)).filter(value -> value <= MOST);
  }
}
