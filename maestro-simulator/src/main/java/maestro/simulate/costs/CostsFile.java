package maestro.simulate.costs;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.Optional;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.Hocon;
import maestro.config.file.Problems;
import maestro.config.file.Section;

/** Reads the costs from a file; {@code costs.conf} explains each key. */
public final class CostsFile {
  private static final String MEASURED = "maestro/simulate/costs/costs.conf";
  private static final double MOST_NS = 1e9;

  private CostsFile() {}

  /** The costs in this jar, which were measured last. */
  public static Costs measured() throws BadConfigurationException {
    return read(Optional.empty());
  }

  /**
   * Reads a file; a missing key has its value of {@link #measured}.
   *
   * @throws BadConfigurationException with one line for each mistake: {@code FILE:LINE: key: found
   *     X; allowed: Y}
   */
  public static Costs read(Path file) throws BadConfigurationException {
    return read(Optional.of(file));
  }

  private static Costs read(Optional<Path> file) throws BadConfigurationException {
    Problems problems = new Problems();
    Config own = file.map(f -> Hocon.parse(f, problems)).orElseGet(ConfigFactory::empty);
    problems.throwIfAny();
    Config measured = ConfigFactory.parseResources(CostsFile.class.getClassLoader(), MEASURED);
    String source = file.map(Path::toString).orElse(MEASURED);
    Config all = Hocon.resolve(source, own.withFallback(measured), problems);
    problems.throwIfAny();
    Section root = Section.root(all, problems);
    Costs costs =
        new Costs(
            kernel(root.section("kernel")),
            stage(root.section("stage")),
            memory(root.section("memory")),
            load(root.section("load")));
    root.noOtherKeys();
    problems.throwIfAny();
    return costs;
  }

  private static Costs.Kernel kernel(Section kernel) {
    Costs.Kernel costs =
        new Costs.Kernel(
            ns(kernel, "read-call"),
            ns(kernel, "read-byte"),
            ns(kernel, "read-nothing"),
            ns(kernel, "write-call"),
            ns(kernel, "write-byte"),
            ns(kernel, "poll-call"),
            ns(kernel, "poll-ready"),
            ns(kernel, "interest"),
            ns(kernel, "park"),
            ns(kernel, "wake-up"),
            ns(kernel, "wake-latency"),
            ns(kernel, "context-switch"),
            ns(kernel, "time-slice"),
            kernel.number("variation", 0, 1));
    kernel.noOtherKeys();
    return costs;
  }

  private static Costs.Stage stage(Section stage) {
    Costs.Stage costs =
        new Costs.Stage(
            ns(stage, "visit"),
            ns(stage, "batch"),
            ns(stage, "chop"),
            ns(stage, "request"),
            stage.integer("answer-bytes", 1, 65_535));
    stage.noOtherKeys();
    return costs;
  }

  private static Costs.Memory memory(Section memory) {
    Costs.Memory costs =
        new Costs.Memory(
            ns(memory, "line"),
            memory.number("lines-per-hand-over", 0, 10_000),
            memory.number("looks-at-once", 1, 64));
    memory.noOtherKeys();
    return costs;
  }

  private static Costs.Load load(Section load) {
    Costs.Load costs =
        new Costs.Load(ns(load, "call"), ns(load, "request"), ns(load, "round-trip"));
    load.noOtherKeys();
    return costs;
  }

  private static double ns(Section section, String key) {
    return section.number(key, 0, MOST_NS);
  }
}
