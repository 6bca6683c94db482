package maestro.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import maestro.cli.LauncherCommands;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes the manual page and the completion script of the launcher, out of the commands of all
 * jars. The build starts this file as it is, with the jars in the class path: {@code java
 * Manual.java VERSION DATE MANUAL-HEAD FOLDER}.
 *
 * <p>The page has the sections of MANUAL-HEAD first, which are written by hand, and then each
 * command with its options as its help tells them.
 */
final class Manual {
  private static final String NAME = "maestro";

  private final StringBuilder page = new StringBuilder();

  private Manual() {}

  public static void main(String[] args) throws Exception {
    CommandLine launcher = LauncherCommands.all();
    Path folder = Files.createDirectories(Path.of(args[3]));
    write(folder.resolve(NAME + ".bash"), sourced(AutoComplete.bash(NAME, launcher)));
    Manual manual = new Manual();
    manual.head(args[0], args[1], Files.readString(Path.of(args[2])));
    launcher.getSubcommands().values().forEach(manual::command);
    manual.foot();
    write(folder.resolve(NAME + ".1"), manual.page.toString());
  }

  /**
   * Without the interpreter, as it is only read; and without the time, which each build changes.
   */
  private static String sourced(String script) {
    List<String> lines =
        script.lines().filter(line -> !line.startsWith("# Date: ")).skip(1).toList();
    return String.join("\n", lines) + "\n";
  }

  private void head(String version, String date, String sections) {
    line(".TH MAESTRO 1 \"" + date.substring(0, 10) + "\" \"Maestro " + version + "\"");
    page.append(sections);
    line(".SH COMMANDS");
  }

  private void command(CommandLine commandLine) {
    CommandSpec spec = commandLine.getCommandSpec();
    if (spec.usageMessage().hidden() || spec.name().equals("help")) {
      return;
    }
    line(".SS \"" + text(spec.qualifiedName(" ")) + "\"");
    describe(Arrays.stream(spec.usageMessage().description()).map(String::formatted).toList());
    for (ArgSpec parameter : spec.positionalParameters()) {
      argument(parameter.paramLabel(), parameter);
    }
    for (OptionSpec option : spec.options()) {
      if (!option.usageHelp() && !option.versionHelp()) {
        String label = option.arity().max() > 0 ? " " + option.paramLabel() : "";
        argument(String.join(", ", Arrays.asList(option.names())) + label, option);
      }
    }
    commandLine.getSubcommands().values().forEach(this::command);
  }

  private void argument(String label, ArgSpec argument) {
    if (argument.hidden()) {
      return;
    }
    line(".TP");
    line(".B " + text(label));
    describe(Arrays.asList(argument.renderedDescription())); // a per cent sign is one already
  }

  private void describe(List<String> description) {
    line(description.stream().map(Manual::text).collect(Collectors.joining("\n")));
  }

  private void foot() {
    line(".SH SEE ALSO");
    line("The documents in");
    line(".I /usr/share/doc/maestro/docs");
    line(", and");
    line(".B systemctl (1),");
    line(".B journalctl (1).");
  }

  private void line(String text) {
    page.append(text).append('\n');
  }

  /** Text as roff shows it: nothing of it is a request. */
  private static String text(String plain) {
    String escaped = plain.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
    return escaped.startsWith(".") ? "\\&" + escaped : escaped;
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
