package maestro.emulator.topology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import maestro.emulator.topology.SwitchTopology.Link;

/**
 * How people name switches and links, in all scenarios and at the console. Immutable.
 *
 * <ul>
 *   <li>A switch has its name in the map. Where the map has no such name, {@code 3} and {@code s3}
 *       are the third switch.
 *   <li>A link is {@code a-b}. Of several between two switches, {@code a-b#1} is the first one in
 *       the order of their ports, and {@code a-b} alone means all of them.
 * </ul>
 */
public final class TopologyNames {
  private static final Pattern NUMBER = Pattern.compile("s?([1-9][0-9]{0,5})");
  private static final Pattern PARALLEL = Pattern.compile("(.+)#([1-9][0-9]{0,3})");
  private static final int MOST_NAMED = 4;

  private final SwitchTopology topology;
  private final Map<String, Integer> indices = new HashMap<>();

  /** The names of a topology. */
  public TopologyNames(SwitchTopology topology) {
    this.topology = topology;
    for (int i = 0; i < topology.switchCount(); i++) {
      indices.putIfAbsent(topology.name(i), i);
    }
  }

  /** The switch of that name, from 0. */
  public OptionalInt switchIndex(String name) {
    String text = name.strip();
    Integer named = indices.get(text);
    if (named != null) {
      return OptionalInt.of(named);
    }
    Matcher matcher = NUMBER.matcher(text);
    int number = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    return number >= 1 && number <= topology.switchCount()
        ? OptionalInt.of(number - 1)
        : OptionalInt.empty();
  }

  /** The links that the name can mean, by their numbers in the topology: none, one or several. */
  public int[] links(String name) {
    Matcher matcher = PARALLEL.matcher(name.strip());
    IntStream plain = between(name, 0);
    IntStream numbered =
        matcher.matches()
            ? between(matcher.group(1), Integer.parseInt(matcher.group(2)))
            : IntStream.empty();
    return IntStream.concat(plain, numbered).distinct().toArray();
  }

  /**
   * The links between two switches, whose names may have hyphens, too.
   *
   * @param number of one of them, from 1; 0 for all
   */
  private IntStream between(String name, int number) {
    IntStream found = IntStream.empty();
    for (int dash = name.indexOf('-'); dash >= 0; dash = name.indexOf('-', dash + 1)) {
      OptionalInt a = switchIndex(name.substring(0, dash));
      OptionalInt b = switchIndex(name.substring(dash + 1));
      if (a.isPresent() && b.isPresent()) {
        IntStream all = links(a.getAsInt(), b.getAsInt());
        found = IntStream.concat(found, number == 0 ? all : all.skip(number - 1L).limit(1));
      }
    }
    return found;
  }

  /** All links between two switches. */
  public IntStream links(int a, int b) {
    List<Link> links = topology.links();
    int low = Math.min(a, b);
    int high = Math.max(a, b);
    return IntStream.range(0, links.size())
        .filter(i -> links.get(i).switchA() == low && links.get(i).switchB() == high);
  }

  /** The name of a link; when there are several between its switches, with its number. */
  public String link(int number) {
    Link link = topology.links().get(number);
    String name = topology.name(link.switchA()) + "-" + topology.name(link.switchB());
    int[] parallel = links(link.switchA(), link.switchB()).toArray();
    return parallel.length == 1 ? name : name + "#" + (Arrays.binarySearch(parallel, number) + 1);
  }

  /**
   * Says that a name means several links, and how each of them is named.
   *
   * @param name in quotation marks
   */
  public String ambiguous(String name, int[] links) {
    String each =
        Arrays.stream(links)
            .limit(MOST_NAMED)
            .mapToObj(this::link)
            .collect(Collectors.joining(", "));
    String more = links.length > MOST_NAMED ? " ..." : "";
    return "found " + name + ", which is " + links.length + " links; allowed: " + each + more;
  }

  /** Says it when a name of the map is the number or the short name of another switch. */
  Optional<String> surprise() {
    return IntStream.range(0, topology.switchCount())
        .filter(i -> NUMBER.matcher(topology.name(i)).matches())
        .filter(i -> shortNumber(i) != i && shortNumber(i) < topology.switchCount())
        .mapToObj(
            i -> {
              String name = "'" + topology.name(i) + "' is the name of switch " + (i + 1);
              return name + ", not switch " + (shortNumber(i) + 1) + ": names of the map go first";
            })
        .findFirst();
  }

  private int shortNumber(int index) {
    Matcher matcher = NUMBER.matcher(topology.name(index));
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) - 1 : index;
  }
}
