package maestro.bench.paper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import maestro.bench.paper.PaperEntry.Claimed;
import maestro.bench.paper.PaperEntry.CurveKind;
import maestro.bench.paper.PaperEntry.Line;
import maestro.bench.paper.PaperEntry.Needs;
import maestro.bench.paper.PaperEntry.Paper;
import maestro.bench.paper.PaperEntry.Place;
import maestro.bench.paper.PaperEntry.Run;
import maestro.bench.paper.PaperEntry.Shown;
import maestro.bench.paper.PaperEntry.Sweep;
import maestro.config.Nearest;
import maestro.config.Ordering;
import maestro.config.file.Section;
import maestro.config.file.Section.Item;
import maestro.emulator.condition.Claim;
import maestro.emulator.condition.Claim.Vocabulary;
import maestro.emulator.condition.ConditionException;

/** Reads one figure. Used once, by one thread. */
final class EntryReader {
  private static final int MAX_WORKERS = 256;
  private static final int MAX_CORES = 1024;
  private static final double MAX_SECONDS = 24 * 3600;
  private static final int LEAST_MEMORY_BYTES = 1 << 20;
  private static final Pattern ID = Pattern.compile("[a-z][a-z0-9-]{0,39}");

  /** What claims can name. */
  private static final Pattern NAME =
      Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,6})?[kM]?|[A-Za-z][A-Za-z0-9-]{0,39}");

  /** What is run for a figure that is not repeated. */
  private static final Run NOTHING =
      new Run(Optional.empty(), List.of(), List.of(), Optional.empty(), true, "", 1);

  private final Paper paper;
  private final Path folder;
  private final Section section;

  EntryReader(Paper paper, Path folder, Section section) {
    this.paper = paper;
    this.folder = folder;
    this.section = section;
  }

  /** The figure; to be thrown away when there are problems. */
  PaperEntry read() {
    if (!ID.matcher(section.name()).matches()) {
      section.problem("figure", "found '" + section.name() + "'; allowed: a-z, 0-9 and hyphens");
    }
    PaperKind kind = section.choice("run", PaperKind.class);
    boolean isRepeated = kind != PaperKind.NONE;
    Needs needs = isRepeated ? needs(section.section("needs")) : new Needs(0, 0, 0);
    Run run = isRepeated ? run(section.section("what")) : NOTHING;
    List<Line> subjects =
        isRepeated
            ? section.section("subjects").sections().stream().map(EntryReader::line).toList()
            : List.of();
    Sweep sweep = isRepeated ? sweep(section.section("sweep")) : new Sweep("", List.of(), false);
    Shown shown =
        isRepeated ? shown(section.section("show")) : new Shown(List.of(), false, Optional.empty());
    Set<String> names = new LinkedHashSet<>();
    subjects.forEach(each -> names.add(each.name()));
    if (isRepeated && names.isEmpty() && section.isRight("subjects")) {
      section.problem("subjects", "found none; allowed: one or more");
    }
    List<Claim.Equation> stated = new ArrayList<>();
    List<Claimed> claims = new ArrayList<>();
    if (!names.isEmpty() && !sweep.places().isEmpty()) {
      Vocabulary vocabulary = new Vocabulary(PaperMetric.vocabulary(), names, sweep.names());
      stated.addAll(stated(vocabulary));
      if (section.has("claims")) {
        section.sections("claims").forEach(each -> claim(each, vocabulary).ifPresent(claims::add));
      }
    }
    PaperEntry entry =
        new PaperEntry(
            section.name(),
            paper,
            section.text("figure"),
            section.text("title"),
            section.text("section"),
            kind,
            needs,
            run,
            subjects,
            sweep,
            shown,
            stated,
            claims,
            section.text("differs"));
    section.noOtherKeys();
    return entry;
  }

  private static Needs needs(Section needs) {
    Needs read =
        new Needs(
            needs.number("seconds", 0.1, MAX_SECONDS),
            needs.integer("cores", 1, MAX_CORES),
            needs.sizeBytes("memory", LEAST_MEMORY_BYTES, Integer.MAX_VALUE));
    needs.noOtherKeys();
    return read;
  }

  private Run run(Section what) {
    Optional<Path> scenario = file(what, "scenario");
    Optional<Path> costs = file(what, "costs");
    Run read =
        new Run(
            scenario,
            texts(what, "set"),
            texts(what, "controller"),
            costs,
            !what.has("ordering") || what.choice("ordering", Ordering.class) == Ordering.STRICT,
            what.text("duration"),
            what.has("workers") ? what.integer("workers", 1, MAX_WORKERS) : 1);
    what.noOtherKeys();
    return read;
  }

  private Optional<Path> file(Section what, String key) {
    return what.has(key)
        ? Optional.of(folder.resolve(what.text(key)).normalize())
        : Optional.empty();
  }

  private static List<String> texts(Section of, String key) {
    return of.has(key) ? of.texts(key).stream().map(Item::text).toList() : List.of();
  }

  private static OptionalInt workers(Section of) {
    return of.has("workers")
        ? OptionalInt.of(of.integer("workers", 1, MAX_WORKERS))
        : OptionalInt.empty();
  }

  private static String jvm(Section of) {
    return of.has("jvm") ? of.text("jvm") : "";
  }

  private static Line line(Section subject) {
    String name = subject.name();
    if (!NAME.matcher(name).matches()) {
      subject.problem("strategy", "found the name '" + name + "'; allowed: letters, digits, -");
    }
    String strategy = subject.has("strategy") ? subject.text("strategy") : name;
    Line line =
        new Line(
            name,
            strategy,
            texts(subject, "set"),
            texts(subject, "controller"),
            workers(subject),
            jvm(subject),
            subject.has("stand-in") && subject.flag("stand-in"),
            subject.has("against") && subject.flag("against"));
    subject.noOtherKeys();
    return line;
  }

  private static Sweep sweep(Section sweep) {
    List<String> forms = List.of("workers", "set", "controller", "cases", "steps");
    Optional<String> form = sweep.onlyOneOf(forms, "label");
    String label = sweep.has("label") ? sweep.text("label") : form.orElse("");
    List<Place> places =
        switch (form.orElse("")) {
          case "workers" -> counts(sweep);
          case "set" -> values(sweep, "set");
          case "controller" -> values(sweep, "controller");
          case "cases" -> cases(sweep.section("cases"));
          case "steps" -> places(sweep, "steps", name -> place(name, List.of(), List.of()));
          default -> List.of();
        };
    if (form.isPresent() && sweep.isRight(form.get()) && places.isEmpty()) {
      sweep.problem(form.get(), "found none; allowed: one or more");
    }
    sweep.noOtherKeys();
    return new Sweep(label, places, form.equals(Optional.of("steps")));
  }

  private static List<Place> counts(Section sweep) {
    return places(
        sweep,
        "workers",
        name -> {
          int count = name.matches("[1-9][0-9]{0,2}") ? Integer.parseInt(name) : 0;
          return count < 1 || count > MAX_WORKERS
              ? Optional.empty()
              : Optional.of(
                  new Place(
                      name,
                      OptionalDouble.of(count),
                      OptionalInt.of(count),
                      List.of(),
                      List.of(),
                      ""));
        });
  }

  /** One setting, with several values. */
  private static List<Place> values(Section sweep, String form) {
    String key = sweep.text(form);
    boolean isScenario = form.equals("set");
    return places(
        sweep,
        "values",
        name -> {
          List<String> setting = List.of(key + "=" + name);
          return isScenario ? place(name, setting, List.of()) : place(name, List.of(), setting);
        });
  }

  private static List<Place> places(
      Section sweep, String key, Function<String, Optional<Place>> make) {
    List<Place> places = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Item item : sweep.texts(key)) {
      Optional<Place> place = make.apply(item.text());
      if (place.isEmpty() || !names.add(item.text())) {
        sweep.problem(
            item, key, "found '" + item.text() + "'; allowed: numbers or words, each once");
      }
      place.ifPresent(places::add);
    }
    return places;
  }

  private static Optional<Place> place(String name, List<String> set, List<String> controller) {
    return NAME.matcher(name).matches()
        ? Optional.of(new Place(name, number(name), OptionalInt.empty(), set, controller, ""))
        : Optional.empty();
  }

  private static List<Place> cases(Section cases) {
    List<Place> places = new ArrayList<>();
    for (Section each : cases.sections()) {
      boolean isName = NAME.matcher(each.name()).matches();
      if (!isName) {
        cases.problem(each.name(), "found this name; allowed: letters, digits, -");
      }
      places.add(
          new Place(
              each.name(),
              isName ? number(each.name()) : OptionalDouble.empty(),
              workers(each),
              texts(each, "set"),
              texts(each, "controller"),
              jvm(each)));
      each.noOtherKeys();
    }
    return places;
  }

  /** 1.4M is 1,400,000; words have none. */
  private static OptionalDouble number(String name) {
    if (!Character.isDigit(name.charAt(0))) {
      return OptionalDouble.empty();
    }
    char last = name.charAt(name.length() - 1);
    double factor = last == 'M' ? 1e6 : last == 'k' ? 1e3 : 1;
    return OptionalDouble.of(Double.parseDouble(name.replaceAll("[kM]", "")) * factor);
  }

  private static Shown shown(Section show) {
    List<PaperMetric> metrics = new ArrayList<>();
    for (Item item : show.texts("metrics")) {
      Optional<PaperMetric> metric = PaperMetric.named(item.text());
      if (metric.isEmpty()) {
        List<String> names = PaperMetric.names();
        show.problem(
            item,
            "metrics",
            "found '"
                + item.text()
                + "'; allowed: "
                + String.join(", ", names)
                + Nearest.hint(item.text(), names));
      }
      metric.ifPresent(metrics::add);
    }
    Shown shown =
        new Shown(
            metrics,
            show.has("logarithmic") && show.flag("logarithmic"),
            show.has("curve")
                ? Optional.of(show.choice("curve", CurveKind.class))
                : Optional.empty());
    show.noOtherKeys();
    return shown;
  }

  private List<Claim.Equation> stated(Vocabulary vocabulary) {
    List<Claim.Equation> all = new ArrayList<>();
    for (Item item : section.has("stated") ? section.texts("stated") : List.<Item>of()) {
      try {
        Claim.parse(item.text(), vocabulary)
            .equation()
            .ifPresentOrElse(
                all::add,
                () ->
                    section.problem(
                        item, "stated", "found '" + item.text() + "'; allowed: METRIC = NUMBER"));
      } catch (ConditionException e) {
        section.problem(item, "stated", e.getMessage());
      }
    }
    return all;
  }

  private static Optional<Claimed> claim(Section claim, Vocabulary vocabulary) {
    String text = claim.text("claim");
    String where = claim.has("section") ? claim.text("section") : "";
    Verdict expected = claim.choice("verdict", Verdict.class);
    String says = claim.text("says");
    String because = claim.has("because") ? claim.text("because") : "";
    if (claim.isRight("verdict", "because") && because.isEmpty() != (expected == Verdict.HOLDS)) {
      claim.problem(
          "verdict",
          expected == Verdict.HOLDS
              ? "found holds and because; allowed: one of them"
              : "found "
                  + expected.text()
                  + " without because; allowed: with the reason, as far as it is known");
    }
    claim.noOtherKeys();
    if (!claim.isRight("claim")) {
      return Optional.empty();
    }
    try {
      Claim parsed = Claim.parse(text, vocabulary);
      return Optional.of(new Claimed(says, where, parsed, text, expected, because));
    } catch (ConditionException e) {
      claim.problem("claim", e.getMessage());
      return Optional.empty();
    }
  }
}
