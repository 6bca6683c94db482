package maestro.emulator.difference;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import maestro.emulator.report.Rounds;
import maestro.emulator.report.RunResult;

/**
 * Two files of results side by side. Immutable.
 *
 * @param a the first
 * @param b the second
 * @param controllers those that are in both
 * @param warnings what else differs, so that it may be what makes the difference; a line each
 */
public record Difference(
    StoredResults a,
    StoredResults b,
    List<ControllerDifference> controllers,
    List<String> warnings) {
  private static final String UNKNOWN = "unknown";

  /** Keeps copies of the lists. */
  public Difference {
    controllers = List.copyOf(controllers);
    warnings = List.copyOf(warnings);
  }

  /** Puts the controllers of one name side by side; the only ones of both files, too. */
  public static Difference of(StoredResults a, StoredResults b) {
    List<ControllerDifference> both = new ArrayList<>();
    List<String> warnings = new ArrayList<>(conditions(a, b));
    if (a.controllers().size() == 1 && b.controllers().size() == 1) {
      both.add(beside(a.controllers().get(0), b.controllers().get(0), warnings));
    } else {
      for (Rounds of : a.controllers()) {
        find(b, of.controller()).ifPresent(other -> both.add(beside(of, other, warnings)));
      }
      alone(a, b, "A").ifPresent(warnings::add);
      alone(b, a, "B").ifPresent(warnings::add);
    }
    marks(a, "A", warnings);
    marks(b, "B", warnings);
    return new Difference(a, b, both, warnings);
  }

  private static ControllerDifference beside(Rounds a, Rounds b, List<String> warnings) {
    String ofA = a.typical().subject().startedWith();
    String ofB = b.typical().subject().startedWith();
    if (!ofA.equals(ofB)) {
      warnings.add(
          "what %s was started with differs: A %s, B %s"
              .formatted(a.controller(), text(ofA), text(ofB)));
    }
    return ControllerDifference.of(a, b);
  }

  private static Optional<Rounds> find(StoredResults in, String name) {
    return in.controllers().stream().filter(r -> r.controller().equals(name)).findFirst();
  }

  private static Optional<String> alone(StoredResults in, StoredResults other, String file) {
    List<String> names = new ArrayList<>(in.names());
    names.removeAll(other.names());
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of("only in " + file + ": " + String.join(", ", names));
  }

  private static List<String> conditions(StoredResults a, StoredResults b) {
    List<String> lines = new ArrayList<>();
    compare(lines, a, b, "scenario", r -> r.subject().scenario().name());
    compare(lines, a, b, "load", r -> r.subject().scenario().load());
    compare(lines, a, b, "switches", r -> r.subject().scenario().switchCount());
    compare(lines, a, b, "hosts", r -> r.subject().scenario().hostCount());
    compare(lines, a, b, "frame size, bytes", r -> r.subject().scenario().frameSizeBytes());
    compare(lines, a, b, "buffered", r -> r.subject().scenario().buffered());
    compare(lines, a, b, "OpenFlow", r -> r.subject().scenario().openflow());
    compare(lines, a, b, "measured, s", r -> Math.round(r.answers().measuredSeconds() * 10) / 10.0);
    compare(lines, a, b, "emulator threads", r -> r.subject().scenario().emulatorThreads());
    compare(lines, a, b, "agents", r -> r.subject().scenario().agentCount());
    compare(lines, a, b, "processor", r -> r.subject().machine().processor());
    compare(lines, a, b, "cores", r -> r.subject().machine().coreCount());
    compare(lines, a, b, "memory, GiB", r -> r.subject().machine().memoryBytes() >> 30);
    compare(lines, a, b, "system", r -> r.subject().machine().os());
    compare(lines, a, b, "Java", r -> r.subject().machine().jvm());
    compare(lines, a, b, "emulator version", r -> r.subject().emulatorVersion());
    return lines;
  }

  private static void compare(
      List<String> lines,
      StoredResults a,
      StoredResults b,
      String what,
      Function<RunResult, Object> fact) {
    Object ofA = fact.apply(a.first());
    Object ofB = fact.apply(b.first());
    if (!Objects.equals(ofA, ofB)) {
      lines.add(what + " differs: A " + text(ofA) + ", B " + text(ofB));
    }
  }

  private static String text(Object fact) {
    String text = String.valueOf(fact);
    return text.isEmpty() ? UNKNOWN : text;
  }

  /** What the tables of the runs would have marked with an asterisk. */
  private static void marks(StoredResults in, String file, List<String> warnings) {
    for (Rounds rounds : in.controllers()) {
      rounds.marks().forEach(m -> warnings.add(file + ": " + rounds.controller() + ": " + m));
    }
  }
}
