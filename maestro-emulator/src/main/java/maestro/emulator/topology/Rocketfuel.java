package maestro.emulator.topology;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.emulator.topology.SwitchTopology.Span;

/**
 * Reads the {@code .cch} files of Rocketfuel (Spring, Mahajan and Wetherall, SIGCOMM 2002). A
 * router of the provider has a line {@code UID @PLACE [+] [bb] (NEIGHBOURS) [&EXTERNAL] -> <UID>
 * ... {-UID} ... =NAME rN}. Both ends name a link. Neighbours in braces, and lines whose number is
 * negative, are of others, and left out with a note.
 */
final class Rocketfuel {
  private static final Pattern ROUTER = Pattern.compile("([0-9]+)\\s+@.*?->(.*)");
  private static final Pattern OTHER = Pattern.compile("-[0-9]+\\s+=.*");
  private static final Pattern NEIGHBOURS =
      Pattern.compile("((?:\\s*(?:<[0-9]+>|\\{-?[0-9]+\\}))*)\\s*(?:=.*)?");
  private static final Pattern NEIGHBOUR = Pattern.compile("<([0-9]+)>");
  private static final Pattern EXTERNAL = Pattern.compile("\\{");
  private static final String FORM = "a router as in the .cch files of Rocketfuel";

  private Rocketfuel() {}

  /** Whether a line is one of such a file. */
  static boolean matches(String line) {
    return ROUTER.matcher(line).matches() || OTHER.matcher(line).matches();
  }

  static void read(List<String> lines, MapBuilder map) throws TopologyException {
    long others = 0;
    int number = 0;
    for (String line : lines) {
      number++;
      String content = line.strip();
      if (content.isEmpty() || content.startsWith("#") || OTHER.matcher(content).matches()) {
        continue;
      }
      Matcher router = ROUTER.matcher(content);
      Matcher neighbours = NEIGHBOURS.matcher(router.matches() ? router.group(2) : "?");
      if (!neighbours.matches()) {
        throw map.bad(number, "found '" + TopologyFile.shortened(content) + "'; allowed: " + FORM);
      }
      int unused = map.index(router.group(1), number);
      Matcher each = NEIGHBOUR.matcher(neighbours.group(1));
      while (each.find()) {
        map.oneWay(router.group(1), each.group(1), Span.NOTHING, number);
      }
      others += EXTERNAL.matcher(neighbours.group(1)).results().count();
    }
    if (others > 0) {
      map.note("left out links to routers of others: " + others);
    }
  }
}
