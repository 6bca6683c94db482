package maestro.bench.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import maestro.config.file.CommandLineSetting;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;

/**
 * What is run at once: a subject at a place, or more when one run has more. Immutable.
 *
 * @param place empty when one run has all of them
 */
record PaperPoint(PaperEntry entry, PaperEntry.Line subject, Optional<PaperEntry.Place> place) {
  /** All of a figure: those of a subject, then those of the next one. */
  static List<PaperPoint> of(PaperEntry entry) {
    List<PaperPoint> points = new ArrayList<>();
    for (PaperEntry.Line subject : entry.subjects()) {
      if (entry.sweep().isOneRun()) {
        points.add(new PaperPoint(entry, subject, Optional.empty()));
      } else {
        entry
            .sweep()
            .places()
            .forEach(place -> points.add(new PaperPoint(entry, subject, Optional.of(place))));
      }
    }
    return points;
  }

  /** For people and for names of files. */
  String name() {
    return subject.name() + place.map(p -> ", " + p.name()).orElse("");
  }

  /** How many workers there are. */
  int workers() {
    OptionalInt ofPlace = place.map(PaperEntry.Place::workers).orElse(OptionalInt.empty());
    return ofPlace.orElse(subject.workers().orElse(entry.run().workers()));
  }

  /** Flags for the controller's JVM: those of the place, or those of the subject. */
  String jvm() {
    String ofPlace = place.map(PaperEntry.Place::jvm).orElse("");
    return ofPlace.isEmpty() ? subject.jvm() : ofPlace;
  }

  /** Settings of the controller: those of the figure, the subject and the place; later ones win. */
  List<String> controller() {
    List<String> all = new ArrayList<>(entry.run().controller());
    all.addAll(subject.controller());
    place.ifPresent(p -> all.addAll(p.controller()));
    return all;
  }

  /** Settings of the scenario, likewise. */
  List<String> set() {
    List<String> all = new ArrayList<>(entry.run().set());
    all.addAll(subject.set());
    place.ifPresent(p -> all.addAll(p.set()));
    return all;
  }

  /**
   * What the switches do.
   *
   * @throws IOException with the mistake
   */
  Scenario scenario() throws IOException {
    List<String> set = set();
    CommandLineSetting duration =
        CommandLineSetting.ofOption("--duration", "durations.measure", entry.run().duration());
    try {
      return ScenarioFile.load(entry.run().scenario(), List.of(duration), set);
    } catch (ScenarioException e) {
      throw new IOException(name() + ": " + e.getMessage(), e);
    }
  }
}
