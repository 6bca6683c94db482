package maestro.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import maestro.sequence.jar.ApplicationJars;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a project of an application. */
@Command(
    name = "new-app",
    description =
        "Writes a small project of an application, for Maven and Gradle, with tests and a"
            + " configuration. Its README has the commands. Overwrites nothing.")
final class NewAppCommand implements Callable<Integer> {
  /** Where a build puts the jars, when there is no archive with a repository. */
  private static final Path MAVENS = Path.of(System.getProperty("user.home"), ".m2", "repository");

  private static final String INSTALL =
      "./mvnw -q install -Dmaven.test.skip=true -pl maestro-testkit,maestro-apps -am";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      description =
          "A folder that is made. Its name becomes that of the application: lower case letters,"
              + " digits and hyphens.")
  private Path folder;

  @Option(
      names = "--package",
      paramLabel = "NAME",
      required = true,
      description = "The package of its classes, such as org.example.fw.")
  private String javaPackage = "";

  @Override
  public Integer call() throws IOException {
    String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    check(
        ProjectTemplate.NAME.matcher(name).matches(),
        "DIR: found '%s'; allowed: a name of lower case letters, digits and hyphens"
            .formatted(name));
    check(
        ProjectTemplate.PACKAGE.matcher(javaPackage).matches(),
        "--package: found '%s'; allowed: a package such as org.example.fw".formatted(javaPackage));
    check(isNew(), "DIR: found '%s' with files; allowed: a new folder".formatted(folder));
    Optional<Path> ofArchive = ApplicationJars.besideController("repository");
    Optional<Path> bin = ApplicationJars.besideController("bin");
    ProjectTemplate template =
        new ProjectTemplate(
            name,
            javaPackage,
            version(),
            ofArchive.orElse(MAVENS),
            bin.map(folderOf -> folderOf.resolve("maestro").toString()).orElse("./maestro"));

    PrintWriter out = spec.commandLine().getOut();
    template.write(folder).forEach(out::println);
    if (ofArchive.isEmpty()) {
      out.println("In a checkout, put the jars where Maven finds them, once: " + INSTALL);
    }
    out.println("Next: " + folder.resolve("README.md"));
    return 0;
  }

  private void check(boolean isRight, String mistake) {
    if (!isRight) {
      throw new ParameterException(spec.commandLine(), mistake);
    }
  }

  private boolean isNew() throws IOException {
    if (!Files.exists(folder)) {
      return true;
    }
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  /** The version of the jars in the archive's repository: without the commit of a build. */
  private String version() {
    String version = Main.class.getPackage().getImplementationVersion();
    if (version == null) {
      throw new ParameterException(spec.commandLine(), "only the packaged Maestro has a version");
    }
    return version.replaceFirst("\\+.*", "");
  }
}
