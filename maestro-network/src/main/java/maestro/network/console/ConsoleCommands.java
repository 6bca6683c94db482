package maestro.network.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import maestro.emulator.format.Figures;
import maestro.network.FlowText;
import maestro.network.Network;
import maestro.network.SwitchReader;
import maestro.network.dataplane.pipeline.PipelineSwitch;
import maestro.network.fabric.Fabric;
import maestro.network.fabric.LoopWatch;
import maestro.network.fabric.Pairs;
import maestro.network.fabric.PingOutcome;
import maestro.network.host.Host;
import maestro.network.host.HostSettings;
import maestro.network.link.Failures;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.Places;
import maestro.network.report.NetworkReport;

/**
 * The commands of the console, with the names that Mininet's have. A mistake is answered in one
 * line and changes nothing. Confined to the network's thread.
 */
final class ConsoleCommands {
  private static final int MOST_TIMES = 10_000;
  private static final int MOST_SECONDS = 86_400;
  private static final int MOST_LOST_NAMED = 10;
  private static final double NS_PER_MS = 1e6;

  private static final List<String> HELP =
      List.of(
          "ping HOST HOST [TIMES]        let one host ping another one, and show the way",
          "pingall                       let each host ping each other one",
          "ping6 HOST HOST [TIMES]       the same over IPv6",
          "pingall6                      the same over IPv6",
          "link NODE NODE up|down        mend or cut the cables between two nodes",
          "port SWITCH PORT up|down      switch a port on or off",
          "switch SWITCH start|stop      a switch that was stopped starts with empty tables",
          "dump-flows [SWITCH]           flow entries of one switch or of all",
          "dump-groups [SWITCH]          groups of one switch or of all",
          "switches                      each switch: ports, entries, connection",
          "hosts                         each host: addresses, and where it is",
          "links                         each cable, and whether it is up",
          "sleep SECONDS                 wait, for scripts",
          "help                          this text",
          "exit                          end; the end of the input does the same");

  private final Network network;
  private final NetworkPlan plan;
  private final Fabric fabric;
  private final Places places;
  private final long timeoutNs;
  private final PrintWriter out;
  private final IdentityHashMap<PipelineSwitch, SwitchReader> readers = new IdentityHashMap<>();

  /** Something to be done for a switch. */
  private interface ForSwitch {
    void accept(int index);
  }

  /**
   * @param timeoutNs after which a ping is lost
   */
  ConsoleCommands(Network network, long timeoutNs, PrintWriter out) {
    this.network = network;
    this.plan = network.plan();
    this.fabric = network.fabric();
    this.places = new Places(plan);
    this.timeoutNs = timeoutNs;
    this.out = out;
  }

  /**
   * Carries out a line. What follows a {@code #} is ignored.
   *
   * @return false when it says that the console ends
   */
  boolean run(String line) throws IOException, InterruptedException {
    String content = line.indexOf('#') < 0 ? line : line.substring(0, line.indexOf('#'));
    if (content.isBlank()) {
      return true;
    }
    String[] words = content.strip().split("\\s+", -1);
    String[] arguments = Arrays.copyOfRange(words, 1, words.length);
    try {
      return !words[0].equals("exit") && !words[0].equals("quit") && run(words[0], arguments);
    } catch (MistakeException e) {
      out.println("mistake: " + e.getMessage());
      return true;
    } finally {
      out.flush();
    }
  }

  private boolean run(String command, String[] arguments)
      throws IOException, InterruptedException, MistakeException {
    switch (command) {
      case "help", "?" -> HELP.forEach(out::println);
      case "ping", "ping6" -> ping(command, arguments);
      case "pingall", "pingall6" -> pingAll(command, arguments);
      case "link" -> link(arguments);
      case "port" -> port(arguments);
      case "switch" -> switchCommand(arguments);
      case "dump-flows" -> forSwitches(command, arguments, this::dumpFlows);
      case "dump-groups" -> forSwitches(command, arguments, this::dumpGroups);
      case "switches" -> forSwitches(command, arguments, this::showSwitch);
      case "hosts" -> hosts();
      case "links" -> links();
      case "sleep" -> {
        usage(arguments.length == 1, "sleep SECONDS");
        int seconds = number(arguments[0], 0, MOST_SECONDS);
        network.runFor(TimeUnit.SECONDS.toNanos(seconds));
      }
      default ->
          throw new MistakeException(
              "found command '"
                  + command
                  + "'; allowed: "
                  + HELP.stream()
                      .map(each -> each.substring(0, each.indexOf(' ')))
                      .collect(Collectors.joining(", ")));
    }
    return true;
  }

