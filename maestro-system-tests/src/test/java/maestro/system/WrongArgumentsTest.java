package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Every command of every program answers a wrong argument with one line and status 2. */
class WrongArgumentsTest {
  private static final String WRONG = "?!";

  private static Stream<Named<Supplier<CommandLine>>> programs() {
    return Stream.of(
        Named.of("controller", maestro.cli.Main::commandLine),
        Named.of("emulator", maestro.emulator.cli.Main::commandLine),
        Named.of("simulator", maestro.simulate.cli.Main::commandLine),
        Named.of("bench", maestro.bench.cli.Main::commandLine));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void shouldSayOneLineWhenAnOptionIsUnknown(Supplier<CommandLine> program) {
    for (CommandSpec command : commands(program)) {
      refuse(program, command, "found '--nosuch'; allowed: ", "--nosuch=1");
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void shouldSayOneLineWhenAnOptionsValueIsOfAWrongType(Supplier<CommandLine> program) {
    for (CommandSpec command : commands(program)) {
      for (OptionSpec option : command.options()) {
        if (!isAnyTextRight(option)) {
          String name = option.longestName();
          refuse(program, command, name + ": ", name + "=" + WRONG);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void shouldSayOneLineWhenAnOptionHasNoValue(Supplier<CommandLine> program) {
    for (CommandSpec command : commands(program)) {
      for (OptionSpec option : command.options()) {
        if (option.arity().min() > 0) {
          String name = option.longestName();
          refuse(program, command, name + ": found no value; allowed: ", name);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void shouldSayOneLineWhenAParameterIsWrong(Supplier<CommandLine> program) {
    for (CommandSpec command : commands(program)) {
      List<String> before = new ArrayList<>();
      for (PositionalParamSpec parameter : command.positionalParameters()) {
        if (!isAnyTextRight(parameter)) {
          List<String> arguments = new ArrayList<>(before);
          arguments.add(WRONG);
          String start = parameter.paramLabel() + ": found '" + WRONG + "'; allowed: ";
          refuse(program, command, start, arguments.toArray(String[]::new));
        }
        before.add("1");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void shouldHelpWithEachCommandAsItsMistakesSay(Supplier<CommandLine> program) {
    for (CommandSpec command : commands(program)) {
      Run run = run(program, command, "--help");
      assertThat(run.status()).as(run.text()).isZero();
      assertThat(run.text()).as("as the package calls it").doesNotContain("./maestro");
      assertThat(run.text()).contains("Usage: " + command.qualifiedName());
    }
  }

  private static void refuse(
      Supplier<CommandLine> program, CommandSpec command, String start, String... arguments) {
    String name = command.qualifiedName();
    Run run = run(program, command, arguments);
    assertThat(run.text().lines())
        .as("%s %s", name, String.join(" ", arguments))
        .singleElement()
        .asString()
        .startsWith(name + ": " + start)
        .contains("found ", "; allowed: ")
        .endsWith("; help: " + name + " --help");
    assertThat(run.status()).as(run.text()).isEqualTo(2);
  }

  private record Run(int status, String text) {}

  private static Run run(Supplier<CommandLine> program, CommandSpec command, String... arguments) {
    List<String> words = new ArrayList<>();
    for (CommandSpec each = command; each.parent() != null; each = each.parent()) {
      words.add(each.name());
    }
    Collections.reverse(words);
    words.addAll(List.of(arguments));
    StringWriter text = new StringWriter();
    PrintWriter both = new PrintWriter(text, true);
    int status = program.get().setOut(both).setErr(both).execute(words.toArray(String[]::new));
    return new Run(status, text.toString());
  }

  /** The program's command and all below it; JMH reads the arguments of its command itself. */
  private static List<CommandSpec> commands(Supplier<CommandLine> program) {
    List<CommandSpec> all = new ArrayList<>();
    add(program.get(), all);
    assertThat(all).hasSizeGreaterThan(2);
    return all;
  }

  private static void add(CommandLine command, List<CommandSpec> all) {
    if (command.getCommandSpec().unmatchedArgsBindings().isEmpty()) {
      all.add(command.getCommandSpec());
    }
    command.getSubcommands().values().forEach(each -> add(each, all));
  }

  /** Whether no text is wrong before the command looks at it: names, files, keys. */
  private static boolean isAnyTextRight(ArgSpec argument) {
    Class<?> type = argument.auxiliaryTypes()[0];
    return argument.converters().length == 0 && (type == String.class || type == Path.class);
  }
}
