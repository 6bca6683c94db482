package maestro.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.emulator.scenario.ScenarioException;
import maestro.network.VirtualNetwork;
import maestro.network.channel.VirtualController;
import maestro.network.plan.Places;
import maestro.network.report.NetworkReport;
import maestro.network.scenario.NetworkScenario;
import maestro.network.scenario.NetworkScenarioFile;
import maestro.sequence.event.ApplicationAnswer;

/**
 * A network and its controller in a test. Links are named {@code s1-s2}, a host's link {@code
 * s1-h1}, switches {@code s1}. Nothing happens while the test's own code runs: time goes on only in
 * {@link #pingAll} and {@link #letPass}. Confined to the test's thread.
 */
public final class TestNetwork implements AutoCloseable {
  private static final long CONNECT_NS = TimeUnit.SECONDS.toNanos(30);
  private static final long PING_NS = TimeUnit.SECONDS.toNanos(5);

  private final VirtualNetwork network;

  /** Of frames that a host has got, the last ones are kept. */
  private static final int MOST_FRAMES = 10_000;

  private static final int MOST_STEPS_OF_REST = 100;
  private static final ApplicationAnswer NO_ANSWER =
      new ApplicationAnswer(504, "no answer within 10 s", List.of());

  private final Places places;
  private final Map<Integer, Deque<byte[]>> received = new HashMap<>();

  /** The controller that was started last. */
  private final AtomicReference<VirtualMaestro> maestro;

  private TestNetwork(
      VirtualNetwork network, Places places, AtomicReference<VirtualMaestro> maestro) {
    this.network = network;
    this.places = places;
    this.maestro = maestro;
    network.watch(this::keep);
  }

  private void keep(int host, byte[] frame) {
    Deque<byte[]> frames = received.computeIfAbsent(host, h -> new ArrayDeque<>());
    frames.add(frame);
    if (frames.size() > MOST_FRAMES) {
      frames.remove();
    }
  }