  private static void usage(boolean isRight, String form) throws MistakeException {
    if (!isRight) {
      throw new MistakeException("allowed: " + form);
    }
  }

  private static int number(String text, int least, int most) throws MistakeException {
    int number = text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : -1;
    if (number < least || number > most) {
      throw new MistakeException("found '" + text + "'; allowed: " + least + " to " + most);
    }
    return number;
  }

  /** Whether the last word is the first of two, or the second one. */
  private static boolean isFirst(String word, String first, String second) throws MistakeException {
    if (!word.equals(first) && !word.equals(second)) {
      throw new MistakeException("found '" + word + "'; allowed: " + first + ", " + second);
    }
    return word.equals(first);
  }

  private void ping(String command, String[] arguments)
      throws IOException, InterruptedException, MistakeException {
    usage(arguments.length == 2 || arguments.length == 3, command + " HOST HOST [TIMES]");
    int source = host(arguments[0]);
    int target = host(arguments[1]);
    usage(source != target, "two different hosts");
    int times = arguments.length == 2 ? 1 : number(arguments[2], 1, MOST_TIMES);
    for (int i = 0; i < times; i++) {
      network.ping(Pairs.one(source, target), timeoutNs, command.endsWith("6"), this::show);
    }
  }

  private void show(PingOutcome ping) {
    StringBuilder text = new StringBuilder();
    text.append(Places.ofHost(ping.source())).append(" -> ");
    text.append(Places.ofHost(ping.target())).append(": ");
    if (ping.answered()) {
      text.append(String.format(Locale.ROOT, "%.2f ms by ", ping.roundTripNs() / NS_PER_MS));
      text.append(way(ping.way()));
      if (!ping.wayBack().equals(reversed(ping.way()))) {
        text.append(", back by ").append(way(ping.wayBack()));
      }
    } else {
      text.append("lost");
      if (!ping.way().isEmpty()) {
        text.append("; the request came to ").append(way(ping.way()));
      }
      if (!ping.wayBack().isEmpty()) {
        text.append("; the reply came to ").append(way(ping.wayBack()));
      }
    }
    out.println(text);
    out.flush();
  }

  private static String way(List<Integer> way) {
    return way.stream().map(Places::ofSwitch).collect(Collectors.joining(" "));
  }

  private static List<Integer> reversed(List<Integer> way) {
    List<Integer> reversed = new ArrayList<>(way);
    Collections.reverse(reversed);
    return reversed;
  }

  private void pingAll(String command, String[] arguments)
      throws IOException, InterruptedException, MistakeException {
    usage(arguments.length == 0, command);
    List<PingOutcome> lost = new ArrayList<>();
    NetworkReport report =
        network.ping(
            Pairs.all(plan.hostCount()),
            timeoutNs,
            command.endsWith("6"),
            ping -> {
              if (!ping.answered() && lost.size() < MOST_LOST_NAMED) {
                lost.add(ping);
              }
            });
    out.print(report.text());
    lost.forEach(this::show);
  }

  private void link(String[] arguments) throws MistakeException {
    usage(arguments.length == 3, "link NODE NODE up|down");
    boolean down = isFirst(arguments[2], "down", "up");
    for (int cable : cables(arguments[0], arguments[1])) {
      fabric.failures().setCable(places.switchAt(cable), places.portAt(cable), down);
    }
  }

  private int[] cables(String a, String b) throws MistakeException {
    OptionalInt hostA = findHost(a);
    OptionalInt host = hostA.isPresent() ? hostA : findHost(b);
    if (host.isEmpty()) {
      int[] found = places.cables(switchIndex(a), switchIndex(b));
      if (found.length > 0) {
        return found;
      }
    } else if (hostA.isPresent() && findHost(b).isPresent()) {
      throw notLinked(a, b);
    } else if (plan.switchOf(host.getAsInt()) == switchIndex(hostA.isPresent() ? b : a)) {
      return new int[] {places.cableOfHost(host.getAsInt())};
    }
    throw notLinked(a, b);
  }

  private static MistakeException notLinked(String a, String b) {
    return new MistakeException(
        "found no link between " + a + " and " + b + "; 'links' lists them");
  }

