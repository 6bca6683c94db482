package maestro.cli.line;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import maestro.config.Nearest;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says what is wrong with a command line, in one line on stderr: the command, what was found, what
 * is allowed, a near word for one that was mistyped, and how to get help. Picocli would print the
 * whole help instead. The exit status is 2. Stateless.
 */
public final class WrongArguments implements IParameterExceptionHandler {
  private final List<String> ofLauncher;

  /**
   * A handler for a command line and its subcommands.
   *
   * @param ofLauncher further commands that only the launcher has
   */
  WrongArguments(List<String> ofLauncher) {
    this.ofLauncher = List.copyOf(ofLauncher);
  }

  /** The mistake when a command that only has subcommands is given none. */
  public static ParameterException noCommand(CommandLine command) {
    return new NoCommandException(command);
  }

  private static final class NoCommandException extends ParameterException {
    private static final long serialVersionUID = 1;

    NoCommandException(CommandLine command) {
      super(command, "found no command");
    }
  }

  @Override
  public int handleParseException(ParameterException mistake, String[] arguments) {
    return report(mistake.getCommandLine(), List.of(explanation(mistake)));
  }

  /**
   * Prints mistakes of a command line.
   *
   * @param mistakes each says what was found and what is allowed
   * @return the exit status
   */
  static int report(CommandLine command, List<String> mistakes) {
    String name = command.getCommandSpec().qualifiedName();
    PrintWriter err = command.getErr();
    for (String mistake : mistakes) {
      String line = mistake.strip().replaceAll("\\s*\\R\\s*", " ").replaceAll("\\p{Cntrl}", "?");
      err.println(name + ": " + line + "; help: " + name + " --help");
    }
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  private String explanation(ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    List<String> unmatched = command.getUnmatchedArguments();
    if (mistake instanceof NoCommandException) {
      return mistake.getMessage() + "; allowed: " + String.join(", ", commands(command));
    }
    if (mistake instanceof UnmatchedArgumentException unknown) {
      return unknown(command, unknown.getUnmatched().get(0));
    }
    if (mistake instanceof MissingParameterException missing) {
      // What is missing may be there, mistyped.
      return unmatched.isEmpty() ? missing(missing) : unknown(command, unmatched.get(0));
    }
    if (mistake instanceof OverwrittenOptionException twice) {
      return name(twice.getOverwritten()) + ": found twice; allowed: once";
    }
    if (mistake instanceof MutuallyExclusiveArgsException) {
      return plain(mistake)
          .replaceFirst("(.*) are mutually exclusive.*", "found $1 together; allowed: one of them");
    }
    if (mistake.getValue() != null) {
      return mistake.getArgSpec() == null
          ? unknown(command, mistake.getValue()) // the command help COMMAND
          : value(mistake, mistake.getArgSpec(), mistake.getValue());
    }
    return plain(mistake);
  }

  /** An argument that the command does not have: a command, an option, or one too many. */
  private String unknown(CommandLine command, String argument) {
    CommandSpec spec = command.getCommandSpec();
    boolean isOption = argument.startsWith("-");
    String found = isOption ? argument.replaceAll("=.*", "") : argument;
    List<String> allowed;
    if (!isOption && !command.getSubcommands().isEmpty()) {
      allowed = commands(command);
    } else if (!isOption && !spec.positionalParameters().isEmpty()) {
      return "found '" + found + "' at the end; allowed: " + required(spec);
    } else {
      allowed = options(spec);
    }
    return "found '%s'; allowed: %s%s%s"
        .formatted(
            found,
            isOption || allowed.get(0).charAt(0) != '-' ? "" : "only options: ",
            String.join(", ", allowed),
            Nearest.hint(found, allowed));
  }

  private List<String> commands(CommandLine command) {
    List<String> all = new ArrayList<>(command.getSubcommands().keySet());
    if (command.getParent() == null) {
      all.addAll(ofLauncher);
    }
    return all;
  }

  private static List<String> options(CommandSpec spec) {
    return spec.options().stream()
        .filter(option -> !option.hidden())
        .map(OptionSpec::longestName)
        .sorted()
        .toList();
  }

  private static String missing(MissingParameterException mistake) {
    List<ArgSpec> missing = mistake.getMissing();
    String message = String.valueOf(mistake.getMessage());
    if (missing.isEmpty()) {
      return plain(mistake);
    }
    if (missing.get(0) instanceof OptionSpec option && message.contains(" for option ")) {
      return name(option) + ": found no value; allowed: " + option.paramLabel();
    }
    String or = isAlone(missing.get(0)) ? ", " : " or ";
    return "found no %s; allowed: %s"
        .formatted(
            missing.stream().map(WrongArguments::usage).collect(Collectors.joining(or)),
            required(mistake.getCommandLine().getCommandSpec()));
  }

  /** The arguments that a command cannot do without, and all its parameters. */
  private static String required(CommandSpec spec) {
    Stream<String> options =
        spec.options().stream()
            .filter(ArgSpec::required)
            .filter(WrongArguments::isAlone)
            .map(WrongArguments::usage);
    Stream<String> parameters =
        spec.positionalParameters().stream()
            .filter(WrongArguments::isAlone)
            .map(WrongArguments::usage);
    Stream<String> groups =
        spec.argGroups().stream()
            .filter(group -> group.multiplicity().min() > 0)
            .map(ArgGroupSpec::synopsis);
    return Stream.of(options, parameters, groups)
        .flatMap(each -> each)
        .collect(Collectors.joining(" "));
  }

  /** A value that is not of the argument's type. */
  private static String value(ParameterException mistake, ArgSpec argument, String found) {
    String said = String.valueOf(mistake.getMessage());
    if (mistake.getCause() instanceof TypeConversionException converter) {
      said = String.valueOf(converter.getMessage());
    }
    if (said.contains("; allowed: ")) {
      return name(argument) + ": " + said;
    }
    return name(argument) + ": found '" + found + "'; allowed: " + allowed(argument, found);
  }

  private static String allowed(ArgSpec argument, String found) {
    if (argument.completionCandidates() != null) {
      List<String> words =
          StreamSupport.stream(argument.completionCandidates().spliterator(), false)
              .map(word -> word.toLowerCase(Locale.ROOT))
              .toList();
      return String.join(", ", words) + Nearest.hint(found.toLowerCase(Locale.ROOT), words);
    }
    Class<?> single = argument.auxiliaryTypes()[0]; // also of a list
    if (single == int.class || single == Integer.class) {
      return "a whole number" + (found.matches("\\d+") ? " up to " + Integer.MAX_VALUE : "");
    }
    if (single == long.class || single == Long.class) {
      return "a whole number" + (found.matches("\\d+") ? " up to " + Long.MAX_VALUE : "");
    }
    if (single == boolean.class || single == Boolean.class) {
      return "no value";
    }
    return single == double.class || single == Double.class ? "a number" : argument.paramLabel();
  }

  private static boolean isAlone(ArgSpec argument) {
    return argument.group() == null;
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String usage(ArgSpec argument) {
    boolean isFlag = argument.arity().max() == 0;
    return argument.isOption() && !isFlag
        ? name(argument) + " " + argument.paramLabel()
        : name(argument);
  }

  /** What the command says itself, or picocli in the cases that are left. */
  private static String plain(ParameterException mistake) {
    return String.valueOf(mistake.getMessage()).replaceFirst("^Error: ", "");
  }
}