  static TestNetwork start(
      String topology,
      Path config,
      int hosts,
      String openflow,
      int settleSeconds,
      List<String> further)
      throws IOException {
    List<CommandLineSetting> settings = new ArrayList<>();
    settings.add(new CommandLineSetting("topology", "topology", topology));
    settings.add(new CommandLineSetting("openflow", "openflow", openflow));
    settings.add(new CommandLineSetting("tables", "tables.wildcard-entries", "10000"));
    if (hosts > 0) {
      settings.add(new CommandLineSetting("hosts", "hosts", String.valueOf(hosts)));
    }
    further.forEach(each -> settings.add(CommandLineSetting.parse("settings", each)));
    try {
      NetworkScenario scenario = NetworkScenarioFile.load(Optional.empty(), settings);
      AtomicReference<VirtualMaestro> maestro = new AtomicReference<>();
      VirtualNetwork network = new VirtualNetwork(scenario, controllers(config, maestro));
      network.awaitController(CONNECT_NS);
      network.runFor(TimeUnit.SECONDS.toNanos(settleSeconds));
      return new TestNetwork(network, new Places(scenario.plan()), maestro);
    } catch (BadConfigurationException e) {
      throw new IOException(String.join(System.lineSeparator(), e.problems()), e);
    } catch (ScenarioException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static VirtualController.Factory controllers(
      Path config, AtomicReference<VirtualMaestro> started) throws BadConfigurationException {
    VirtualController.Factory factory = new VirtualMaestroProvider().of(config, List.of());
    return clock -> {
      VirtualMaestro maestro = (VirtualMaestro) factory.start(clock);
      started.set(maestro);
      return maestro;
    };
  }

  /** Lets each host ping each other one, once; returns what became of the pings. */
  public NetworkReport pingAll() {
    try {
      return network.pingAll(PING_NS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Pings between all hosts, and fails unless each was answered, once, without loops. */
  public NetworkReport assertThatAllReachAll() {
    NetworkReport report = pingAll();
    if (report.lost() + report.duplicates() + report.loops() + report.stopped() > 0) {
      throw new AssertionError("not every ping was answered once:\n" + report.text());
    }
    return report;
  }

  /** Lets time go on. */
  public void letPass(Duration time) {
    try {
      network.runFor(time.toNanos());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Cuts a link: both its switches see their ports down. */
  public void cut(String link) {
    network.cable(cable(link), true);
  }

  /** Mends a link. */
  public void restore(String link) {
    network.cable(cable(link), false);
  }

  private int cable(String link) {
    int[] cables = places.cables(link);
    if (cables.length > 1) {
      throw new IllegalArgumentException(places.names().ambiguous("'" + link + "'", cables));
    }
    return found(Arrays.stream(cables).findFirst(), link, "a link such as s1-s2, s1-s2#2 or s1-h1");
  }

  /** A switch fails, with all its links. */
  public void stop(String name) {
    network.stopSwitch(index(name));
  }

  /** A switch that has failed starts again, without flow entries. */
  public void start(String name) {
    network.startSwitch(index(name));
  }

  private int index(String name) {
    return found(places.switchIndex(name), name, "a switch such as s1");
  }

  private static int found(OptionalInt place, String name, String allowed) {
    return place.orElseThrow(
        () -> new IllegalArgumentException("found '" + name + "'; allowed: " + allowed));
  }

  /** A switch loses its connection to the controller; it keeps its entries. */
  public void disconnect(String name) {
    network.away(index(name), true);
  }

  /** A switch that was disconnected connects again. */
  public void connect(String name) {
    network.away(index(name), false);
  }

  /**
   * A host sends a frame, as soon as time goes on.
   *
   * @param frame at most 1514 bytes, without the checksum
   */
  public void send(String host, byte[] frame) {
    network.send(hostIndex(host), frame);
  }

  /** The frames that have reached a host since the last call: the last 10,000 at most. */
  public List<byte[]> received(String host) {
    Deque<byte[]> frames = received.remove(hostIndex(host));
    return frames == null ? List.of() : List.copyOf(frames);
  }

  private int hostIndex(String name) {
    return found(places.host(name), name, "a host such as h1");
  }

  /** Ends the controller; switches keep their entries. */
  public void stopController() {
    try {
      network.stopController();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Ends the controller and starts one with another configuration; it knows nothing.
   *
   * @param config a file
   */
  public void startController(Path config) {
    try {
      network.startController(controllers(config, maestro));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (BadConfigurationException e) {
      throw new IllegalArgumentException(String.join(System.lineSeparator(), e.problems()), e);
    }
  }

  /** Starts the controller anew; it knows nothing. */
  public void startController() {
    try {
      network.startController();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The mistakes of stages that no exception shows, a line each, when the configuration has {@code
   * maestro.applications.check-stages = true}; else none.
   */
  public List<String> findings() {
    return Objects.requireNonNull(maestro.get(), "started with the network").findings();
  }

  /**
   * Asks an application by REST, and lets time go on until it has answered.
   *
   * @param path its name and what it answers, such as {@code traffic-monitor/ports}
   * @param body a JSON document, or empty
   * @return the JSON document of the answer
   * @throws IllegalStateException when the request is refused, with the status and the reason
   */
  public String rest(String method, String path, String body) {
    List<String> parts = Arrays.asList(path.split("/", -1));
    VirtualMaestro running = Objects.requireNonNull(maestro.get(), "started with the network");
    CompletableFuture<ApplicationAnswer> asked =
        running.answer(parts.get(0), method, parts.subList(1, parts.size()), body);
    for (int i = 0; i < MOST_STEPS_OF_REST && !asked.isDone(); i++) {
      letPass(Duration.ofMillis(100));
    }
    ApplicationAnswer answer = asked.getNow(NO_ANSWER);
    if (!answer.isDone()) {
      throw new IllegalStateException(answer.status() + ": " + answer.text());
    }
    return answer.text();
  }

  /** The IPv4 address of a host, such as {@code h1}; {@code none} while it waits for one. */
  public String address(String host) {
    return network.address(hostIndex(host));
  }

  /** The flow entries of a switch, each as a line in the form of {@code ovs-ofctl dump-flows}. */
  public List<String> flows(String name) {
    return network.flows(index(name));
  }

  @Override
  public void close() throws IOException {
    network.close();
  }
}