  /** A host by what is no name of a switch: {@code h1}, or its IPv4 address. */
  private OptionalInt findHost(String name) {
    OptionalInt named = name.startsWith("h") ? places.host(name) : OptionalInt.empty();
    return named.isPresent()
        ? named
        : IntStream.range(0, plan.hostCount())
            .filter(host -> fabric.ips().text(host).equals(name))
            .findFirst();
  }

  private int host(String name) throws MistakeException {
    OptionalInt found = findHost(name);
    OptionalInt host = found.isPresent() ? found : places.host(name);
    String allowed = plan.hostCount() == 0 ? "none" : "h1 to h" + plan.hostCount();
    return host.orElseThrow(() -> mistake("host", name, allowed));
  }

  private int switchIndex(String name) throws MistakeException {
    return places
        .switchIndex(name)
        .orElseThrow(() -> mistake("switch", name, "s1 to s" + plan.switchCount()));
  }

  private static MistakeException mistake(String what, String found, String allowed) {
    return new MistakeException("found " + what + " '" + found + "'; allowed: " + allowed);
  }

  private void port(String[] arguments) throws MistakeException {
    usage(arguments.length == 3, "port SWITCH PORT up|down");
    int index = switchIndex(arguments[0]);
    String ports = "1 to " + plan.portCount(index) + " of " + Places.ofSwitch(index);
    int port =
        places.portOf(index, arguments[1]).orElseThrow(() -> mistake("port", arguments[1], ports));
    fabric.failures().setPort(index, port, isFirst(arguments[2], "down", "up"));
  }

  private void switchCommand(String[] arguments) throws IOException, MistakeException {
    usage(arguments.length == 2, "switch SWITCH start|stop");
    int index = switchIndex(arguments[0]);
    if (isFirst(arguments[1], "start", "stop")) {
      network.startSwitch(index);
    } else {
      network.stopSwitch(index);
    }
  }

  private void forSwitches(String command, String[] arguments, ForSwitch action)
      throws MistakeException {
    usage(arguments.length <= 1, command + " [SWITCH]");
    if (arguments.length == 1) {
      action.accept(switchIndex(arguments[0]));
      return;
    }
    for (int i = 0; i < plan.switchCount(); i++) {
      action.accept(i);
    }
  }

  private void dumpFlows(int index) {
    heading(index);
    reader(index).flows().forEach(each -> out.println(" " + FlowText.of(each)));
  }

  private void dumpGroups(int index) {
    heading(index);
    reader(index).groups().forEach(each -> out.println(" " + FlowText.of(each)));
  }

  private void heading(int index) {
    out.println("*** " + Places.ofSwitch(index));
  }

  private SwitchReader reader(int index) {
    return readers.computeIfAbsent(fabric.switchAt(index), SwitchReader::new);
  }

  private void showSwitch(int index) {
    PipelineSwitch sw = fabric.switchAt(index);
    String name = plan.switchName(index);
    String state = sw.isUp() ? "connected" : "no controller";
    out.println(
        Places.ofSwitch(index)
            + (name.equals(String.valueOf(index + 1)) ? "" : " " + name)
            + ": "
            + Figures.count(plan.portCount(index), "port", "ports")
            + ", "
            + Figures.count(sw.entryCount(), "flow entry", "flow entries")
            + ", "
            + (fabric.failures().isStopped(index) ? "stopped" : state));
  }

  private void hosts() {
    for (int host = 0; host < plan.hostCount(); host++) {
      out.println(
          Places.ofHost(host)
              + ": "
              + fabric.ips().text(host)
              + ", "
              + LoopWatch.address(Host.ethernet(host))
              + (fabric.vlan(host) == HostSettings.UNTAGGED ? "" : ", vlan " + fabric.vlan(host))
              + ", at "
              + Places.ofPort(plan.switchOf(host), plan.portOf(host)));
    }
  }

  private void links() {
    for (int index = 0; index < plan.switchCount(); index++) {
      for (int port = 1; port <= plan.portCount(index); port++) {
        String here = Places.ofPort(index, port);
        if (!plan.leadsToSwitch(index, port)) {
          out.println(here + " " + Places.ofHost(plan.hostAt(index, port)) + state(index, port));
          continue;
        }
        int other = plan.neighbor(index, port);
        int otherPort = plan.neighborPort(index, port);
        if (index < other) {
          out.println(here + " " + Places.ofPort(other, otherPort) + state(index, port));
        }
      }
    }
  }

  private String state(int index, int port) {
    Failures failures = fabric.failures();
    if (failures.isCut(index, port)) {
      return " cut";
    }
    return failures.isUp(index, port) ? " up" : " down";
  }
}
