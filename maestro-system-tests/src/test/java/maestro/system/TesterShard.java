package maestro.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of os-ken's switch tester over some files of cases, as the controller of two emulated
 * switches of its own.
 *
 * @param folder of the cases in the package, such as {@code of13/match}
 * @param files of the cases, as texts by their names
 */
record TesterShard(String folder, Map<String, String> files) {
  private static final Pattern CASE = Pattern.compile("    (\\S.*?)\\s+(OK|ERROR)");
  private static final String DETAIL = "        ";

  /**
   * On stdout the tester only prints dots while it sends, the last one at times after the line
   * break that shall end them. In one file with stderr that dot stands at the begin of a line.
   */
  private static final String WITHOUT_DOTS = "exec \"$0\" \"$@\" >/dev/null";

  /**
   * A case.
   *
   * @param group the description of its file
   * @param name that and its own
   * @param failure what the tester says; empty when it passed
   */
  record Outcome(String group, String name, String failure) {
    boolean isOk() {
      return failure.isEmpty();
    }
  }

  /**
   * Runs it.
   *
   * @param osKen the program {@code osken-manager}
   * @param scratch an empty folder
   */
  List<Outcome> run(Path osKen, Path scratch) throws IOException, InterruptedException {
    String port = "" + Rigs.freePort();
    List<String> network =
        List.of(
            Rigs.PROJECT.resolve("maestro").toString(),
            "network",
            "--openflow=" + (folder.startsWith("of10") ? "1.0" : "1.3"),
            "--topology=cables:3",
            "--controller=127.0.0.1:" + port,
            "--connect-timeout=10m");
    try (ProgramOutput said = startTester(osKen, scratch, port);
        ProgramOutput switches =
            ProgramOutput.start(scratch.resolve("network"), Map.of(), network)) {
      said.code();
      List<Outcome> outcomes = read(said.text());
      if (outcomes.isEmpty()) {
        throw new AssertionError(said.text() + switches.text());
      }
      return outcomes;
    }
  }

  /** Starts the tester, which ends when it is through; switches connect to {@code port}. */
  ProgramOutput startTester(Path osKen, Path scratch, String port) throws IOException {
    Path cases = Files.createDirectories(scratch.resolve("cases"));
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(cases.resolve(file.getKey()), file.getValue());
    }
    String version = folder.startsWith("of10") ? "openflow10" : "openflow13";
    List<String> tester =
        List.of(
            "sh",
            "-c",
            WITHOUT_DOTS,
            osKen.toString(),
            "--ofp-listen-host=127.0.0.1",
            "--ofp-tcp-listen-port=" + port,
            "--test-switch-dir=" + cases,
            "--test-switch-target-version=" + version,
            "--test-switch-tester-version=" + version,
            "os_ken.tests.switch.tester");
    return ProgramOutput.start(scratch.resolve("said"), Map.of(), tester);
  }

  /** Other lines without a case are of os-ken's log. */
  private boolean isDescription(String line) {
    return !line.isEmpty()
        && files.values().stream().anyMatch(each -> each.contains('"' + line + '"'));
  }

  /** Reads what the tester says of each case; its report at the end says nothing new. */
  List<Outcome> read(String said) {
    List<Outcome> outcomes = new ArrayList<>();
    String description = "";
    boolean failed = false;
    for (String line : said.lines().toList()) {
      Matcher matcher = CASE.matcher(line);
      if (line.startsWith("---  Test end")) {
        break;
      } else if (failed && line.startsWith(DETAIL)) {
        Outcome last = outcomes.remove(outcomes.size() - 1);
        outcomes.add(new Outcome(last.group(), last.name(), line.strip()));
        failed = false;
      } else if (matcher.matches()) {
        failed = matcher.group(2).equals("ERROR");
        String name = description + " " + matcher.group(1);
        outcomes.add(new Outcome(description, name, failed ? "ERROR" : ""));
      } else if (isDescription(line.strip())) {
        description = line.strip();
      }
    }
    return outcomes;
  }
}
