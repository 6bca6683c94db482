package maestro.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.SocketException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import maestro.Maestro;
import maestro.cli.log.NamingLayout;
import maestro.cli.remote.ControlRehearsal;
import maestro.config.ListenAddress;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.LoadedConfig;
import maestro.control.ControlListener;
import maestro.control.rest.Health;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the controller until it gets SIGTERM or SIGINT. */
@Command(name = "run", description = "Runs the controller until it gets SIGTERM or SIGINT.")
final class RunCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration. Without one, every key has its default.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where switches connect: maestro.listen.")
  private @Nullable String listen;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "How many workers: maestro.distribution.workers.")
  private @Nullable String workers;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      description =
          "shared-queue, static-partition, dynamic-partition, round-robin or fair-share:"
              + " maestro.distribution.strategy.")
  private @Nullable String strategy;

  @Option(
      names = "--check-applications",
      description =
          "Watch the stages of applications for mistakes that no exception shows, which costs"
              + " speed: maestro.applications.check-stages.")
  private boolean checksApplications;

  @Option(
      names = "--until-stdin-ends",
      description =
          "Stop, too, when standard input ends: a program that starts the controller with a pipe"
              + " leaves none behind when it is killed.")
  private boolean untilInputEnds;

  @Option(
      names = "--rehearse",
      hidden = true,
      description = "Ends when all is warm: the launcher notes the classes that a start needs.")
  private boolean rehearsal;

  @Mixin private SettingOptions options;

  @Override
  public Integer call() throws Exception {
    Preparation prepared = prepare();
    ListenAddress listening = prepared.config().maestro().listen();
    Optional<ControlListener> control = ControlStart.bind(prepared.config());
    NamingLayout.use(prepared.config().maestro().names());
    Maestro maestro = start(prepared);
    ServiceManager manager = ServiceManager.of(rehearsal ? Map.of() : System.getenv());
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> stop(manager, maestro, control), "stopper"));

    Reloader reloader = new Reloader(maestro, control, this::prepare, prepared, options.folders());
    // Before the output says that the controller listens: without handlers either signal would end
    // it.
    reloader.listenToSignal(ReloadOutcome.ofService());
    Signals.on("USR1", "status", () -> LOG.info("status: {}", maestro.status()));

    if (untilInputEnds) {
      Thread reader = new Thread(RunCommand::exitWhenInputEnds, "stdin");
      reader.setDaemon(true);
      reader.start();
    }

    String listens =
        "listening on " + new ListenAddress(listening.host(), maestro.address().getPort());
    PrintWriter out = spec.commandLine().getOut();
    out.println("maestro: " + listens);
    out.flush();
    manager.ready(listens);
    manager.watch(Health.of(maestro)::failure);
    Maestro.warmUp();
    maestro.exposeByJmx();
    control.ifPresent(listener -> listener.serve(maestro, reloader));
    if (rehearsal) {
      if (control.isPresent()) {
        ControlRehearsal.run(control.get().address(), spec.root().commandLine());
      }
      return 0;
    }
    reloader.run(); // a signal ends the process, and the hook above closes the controller
    return 0;
  }

  private static void exitWhenInputEnds() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
      LOG.info("standard input has ended");
    } catch (IOException e) {
      LOG.warn("cannot read standard input: {}", e.getMessage());
    }
    System.exit(0);
  }

  private static void stop(
      ServiceManager manager, Maestro maestro, Optional<ControlListener> control) {
    manager.stopping();
    control.ifPresent(ControlListener::close);
    maestro.close();
  }

  private Preparation prepare() throws BadConfigurationException {
    return Preparation.of(file, settings(), options.folders());
  }

  private static Maestro start(Preparation prepared) throws BadConfigurationException {
    LoadedConfig config = prepared.config();
    try {
      return Maestro.start(config.maestro(), prepared.configured(), prepared.found());
    } catch (UnresolvedAddressException e) {
      throw cannotListen(config, "no such host");
    } catch (SocketException e) {
      throw cannotListen(config, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new BadConfigurationException(List.of("maestro: cannot start: " + e.getMessage()));
    } catch (RuntimeException e) {
      throw prepared.explained(e);
    }
  }

  private static BadConfigurationException cannotListen(LoadedConfig config, String reason) {
    String key = "maestro.listen";
    return new BadConfigurationException(
        List.of(
            "%s: cannot listen on %s: %s"
                .formatted(config.withPlace(key), config.maestro().listen(), reason)));
  }

  private List<CommandLineSetting> settings() {
    List<CommandLineSetting> own = new ArrayList<>();
    addTo(own, "--listen", "maestro.listen", listen);
    addTo(own, "--workers", "maestro.distribution.workers", workers);
    addTo(own, "--strategy", "maestro.distribution.strategy", strategy);
    String check = checksApplications ? "true" : null;
    addTo(own, "--check-applications", "maestro.applications.check-stages", check);
    return options.settingsAnd(own);
  }

  private static void addTo(
      List<CommandLineSetting> settings, String option, String key, @Nullable String value) {
    if (value != null) {
      settings.add(CommandLineSetting.ofOption(option, key, value));
    }
  }
}
