package maestro.network.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import maestro.cli.line.Bounds;
import maestro.emulator.cli.InterruptibleMain;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.controller.Installation;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;
import maestro.network.scenario.NetworkScenario;
import maestro.network.scenario.NetworkScenarioFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code demo}: a controller as {@code run} starts it, a network as {@code network} has it, a hog
 * as {@code emulate} offers it, and the controller's page.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Show a controller with a network and, when you press Enter, a switch that asks too much.",
      "It runs on this machine until Ctrl-C."
    })
public final class DemoCommand implements Callable<Integer> {
  private static final String CONFIG = "config/demo.conf";
  private static final String NETWORK = "config/networks/demo.conf";
  private static final String HOG = "config/scenarios/hog.conf";
  private static final int USUAL_PORT = 9653;
  private static final int LAST_PORT = 65_535;
  private static final int STATUS_OF_SIGINT = 130;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "Of the page; 0 for a free one (default: 9653, or a free one when it is taken).")
  private Optional<Integer> port = Optional.empty();

  @Option(names = "--hog", description = "Begin with the hog switched on.")
  private boolean hogOn;

  @ParentCommand private InterruptibleMain main;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, ScenarioException {
    port.ifPresent(given -> Bounds.check(spec.commandLine(), "--port", given, 0, LAST_PORT));
    Path root = Installation.root();
    NetworkScenario scenario =
        NetworkScenarioFile.load(Optional.of(root.resolve(NETWORK)), List.of());
    Scenario hog = ScenarioFile.load(root.resolve(HOG), List.of());
    int pagePort = pagePort();
    Path log = Files.createTempFile("maestro-demo-", ".log");
    main.interruption().watch();
    try (ControllerProcess controller = start(root, pagePort, log)) {
      return show(controller, "http://127.0.0.1:" + pagePort + "/", scenario, hog, log);
    } catch (InterruptedException e) {
      return 1; // a signal, whose status the process has
    } finally {
      main.interruption().endRuns();
      Files.deleteIfExists(log);
    }
  }

  private static ControllerProcess start(Path root, int pagePort, Path log) throws IOException {
    List<String> arguments = new ArrayList<>(ControllerProcess.RUN);
    arguments.addAll(List.of("--config", root.resolve(CONFIG).toString()));
    arguments.addAll(List.of("--listen", "127.0.0.1:0"));
    arguments.addAll(List.of("--set", "maestro.control.listen=127.0.0.1:" + pagePort));
    return ControllerProcess.start(Installation.command(root, arguments), log);
  }

  private int show(
      ControllerProcess controller, String page, NetworkScenario scenario, Scenario load, Path log)
      throws IOException, InterruptedException {
    say("the page: " + page);
    WebBrowser.open(page);
    try (DemoHog hog = new DemoHog(load, controller.address(), this::sayUnlessItEnds);
        DemoNetwork network = new DemoNetwork(scenario, controller.address())) {
      CompletableFuture<Integer> ended = controller.ended();
      await(CompletableFuture.anyOf(network.connected(), ended));
      if (!ended.isDone()) {
        say(what(scenario));
      }
      if (hogOn) {
        toggle(hog);
      }
      listen(hog);
      await(CompletableFuture.anyOf(network.failed(), ended));
      return sayEnd(ended.join(), log);
    }
  }

  private static String what(NetworkScenario scenario) {
    return "%d switches with %d hosts that talk; Enter switches the hog on and off; Ctrl-C ends all"
        .formatted(scenario.plan().switchCount(), scenario.plan().hostCount());
  }

  private int sayEnd(int status, Path log) throws IOException {
    if (status != STATUS_OF_SIGINT || !main.interruption().isRequested()) {
      List<String> lines = Files.readAllLines(log);
      String last = lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1);
      PrintWriter err = spec.commandLine().getErr();
      err.println("the controller has ended with status " + status + last);
      err.flush();
    }
    return 1;
  }

  private static void await(CompletableFuture<Object> future)
      throws IOException, InterruptedException {
    try {
      Object unused = future.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }
  }

  /** Each line of the input switches the hog; its end changes nothing. */
  private void listen(DemoHog hog) {
    Thread reader =
        new Thread(
            () -> {
              new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()))
                  .lines()
                  .forEach(line -> toggle(hog));
            },
            "stdin");
    reader.setDaemon(true);
    reader.start();
  }

  private void toggle(DemoHog hog) {
    say(
        hog.toggle()
            ? "the hog is on: switch %s, with hosts of its own, asks for all that it can get"
                .formatted(DemoHog.DATAPATH_ID_TEXT)
            : "the hog is off");
  }

  /** What is closed because all ends is no news. */
  private void sayUnlessItEnds(String line) {
    if (!main.interruption().isRequested()) {
      say(line);
    }
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  /** The port that was asked for, or a free one: what is taken between now and then is said. */
  private int pagePort() throws IOException {
    int wanted = port.orElse(USUAL_PORT);
    try {
      return free(wanted);
    } catch (IOException e) {
      if (port.isPresent()) {
        return wanted; // the controller says why it cannot have it
      }
      return free(0);
    }
  }

  private static int free(int wanted) throws IOException {
    try (ServerSocket socket = new ServerSocket(wanted, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
