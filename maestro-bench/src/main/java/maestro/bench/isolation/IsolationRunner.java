package maestro.bench.isolation;

import com.typesafe.config.Config;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import maestro.cli.Preparation;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.config.file.Hocon;
import maestro.config.file.Problems;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.controller.Footprint;
import maestro.sequence.jar.FoundApplication;

/**
 * Runs attacks one after the other, against a running controller or against Maestro.
 *
 * <ol>
 *   <li>Attacks that need the same settings share a controller, which is started for them with
 *       short timeouts.
 *   <li>{@link IsolationRun} tries each one.
 *   <li>When a controller dies, the attacks end.
 * </ol>
 *
 * <p>The results stay available when an exception ends the attacks. Used by one thread.
 */
public final class IsolationRunner {
  /** With these no attack waits long for a timeout. */
  private static final Map<String, String> SHORT_TIMEOUTS =
      Map.of(
          "maestro.connection.handshake-timeout", "2 s",
          "maestro.connection.echo-interval", "1 s",
          "maestro.connection.echo-timeout", "3 s",
          "maestro.connection.stalled-timeout", "2 s");

  private static final String SET = "--set";

  private final int version;
  private final long seed;
  private final IsolationRun.Effort effort;
  private final Path folder;
  private final Consumer<String> progress;
  private final List<IsolationResult> results = new ArrayList<>();

  /**
   * Makes a runner; starts nothing.
   *
   * @param version of OpenFlow on the wire, 1 or 4
   * @param seed of the random numbers
   * @param folder for the controller's log and for certificates
   * @param progress gets a line for each attack and each broken promise
   */
  public IsolationRunner(
      int version, long seed, IsolationRun.Effort effort, Path folder, Consumer<String> progress) {
    this.version = version;
    this.seed = seed;
    this.effort = effort;
    this.folder = folder;
    this.progress = progress;
  }

  /** The results so far, in the order of the attacks. */
  public List<IsolationResult> results() {
    return List.copyOf(results);
  }

  /** Attacks a running controller. Leaves out attacks over TLS. */
  public void attack(InetSocketAddress controller, List<Attack> attacks)
      throws IOException, InterruptedException {
    attackEach(
        attacks.stream().filter(attack -> !attack.overTls()).toList(),
        run(controller, null, () -> Footprint.UNKNOWN));
  }

  /**
   * Looks for mistakes in settings, before a controller is started with them.
   *
   * @param config the configuration of the controller
   * @param settings of the command line
   * @throws BadConfigurationException with every mistake
   */
  public static void check(Path config, List<Attack> attacks, List<CommandLineSetting> settings)
      throws BadConfigurationException {
    for (Started each : alike(attacks).keySet()) {
      List<CommandLineSetting> all = new ArrayList<>();
      ofAttacks(each).forEach((key, value) -> all.add(new CommandLineSetting(SET, key, value)));
      all.addAll(settings);
      List<FoundApplication> found = new ArrayList<>(FoundApplication.onClassPath());
      found.add(Authors.ofClassPath());
      Preparation.of(Optional.of(config), all, List.of(), found).close();
    }
  }

  /**
   * Starts Maestro once for each set of settings that attacks need, and attacks it.
   *
   * @param settings of the command line; they win over those of the attacks
   */
  public void attackMaestro(List<Attack> attacks, List<CommandLineSetting> settings)
      throws IOException, InterruptedException {
    for (Map.Entry<Started, List<Attack>> alike : alike(attacks).entrySet()) { // 1
      attackStarted(alike.getKey(), alike.getValue(), settings);
    }
  }

  private static Map<Started, List<Attack>> alike(List<Attack> attacks) {
    return attacks.stream()
        .collect(
            Collectors.groupingBy(
                attack -> new Started(attack.settings(), attack.overTls()),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  /** The controller that {@link #attackMaestro} attacks with these settings, in words. */
  public static String maestro(List<CommandLineSetting> settings) throws IOException {
    Problems problems = new Problems();
    Config file = Hocon.parse(ControllerProcess.defaultConfig(), problems);
    Config config =
        Hocon.parse(settings, problems).withFallback(file).withFallback(ConfigLoader.reference());
    return "Maestro, " + config.getString("maestro.distribution.strategy");
  }

  private void attackStarted(
      Started wanted, List<Attack> attacks, List<CommandLineSetting> settings)
      throws IOException, InterruptedException {
    Map<String, String> ofAttacks = ofAttacks(wanted);
    Certificates certificates = null;
    if (wanted.overTls()) {
      certificates = Certificates.make(folder.resolve("certificates"));
      ofAttacks.putAll(certificates.controllerSettings());
    }
    if (wanted.settings().containsKey(Authors.SEQUENCE)) {
      Path jars = Authors.writeJar(folder.resolve("hostile")).toAbsolutePath();
      ofAttacks.put("maestro.applications.directories", "[\"" + jars + "\"]");
    }
    List<String> command = ControllerProcess.command(null, options(ofAttacks, settings));
    try (ControllerProcess started =
        ControllerProcess.start(command, folder.resolve("isolation.log"))) {
      attackEach(attacks, run(started.address(), certificates, started::footprint));
    }
  }

  private static Map<String, String> ofAttacks(Started wanted) {
    Map<String, String> settings = new TreeMap<>(SHORT_TIMEOUTS);
    settings.putAll(wanted.settings());
    return settings;
  }

  private static List<String> options(
      Map<String, String> ofAttacks, List<CommandLineSetting> settings) {
    List<String> options = new ArrayList<>(List.of("--listen", "127.0.0.1:0"));
    ofAttacks.forEach((key, value) -> options.addAll(List.of(SET, key + "=" + value)));
    settings.forEach(each -> options.addAll(List.of(SET, each.key() + "=" + each.value())));
    return options;
  }

  private IsolationRun run(
      InetSocketAddress address, Certificates certificates, Supplier<Footprint> footprint) {
    return new IsolationRun(address, version, seed, effort, certificates, footprint);
  }

  private void attackEach(List<Attack> attacks, IsolationRun run)
      throws IOException, InterruptedException {
    for (Attack attack : attacks) {
      progress.accept(attack.name() + ": " + attack.what());
      IsolationResult result = run.attack(attack); // 2
      results.add(result);
      IsolationReport.failures(result)
          .forEach(failure -> progress.accept(attack.name() + ": " + failure));
      if (!result.after().alive()) { // 3
        throw new IOException("the controller has died; its log: " + folder);
      }
    }
  }

  /** A controller that some attacks share. */
  private record Started(Map<String, String> settings, boolean overTls) {}
}
