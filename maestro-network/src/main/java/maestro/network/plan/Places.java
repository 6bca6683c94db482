package maestro.network.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import maestro.emulator.topology.TopologyNames;

/**
 * How people name the parts of a network, in scenarios and at the console. Switches and links have
 * their {@link TopologyNames}; ports are {@code s3:1}, in listings {@code s3-eth1}; hosts {@code
 * h4}, {@code 4} or {@code 2-5}. Immutable.
 *
 * <p>Cables are numbered: first the links between switches, then those of hosts.
 */
public final class Places {
  private static final Pattern NUMBER = Pattern.compile("([sh]?)([1-9][0-9]{0,5})");
  private static final Pattern HOSTS =
      Pattern.compile("h?([1-9][0-9]{0,4})(?:-h?([1-9][0-9]{0,4}))?");

  /** Above the largest number of a port. */
  public static final int PORTS = 1 << 16;

  private final NetworkPlan plan;
  private final TopologyNames names;
  private final List<NetworkPlan.Ends> links;

  public Places(NetworkPlan plan) {
    this.plan = plan;
    this.names = new TopologyNames(plan.topology());
    this.links = plan.links();
  }

  /** The short name of a switch. */
  public static String ofSwitch(int index) {
    return "s" + (index + 1);
  }

  /** The name of a host. */
  public static String ofHost(int index) {
    return "h" + (index + 1);
  }

  /** The name of a port, from 1. */
  public static String ofPort(int index, int port) {
    return ofSwitch(index) + "-eth" + port;
  }

  /** The switch of that name, from 0. */
  public OptionalInt switchIndex(String name) {
    return names.switchIndex(name);
  }

  /** The host of that name, from 0. */
  public OptionalInt host(String name) {
    return number(name.strip(), "h", plan.hostCount());
  }

  private static OptionalInt number(String text, String letter, int count) {
    Matcher matcher = NUMBER.matcher(text);
    boolean right =
        matcher.matches() && (matcher.group(1).isEmpty() || matcher.group(1).equals(letter));
    int number = right ? Integer.parseInt(matcher.group(2)) : 0;
    return number >= 1 && number <= count ? OptionalInt.of(number - 1) : OptionalInt.empty();
  }

  /**
   * The cables that the name of a link can mean, between two switches, else a switch and a host:
   * none, one or several.
   */
  public int[] cables(String name) {
    int[] found = names.links(name);
    if (found.length > 0) {
      return found;
    }
    for (int dash = name.indexOf('-'); dash > 0; dash = name.indexOf('-', dash + 1)) {
      String right = name.substring(dash + 1).strip();
      OptionalInt a = switchIndex(name.substring(0, dash));
      OptionalInt host = right.startsWith("h") ? host(right) : OptionalInt.empty();
      if (a.isPresent() && host.isPresent() && plan.switchOf(host.getAsInt()) == a.getAsInt()) {
        return new int[] {cableOfHost(host.getAsInt())};
      }
    }
    return found;
  }

  /** The names of links between switches. */
  public TopologyNames names() {
    return names;
  }

  /** All cables between two switches. */
  public int[] cables(int a, int b) {
    return names.links(a, b).toArray();
  }

  /** The cable of a host. */
  public int cableOfHost(int host) {
    return links.size() + host;
  }

  /** A port, such as {@code s3:1}: the switch times {@link #PORTS}, and the port. */
  public OptionalInt port(String name) {
    int colon = name.lastIndexOf(':');
    OptionalInt index = colon < 0 ? OptionalInt.empty() : switchIndex(name.substring(0, colon));
    if (index.isEmpty()) {
      return OptionalInt.empty();
    }
    OptionalInt port = portOf(index.getAsInt(), name.substring(colon + 1).strip());
    return port.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(index.getAsInt() * PORTS + port.getAsInt());
  }

  /** A port of a switch, from 1: {@code 1} or {@code eth1}. */
  public OptionalInt portOf(int index, String text) {
    String digits = text.startsWith("eth") ? text.substring(3) : text;
    OptionalInt port = number(digits, "", plan.portCount(index));
    return port.isEmpty() ? port : OptionalInt.of(port.getAsInt() + 1);
  }

  /** The cable at a port, such as {@code s3:1}. */
  public OptionalInt cableAt(String name) {
    OptionalInt port = port(name);
    return port.isEmpty()
        ? port
        : OptionalInt.of(cable(port.getAsInt() / PORTS, port.getAsInt() % PORTS));
  }

  /** A switch at which a cable ends. */
  public int switchAt(int cable) {
    return cable < links.size() ? links.get(cable).a() : plan.switchOf(cable - links.size());
  }

  /** The port of that switch. */
  public int portAt(int cable) {
    return cable < links.size() ? links.get(cable).portA() : plan.portOf(cable - links.size());
  }

  /** The cable at a port, from 1. */
  public int cable(int index, int port) {
    if (!plan.leadsToSwitch(index, port)) {
      return cableOfHost(plan.hostAt(index, port));
    }
    return IntStream.range(0, links.size())
        .filter(
            i ->
                (links.get(i).a() == index && links.get(i).portA() == port)
                    || (links.get(i).b() == index && links.get(i).portB() == port))
        .findFirst()
        .orElseThrow();
  }

  /** Hosts: {@code all}, or numbers and ranges with commas between them. */
  public Optional<List<Integer>> hosts(String text) {
    if (text.strip().equals("all")) {
      return Optional.of(IntStream.range(0, plan.hostCount()).boxed().toList());
    }
    List<Integer> hosts = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = HOSTS.matcher(part.strip());
      if (!matcher.matches()) {
        return Optional.empty();
      }
      int first = Integer.parseInt(matcher.group(1));
      int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
      if (last < first || last > plan.hostCount()) {
        return Optional.empty();
      }
      IntStream.rangeClosed(first - 1, last - 1).forEach(hosts::add);
    }
    return Optional.of(List.copyOf(hosts));
  }
}
