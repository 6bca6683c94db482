package maestro.bench.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.format.Figures;

/** Figures and verdicts for a terminal. Stateless. */
public final class PaperText {
  private static final double BYTES_PER_MB = 1 << 20;

  private static final Table<PaperEntry> LIST =
      Table.of(
          new Column<>("id", PaperEntry::id),
          new Column<>("paper", PaperEntry::place),
          new Column<>("how", entry -> entry.kind().badge()),
          new Column<>("claims", entry -> String.valueOf(entry.claims().size())),
          new Column<>("it needs", "time", PaperText::time),
          new Column<>("it needs", "cores", entry -> whole(entry.needs().cores())),
          new Column<>("it needs", "MB", PaperText::megabytes));

  private static final Table<PaperFigure> VERDICTS =
      Table.of(
          new Column<>("id", figure -> figure.entry().id()),
          new Column<>("paper", f -> f.entry().place()),
          new Column<>("how", PaperFigure::badge),
          new Column<>("claims", "that hold", PaperFigure::score),
          new Column<>("verdict", figure -> figure.verdict().words()));

  private PaperText() {}

  /** What can be repeated. */
  public static String list(List<PaperEntry> entries) {
    double all = entries.stream().mapToDouble(entry -> entry.needs().seconds()).sum();
    return LIST.text(entries)
        + String.format(
            Locale.ROOT,
            "%s; with %s all of them take %s%n",
            figures(entries.size()),
            Figures.count(PaperRun.USUAL_ROUNDS, "round", "rounds"),
            PaperRun.text(all));
  }

  /** How many there are, in words. */
  static String figures(long count) {
    return Figures.count(count, "figure or table", "figures and tables");
  }

  /** The verdicts, and below them what does not hold. */
  public static String verdicts(List<PaperFigure> figures) {
    StringBuilder out = new StringBuilder(VERDICTS.text(figures));
    for (PaperFigure figure : figures) {
      List<String> lines = new ArrayList<>();
      if (figure.entry().kind() == PaperKind.NONE) {
        lines.add("not repeated: " + figure.entry().differs());
      }
      if (!figure.failure().isEmpty()) {
        lines.add("not all was measured: " + figure.failure());
      }
      for (Judged judged : figure.claims()) {
        if (judged.verdict() != Verdict.HOLDS || judged.hasChanged()) {
          lines.add(judged.verdict().words() + ": " + judged.claimed().says());
          lines.add("  " + judged.claimed().text());
          lines.add("  " + judged.reason());
          if (judged.hasChanged()) {
            lines.add("  another verdict than before: " + judged.claimed().expected().words());
          } else if (!judged.known().isEmpty()) {
            lines.add("  " + judged.known());
          }
        }
      }
      if (!lines.isEmpty()) {
        out.append('\n').append(figure.entry().id()).append('\n');
        lines.forEach(line -> out.append("  ").append(line).append('\n'));
      }
    }
    return out.toString();
  }

  private static String time(PaperEntry entry) {
    double seconds = entry.needs().seconds();
    return seconds == 0 ? Figures.UNKNOWN : PaperRun.text(seconds);
  }

  private static String megabytes(PaperEntry entry) {
    return whole(entry.needs().memoryBytes() / BYTES_PER_MB);
  }

  private static String whole(double number) {
    return number == 0 ? Figures.UNKNOWN : String.format(Locale.ROOT, "%.0f", number);
  }
}
