package maestro.emulator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What a command measures of Maestro beside plain strategies, and settings of all of it. */
public final class SubjectOptions {
  /** The option that names a subject. */
  public static final String NAME = "--subject";

  @Option(
      names = NAME,
      paramLabel = StrategySubject.FORM,
      converter = SubjectReader.class,
      description =
          "A strategy with settings of its own, by a name, such as nox=static-partition,preset=nox."
              + " A key without a dot is one of maestro.distribution. May be repeated; then other"
              + " strategies take part only when they are named, too.")
  private List<StrategySubject> subjects = new ArrayList<>();

  @Option(
      names = "--controller",
      paramLabel = "KEY=VALUE",
      converter = SettingReader.class,
      description =
          "A key of the configuration of all controllers, such as maestro.batching.policy=fixed. May"
              + " be repeated. Those of a subject override it.")
  private List<String> settings = new ArrayList<>();

  /** Whether there is a subject. */
  public boolean isGiven() {
    return !subjects.isEmpty();
  }

  /**
   * The subjects of a command.
   *
   * @param others those that come before the ones that are named here
   */
  public List<StrategySubject> after(List<StrategySubject> others) {
    List<StrategySubject> all = new ArrayList<>(others);
    all.addAll(subjects);
    return all.stream().map(subject -> subject.over(settings)).toList();
  }

  private static <T> T read(String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** Reads a subject. */
  static final class SubjectReader implements ITypeConverter<StrategySubject> {
    @Override
    public StrategySubject convert(String text) {
      return read(text, StrategySubject::parse);
    }
  }

  /** Reads a setting. */
  static final class SettingReader implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return read(text, StrategySubject::setting);
    }
  }
}
