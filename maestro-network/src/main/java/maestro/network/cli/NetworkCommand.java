package maestro.network.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import maestro.cli.line.Bounds;
import maestro.emulator.cli.HostPort;
import maestro.emulator.cli.InterruptibleMain;
import maestro.emulator.cli.OptionFiles;
import maestro.emulator.cli.TimeOption;
import maestro.emulator.cli.VersionOption;
import maestro.emulator.scenario.ProtocolVersion;
import maestro.emulator.topology.TopologyException;
import maestro.network.Network;
import maestro.network.console.Console;
import maestro.network.page.NetworkPage;
import maestro.network.plan.NetworkPlan;
import maestro.network.report.NetworkReport;
import maestro.network.report.ScenarioReport;
import maestro.network.scenario.NetworkScenario;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code network}: switches that forward packets, with hosts that ping, in one process. */
@Command(
    name = "network",
    mixinStandardHelpOptions = true,
    description = {
      "Connect a network of switches and hosts to a controller, and let the hosts ping each other.",
      "Exit status: 0 every ping was answered, 1 one was lost or a switch could not connect, 2"
          + " wrong usage. With --scenario: 0 it was run, 3 the condition of --fail-if holds."
    })
final class NetworkCommand implements Callable<Integer> {
  private static final int MOST_HOSTS = 1000;
  private static final double NS_PER_SECOND = 1e9;
  private static final long FOREVER_NS = Long.MAX_VALUE / 2;

  @ArgGroup(exclusive = false)
  private ControllerOptions controllers = new ControllerOptions();

  @Mixin private NetworkScenarioOptions scenario;

  @Option(
      names = "--port-socket",
      paramLabel = "DIR",
      description =
          "Make a Unix stream socket for each host: p1, p2, ... A program that connects takes the"
              + " host's place. Frames have a length of two bytes before them.")
  private Path portSockets;

  @Option(
      names = "--topology",
      paramLabel = "TOPOLOGY",
      defaultValue = "fattree:4",
      description =
          "fattree:K, tree:D,F (depth and fan-out as in Mininet), single:N (one switch with N hosts),"
              + " linear:N, ring:N, torus:N, isp:N, cables:N (two switches with N links), or the"
              + " file of a map (default: ${DEFAULT-VALUE}).")
  private String topology;

  @Option(
      names = "--openflow",
      paramLabel = "VERSION",
      defaultValue = "1.0",
      converter = VersionOption.class,
      description = "What the switches speak: 1.0 or 1.3 (default: ${DEFAULT-VALUE}).")
  private ProtocolVersion openflow;

  @Option(
      names = "--hosts",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Hosts of each switch; 0 for one, in a fat tree K/2 at each edge switch, and in a tree F at"
              + " each switch of the last level (default: ${DEFAULT-VALUE}).")
  private int hosts;

  @Option(
      names = "--pingall",
      description =
          "Let each host ping each other one, once, and end. Without it and without --console hosts"
              + " are silent, and the network stays until Ctrl-C.")
  private boolean pingAll;

  @Option(
      names = "--ipv6",
      description = "Let --pingall ping over IPv6, after neighbour discovery.")
  private boolean overIpv6;

