package maestro.system;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import maestro.Maestro;
import maestro.api.Application;
import maestro.apps.learning.LearningSwitch;
import maestro.apps.storm.StormControl;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.config.file.LoadedConfig;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.Neighbours;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.switches.SwitchDescription;
import maestro.sequence.ApplicationHost;
import maestro.tls.TlsContext;
import maestro.tls.TlsLibrary;
import maestro.tls.TlsSettings;

/** A controller with the learning switch in the test's own JVM, on a free port, and load for it. */
final class InProcess {
  static final long SECOND_NS = 1_000_000_000;

  /**
   * On a busy machine a handshake, most of all with TLS, may take longer than a user would wait.
   */
  private static final CommandLineSetting PATIENT =
      CommandLineSetting.parse("--set", "maestro.connection.handshake-timeout=10 minutes");

  private static final int HOSTS_PER_SWITCH = 64;
  private static final int PORTS = 4;
  private static final int OUTSTANDING = 2048;

  private InProcess() {}

  /** Starts a controller with the first example of a configuration. */
  static Maestro controller(String strategy, int workers)
      throws IOException, BadConfigurationException {
    return controller(strategy, workers, Map.of(), List.of());
  }

  /**
   * The same over TLS, with files that {@code tls init} has made.
   *
   * @param provider as it is configured
   */
  static Maestro tlsController(String strategy, int workers, Path files, String provider)
      throws IOException, BadConfigurationException {
    String section =
        "{ enabled = true, private-key = \"%s\", certificate = \"%s\", ca-certificates = \"%s\", provider = %s }"
            .formatted(
                files.resolve("controller-key.pem"),
                files.resolve("controller-cert.pem"),
                files.resolve("ca-cert.pem"),
                provider);
    return controller(strategy, workers, Map.of("maestro.tls", section), List.of());
  }

  /** Makes the files of {@link #tlsController}. */
  static void makeCertificates(Path folder) throws IOException, InterruptedException {
    Commands.Result made =
        Commands.run(
            Commands.PATIENCE,
            Map.of("JAVA_HOME", System.getProperty("java.home")),
            List.of(Rigs.PROJECT.resolve("maestro").toString(), "tls", "init", folder.toString()));
    if (made.code() != 0) {
      throw new IllegalStateException(made.output());
    }
  }

  /** What emulated switches speak with such a controller. */
  static TlsContext tlsSwitches(Path files) {
    return TlsContext.client(
        new TlsSettings(
            files.resolve("switch-key.pem"),
            files.resolve("switch-cert.pem"),
            files.resolve("ca-cert.pem"),
            false,
            List.of("TLSv1.2", "TLSv1.3"),
            TlsLibrary.AUTO));
  }

  /** Starts it with other settings, and with applications besides that need none. */
  static Maestro controller(
      String strategy, int workers, Map<String, String> more, List<Application> others)
      throws IOException, BadConfigurationException {
    Path example = Rigs.PROJECT.resolve("config/learning-switch.conf");
    List<CommandLineSetting> settings = new ArrayList<>(List.of(PATIENT));
    settings.add(new CommandLineSetting("--set", "maestro.listen", "\"127.0.0.1:0\""));
    settings.add(new CommandLineSetting("--set", "maestro.distribution.strategy", strategy));
    settings.add(new CommandLineSetting("--set", "maestro.distribution.workers", "" + workers));
    more.forEach((key, value) -> settings.add(new CommandLineSetting("--set", key, value)));
    List<ApplicationDefaults> known = new ArrayList<>(known());
    for (Application other : others) {
      known.add(new ApplicationDefaults(other.name(), ConfigFactory.empty()));
    }
    LoadedConfig config = ConfigLoader.parse(Optional.of(example), settings).validate(known);
    List<Application> all = new ArrayList<>(others);
    all.add(new LearningSwitch());
    all.add(new StormControl());
    List<ApplicationHost.Configured> configured =
        all.stream()
            .map(each -> new ApplicationHost.Configured(each, config.application(each.name())))
            .toList();
    return Maestro.start(config.maestro(), configured);
  }

  /** Starts a controller with an example of a configuration and the applications it names. */
  static Maestro controller(String example, String... settings)
      throws IOException, BadConfigurationException {
    List<CommandLineSetting> all = new ArrayList<>(List.of(PATIENT));
    all.add(CommandLineSetting.parse("--set", "maestro.listen=\"127.0.0.1:0\""));
    for (String setting : settings) {
      all.add(CommandLineSetting.parse("--set", setting));
    }
    Optional<Path> file = Optional.of(Rigs.PROJECT.resolve("config").resolve(example));
    LoadedConfig config = ConfigLoader.parse(file, all).validate(known());
    List<String> named =
        config.maestro().sequences().stream().flatMap(each -> each.run().stream()).toList();
    List<ApplicationHost.Configured> applications = new ArrayList<>();
    for (Application application : ServiceLoader.load(Application.class)) {
      String name = application.name();
      if (named.contains(name)) {
        applications.add(new ApplicationHost.Configured(application, config.application(name)));
      }
    }
    return Maestro.start(config.maestro(), applications);
  }

  /** The class path of tests has all applications, so their defaults are there, too. */
  private static List<ApplicationDefaults> known() {
    Config defaults =
        ConfigFactory.parseResources(LearningSwitch.class.getClassLoader(), "reference.conf")
            .getConfig("applications");
    return defaults.root().keySet().stream()
        .map(name -> new ApplicationDefaults(name, defaults.getConfig(name)))
        .toList();
  }

  /**
   * Switches that send as fast as they can, with a limit for what is outstanding: else the notes of
   * it would grow with the sockets' buffers while a test watches the memory.
   */
  static LoadPlan fullSpeed(int switches, int version, boolean buffered, long measureNs) {
    List<SwitchLoad> loads = new ArrayList<>();
    for (int i = 0; i < switches; i++) {
      SwitchDescription description =
          new SwitchDescription(i + 1, version, PORTS, buffered ? 256 : 0);
      loads.add(
          new SwitchLoad(description, (long) i * HOSTS_PER_SWITCH, HOSTS_PER_SWITCH, 1, null));
    }
    LoadPlan.Times times =
        new LoadPlan.Times(
            20 * SECOND_NS, 20 * SECOND_NS, SECOND_NS / 2, measureNs, 20 * SECOND_NS);
    return new LoadPlan(
        LoadMode.MAX, 64, buffered, OUTSTANDING, loads, null, Neighbours.NONE, times, 1);
  }
}
