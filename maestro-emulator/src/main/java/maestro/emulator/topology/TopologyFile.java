package maestro.emulator.topology;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import maestro.emulator.topology.SwitchTopology.Pair;

/**
 * Reads topologies from files.
 *
 * <ul>
 *   <li>GraphML, when the name ends with {@code .graphml} or {@code .xml}: nodes and edges.
 *   <li>Otherwise one link a line: two names, then at most two numbers (weight, latency), which are
 *       ignored. {@code #} starts a comment. Edge lists have this form, and so have Rocketfuel's
 *       weights and latencies, which have a line for each direction.
 * </ul>
 *
 * <p>Switches are numbered in the order in which the file names them; when all names are whole
 * numbers, in the order of the numbers.
 */
public final class TopologyFile {
  private static final int MAX_SWITCHES = 20_000;
  private static final String FORM = "two names, then at most two numbers";

  private TopologyFile() {}

  /**
   * Reads a file.
   *
   * @param hostPortCount ports to hosts of each switch
   * @throws TopologyException that names the line of the first mistake
   */
  public static SwitchTopology read(Path file, int hostPortCount) throws TopologyException {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    Graph graph = new Graph(file);
    try {
      if (name.endsWith(".graphml") || name.endsWith(".xml")) {
        GraphMl.read(file, graph);
      } else {
        readLines(file, graph);
      }
    } catch (CharacterCodingException e) {
      throw new TopologyException(file.toString(), "is no text in UTF-8");
    } catch (IOException e) {
      throw new TopologyException(file.toString(), "cannot be read");
    }
    return graph.toTopology(hostPortCount);
  }

  private static void readLines(Path file, Graph graph) throws IOException, TopologyException {
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      String content = line.strip();
      if (content.isEmpty() || content.startsWith("#")) {
        continue;
      }
      String[] columns = content.split("\\s+", -1);
      boolean numbers = true;
      for (int i = 2; i < columns.length; i++) {
        numbers &= columns[i].matches("[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
      }
      if (columns.length < 2 || columns.length > 4 || !numbers) {
        throw graph.bad(number, "found '" + shortened(content) + "'; allowed: " + FORM);
      }
      graph.link(columns[0], columns[1], number);
    }
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "...";
  }

  /** The part of a file that has been read. */
  static final class Graph {
    private final Path file;
    private final Map<String, Integer> indices = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Pair> pairs = new ArrayList<>();

    Graph(Path file) {
      this.file = file;
    }

    /** Adds a link, and those of its switches that are new. */
    void link(String a, String b, int line) throws TopologyException {
      if (a.equals(b)) {
        throw bad(line, "found a link from '" + a + "' to itself; allowed: two different switches");
      }
      pairs.add(new Pair(index(a, line), index(b, line)));
    }

    /** Adds a switch, if it is new. */
    int index(String name, int line) throws TopologyException {
      Integer known = indices.get(name);
      if (known != null) {
        return known;
      }
      if (names.size() == MAX_SWITCHES) {
        throw bad(line, "found one switch more than " + MAX_SWITCHES + "; allowed: so many");
      }
      indices.put(name, names.size());
      names.add(name);
      return names.size() - 1;
    }

    boolean has(String name) {
      return indices.containsKey(name);
    }

    TopologyException bad(int line, String problem) {
      return new TopologyException(file + ":" + line, problem);
    }

    SwitchTopology toTopology(int hostPortCount) throws TopologyException {
      if (names.isEmpty()) {
        throw new TopologyException(file.toString(), "found no switch; allowed: at least one link");
      }
      try {
        if (!names.stream().allMatch(name -> name.matches("[0-9]{1,9}"))) {
          return SwitchTopology.of(names, pairs, hostPortCount);
        }
        return inOrderOfNumbers(hostPortCount);
      } catch (TopologyException e) {
        throw new TopologyException(file.toString(), e.problem());
      }
    }

    private SwitchTopology inOrderOfNumbers(int hostPortCount) throws TopologyException {
      List<String> ordered = new ArrayList<>(names);
      ordered.sort((a, b) -> Integer.compare(Integer.parseInt(a), Integer.parseInt(b)));
      Map<String, Integer> places = new HashMap<>();
      for (String name : ordered) {
        places.put(name, places.size());
      }
      List<Pair> renumbered =
          pairs.stream()
              .map(p -> new Pair(places.get(names.get(p.a())), places.get(names.get(p.b()))))
              .toList();
      return SwitchTopology.of(ordered, renumbered, hostPortCount);
    }
  }
}