  @Option(
      names = "--console",
      description =
          "Take commands from the standard input, one a line, such as 'ping h1 h2' and 'help'; end"
              + " with the input.")
  private boolean console;

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = TimeOption.class,
      description =
          "Time for the controller to find the links, before the first ping"
              + " (default: ${DEFAULT-VALUE}).")
  private Duration settle;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = TimeOption.class,
      description = "A ping is lost after this time (default: ${DEFAULT-VALUE}).")
  private Duration timeout;

  @Option(
      names = "--connect-timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = TimeOption.class,
      description = "Until when all switches must be connected (default: ${DEFAULT-VALUE}).")
  private Duration connectTimeout;

  @Mixin private SwitchOptions switches;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the result here, too.")
  private Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write a page here: the topology, the load of its links over time, and the ways of"
              + " pings.")
  private Path html;

  /** What the page of a scenario shows; null without one. */
  private NetworkPage page;

  @ParentCommand private InterruptibleMain main;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    checkOptions();
    return scenario.isGiven() ? runScenario() : runByOptions();
  }

  private void checkOptions() throws IOException {
    CommandLine command = spec.commandLine();
    Bounds.check(command, "--hosts", hosts, 0, MOST_HOSTS);
    switches.check(command);
    scenario.check(command.getParseResult(), controllers.isGiven());
    OptionFiles.check("--json", json);
    OptionFiles.check("--html", html);
    controllers.checkCount(command);
  }

  private int runByOptions() throws Exception {
    NetworkPlan plan = plan();
    sayNotes(plan);
    controllers.checkPorts(spec.commandLine(), plan.switchCount());
    main.interruption().watch();
    try (Network network = new Network(plan, switches.settings(openflow), controllers.address())) {
      open(network);
      network.awaitController(connectTimeout.toNanos());
      if (!pingAll && !console) {
        network.runFor(FOREVER_NS);
      }
      page =
          html == null ? null : network.notePage(topology.substring(topology.lastIndexOf('/') + 1));
      network.runFor(settle.toNanos());
      int status = pingAll ? show(network.pingAll(timeout.toNanos(), overIpv6)) : 0;
      sayLost(network);
      if (console) {
        new Console(network, timeout.toNanos(), spec.commandLine().getOut(), isTerminal())
            .run(new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())));
      }
      if (page != null) {
        OptionFiles.write("--html", html, page.html());
      }
      return status;
    } catch (InterruptedException e) {
      return 1; // a signal, whose status the process has
    } finally {
      main.interruption().endRuns();
    }
  }

  /** Whether somebody types; a file or a pipe needs no prompt. */
  private static boolean isTerminal() {
    Path input = Path.of("/proc/self/fd/0");
    try {
      String target = Files.readSymbolicLink(input).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException e) {
      return false; // not on Linux: without a prompt
    }
  }

  private int runScenario() throws Exception {
    NetworkScenario loaded = scenario.load(spec.commandLine().getParseResult());
    sayNotes(loaded.plan());
    if (!scenario.isVirtual()) {
      controllers.checkPorts(spec.commandLine(), loaded.plan().switchCount());
    }
    if (scenario.isVirtual()) {
      main.interruption().note();
    } else {
      main.interruption().watch();
    }
    ScenarioReport report;
    try {
      report = scenario.isVirtual() ? runVirtually(loaded) : runOnTheWallClock(loaded);
    } catch (InterruptedException e) {
      return 1; // nothing was measured yet; the process has the signal's status
    } finally {
      main.interruption().endRuns();
    }
    if (page != null) {
      OptionFiles.write("--html", html, page.html());
    }
    return show(loaded, report);
  }

  private ScenarioReport runVirtually(NetworkScenario loaded) throws Exception {
    return scenario.runVirtually(
        loaded,
        connectTimeout,
        network -> {
          network.endWhen(main.interruption()::isRequested);
          page = html == null ? null : network.notePage();
          sayThatItBegins(loaded);
        });
  }

  private ScenarioReport runOnTheWallClock(NetworkScenario loaded) throws Exception {
    try (Network network = new Network(loaded, controllers.address())) {
      open(network);
      network.awaitController(connectTimeout.toNanos());
      try {
        network.runFor(loaded.settleNs());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the report says that nothing has happened
      }
      page = html == null ? null : network.notePage(loaded.name());
      sayThatItBegins(loaded);
      ScenarioReport report = network.run(loaded);
      sayLost(network);
      return report;
    }
  }

  /** A network without its controller loses pings for no fault of their ways. */
  private void sayLost(Network network) {
    String line = network.lostConnections();
    if (!line.isEmpty()) {
      spec.commandLine().getErr().println(line);
      spec.commandLine().getErr().flush();
    }
  }

  private void sayNotes(NetworkPlan plan) {
    PrintWriter err = spec.commandLine().getErr();
    plan.notes().forEach(err::println);
    err.flush();
  }

  private void sayThatItBegins(NetworkScenario loaded) {
    PrintWriter err = spec.commandLine().getErr();
    String pings = loaded.pingAllsNs().isEmpty() ? "" : ", and until its pings are over";
    err.printf(
        Locale.ROOT, "scenario %s begins: %.1f s%s%n", loaded.name(), seconds(loaded), pings);
    err.flush();
  }

  private static double seconds(NetworkScenario loaded) {
    return loaded.durationNs() / NS_PER_SECOND;
  }

  private int show(NetworkScenario loaded, ScenarioReport report) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.print(report.text());
    out.flush();
    if (json != null) {
      OptionFiles.write("--json", json, report.json() + "\n");
    }
    return scenario.judge(loaded, report, spec.commandLine().getErr());
  }

  private void open(Network network) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    int number = 1;
    for (InetSocketAddress address : network.listeners()) {
      out.println("switch " + number++ + " listens on " + HostPort.text(address));
    }
    out.flush();
    if (portSockets != null) {
      Files.createDirectories(portSockets);
      network.openPortSockets(portSockets);
    }
  }

  private int show(NetworkReport report) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.print(report.text());
    out.flush();
    if (json != null) {
      OptionFiles.write("--json", json, report.json() + "\n");
    }
    return report.isWhole() ? 0 : 1;
  }

  private NetworkPlan plan() {
    try {
      boolean saidDelay = spec.commandLine().getParseResult().hasMatchedOption("--link-delay");
      return NetworkPlan.named(topology, hosts).without(saidDelay, false);
    } catch (TopologyException e) {
      throw new ParameterException(spec.commandLine(), "--topology: " + e.getMessage(), e);
    }
  }
}
