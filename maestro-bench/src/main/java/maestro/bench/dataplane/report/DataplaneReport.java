package maestro.bench.dataplane.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import maestro.bench.dataplane.DataplaneResult;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.format.Json;
import maestro.emulator.report.MachineFacts;

/**
 * Writes a result for a terminal, as JSON, as a page of Markdown for {@code docs/results}, and as
 * one self-contained page. Stateless.
 */
public final class DataplaneReport {
  private static final String JSON = "dataplane.json";

  private DataplaneReport() {}

  static final Table<Aim> AIMS =
      Table.of(
          Column.words("aim", Aim::wanted),
          new Column<>("measured", Aim::found),
          Column.words("", aim -> aim.met() ? "met" : "missed"));

  /** Whether all targets that were measured are met. */
  public static boolean isMet(DataplaneResult result) {
    return Aim.of(result).stream().allMatch(Aim::met);
  }

  /**
   * Writes {@code dataplane.json}, {@code dataplane.md} and {@code dataplane.html}, and overwrites
   * old ones.
   *
   * @param directory made when it is missing
   * @param command that was run, as a user types it
   * @param commit of the sources, or empty
   * @return the page
   */
  public static Path write(Path directory, DataplaneResult result, String command, String commit)
      throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(JSON), Json.indented(result) + "\n");
    Files.writeString(directory.resolve("dataplane.md"), markdown(result, command, commit));
    return Files.writeString(directory.resolve("dataplane.html"), DataplanePage.of(result));
  }

  /** Figure by figure, in lines that end with a line feed. */
  public static String text(DataplaneResult result) {
    StringBuilder out = new StringBuilder();
    for (Sheet sheet : Sheets.of(result)) {
      out.append(sheet.text()).append('\n');
    }
    for (Aim aim : Aim.of(result)) {
      out.append(aim.met() ? "met     " : "missed  ");
      out.append(aim.wanted()).append(": ").append(aim.found()).append('\n');
    }
    if (!result.note().isEmpty()) {
      out.append("* ").append(result.note()).append('\n');
    }
    return out.toString();
  }

  /** The page of the results' documentation, in lines that end with a line feed. */
  public static String markdown(DataplaneResult result, String command, String commit) {
    StringBuilder out = new StringBuilder();
    out.append(
        "# How fast do the emulated switches forward, and what does a large table cost?\n\n");
    out.append(AIMS.markdown(Aim.of(result)));
    out.append("\n```sh\n").append(command).append("\n```\n\n").append(facts(result, commit));
    if (!result.note().isEmpty()) {
      out.append("Note: ").append(result.note()).append(".\n\n");
    }
    for (Sheet sheet : Sheets.of(result)) {
      out.append("## ").append(sheet.title()).append("\n\n");
      Wrap.paragraph(out, sheet.note());
      out.append('\n').append(sheet.grid().markdown()).append('\n');
    }
    out.append("## Beside the study\n\n");
    Wrap.paragraph(
        out,
        "Bianco, Birke, Giraudo and Palacin (ICC 2010) measured OpenFlow 0.8.9, the bridge and the"
            + " router of Linux 2.6.27 on a Core 2 Duo with cards of 1 Gbit/s. Only what they state"
            + " in words or in their table is compared.");
    out.append('\n');
    for (StudyComparison.Row row : StudyComparison.of(result)) {
      String figure = "**Figure " + row.figure() + ".** ";
      Wrap.item(out, figure + row.study() + " *Ours:* " + row.ours() + " " + row.why());
    }
    return out.append('\n').append(HOW_TO_READ).toString();
  }

  private static String facts(DataplaneResult result, String commit) {
    MachineFacts machine = result.machine();
    StringBuilder out = new StringBuilder();
    Wrap.paragraph(
        out,
        result.startedAt().substring(0, Math.min(10, result.startedAt().length()))
            + (commit.isEmpty() ? "" : ", commit `" + commit + "`")
            + "; "
            + machine.cores()
            + " ("
            + machine.processor()
            + "), "
            + Math.round(machine.memoryBytes() / 1e9)
            + " GB, "
            + machine.os()
            + ", "
            + machine.jvm()
            + "; one thread, "
            + result.plan().rounds()
            + " alternating rounds of "
            + result.plan().measureMs()
            + " ms.");
    return out.append('\n').toString();
  }

  private static final String HOW_TO_READ =
      """
      ## How to read it

      - A frame's size has its check sequence, 4 bytes that a network card takes away. A burst is 64 frames, as Linux takes
        them from a device. Frames are handed over by reference, as to a network card: nobody copies their payload, so their
        size costs nothing.
      - Only the forwarding is timed. The generator writes the next burst between two times, since the study's is another
        machine. Bursts during which the thread lost its processor do not count.
      - "Many flows" are as many as there are entries, chosen at random for each frame, evenly. Entries without wildcards
        differ in both ports of UDP; entries with wildcards have four sets of masks in turn; networks of the router are
        spread over the unicast addresses; addresses of the bridge follow one another.
      - A switch reads the memory of a burst ahead when its hash table has 2048 entries or more.
      """;
}
