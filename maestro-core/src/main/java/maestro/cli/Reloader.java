package maestro.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import maestro.Maestro;
import maestro.cli.log.NamingLayout;
import maestro.config.MaestroConfig;
import maestro.config.MaestroConfig.Batching;
import maestro.config.MaestroConfig.Control;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.LoadedConfig;
import maestro.control.ControlListener;
import maestro.control.rest.Operations;
import maestro.metrics.OperatorEvent.Severity;
import maestro.sequence.WiringException;
import maestro.sequence.application.ApplicationStartException;
import maestro.tls.BadTlsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reloads configuration and jars when the process gets SIGHUP or a file has changed. Mistakes are
 * logged, and the old configuration stays in force then.
 *
 * <p>Threads: the thread that calls {@link #run}; the signal's thread only queues the request.
 */
final class Reloader implements Operations {
  private static final Logger LOG = LoggerFactory.getLogger(Reloader.class);

  /** Can change in a section whose other settings cannot: its reader takes it anew each time. */
  private static final Set<String> CHANGEABLE =
      Set.of(
          "maestro.control.port-statistics",
          "maestro.control.concerns",
          "maestro.control.private-key",
          "maestro.control.certificate",
          "maestro.control.read-token-sha256",
          "maestro.control.change-token-sha256",
          "maestro.control.tokens");

  private static final String STORE = "maestro.applications.store";

  private static final long CHECK_SECONDS = 1;

  /** Reads everything again, as at the start. */
  @FunctionalInterface
  interface Source {
    Preparation prepare() throws BadConfigurationException;
  }

  /**
   * What somebody wants.
   *
   * @param origin who, for the log
   * @param change the change; empty for a reload
   * @param result completed with what was in the way
   */
  private record Request(
      String origin,
      Optional<UnaryOperator<MaestroConfig>> change,
      CompletableFuture<List<String>> result) {
    static Request reload(String origin) {
      return new Request(origin, Optional.empty(), new CompletableFuture<>());
    }
  }

  private final Maestro maestro;
  private final Optional<ControlListener> listener;
  private final Source source;
  private final List<Path> folders;
  private final BlockingQueue<Request> asked = new LinkedBlockingQueue<>();

  /** Volatile: replaced by {@link #run}. */
  private volatile Preparation inForce;

  private Map<Path, String> files;

  /**
   * Makes a reloader; it acts only in {@link #run}.
   *
   * @param listener its certificate and its tokens are read anew, too
   * @param inForce the preparation that the controller was started with
   * @param folders further folders with jars, besides those in the configuration
   */
  Reloader(
      Maestro maestro,
      Optional<ControlListener> listener,
      Source source,
      Preparation inForce,
      List<Path> folders) {
    this.maestro = maestro;
    this.listener = listener;
    this.source = source;
    this.inForce = inForce;
    this.folders = folders;
    this.files = readFiles();
  }

  @Override
  public LoadedConfig config() {
    return inForce.config();
  }

  /**
   * Makes SIGHUP request a reload, which leaves its outcome. Does nothing on platforms without this
   * signal.
   */
  void listenToSignal(ReloadOutcome outcome) {
    Signals.on(
        "HUP",
        "reload",
        () -> {
          Request request = Request.reload("SIGHUP");
          CompletableFuture<Void> unused = request.result().thenAccept(outcome::leave);
          asked.add(request);
        });
  }

  /** Waits for reload requests and serves them, until the thread is interrupted. */
  void run() throws InterruptedException {
    while (true) {
      Request request = asked.poll(CHECK_SECONDS, TimeUnit.SECONDS);
      if (request == null) {
        reloadIfChanged();
      } else if (request.change().isPresent()) {
        request.result().complete(changed(request.change().get()));
      } else {
        serve(request);
      }
    }
  }

  /** Reloads when a file has changed since the last reload. */
  void reloadIfChanged() throws InterruptedException {
    if (!readFiles().equals(files)) {
      if (inForce.config().maestro().applications().reloadOnChange()) {
        serve(Request.reload("a file has changed"));
      } else {
        files = readFiles();
      }
    }
  }

  private void serve(Request request) throws InterruptedException {
    files = readFiles(); // before they are read: a change from now on is a change
    List<Request> together = new ArrayList<>(List.of(request));
    asked.removeIf(each -> each.change().isEmpty() && together.add(each));
    List<String> problems = reloadNow(request.origin());
    noteNewFiles();
    together.forEach(each -> each.result().complete(problems));
  }

  /** Files that are read since the reload count as unchanged since then; others since before it. */
  private void noteNewFiles() {
    Map<Path, String> before = files;
    files = readFiles();
    files.replaceAll((file, state) -> before.getOrDefault(file, state));
  }

  @Override
  public CompletableFuture<List<String>> reload(String origin) {
    return ask(Request.reload(origin));
  }

  @Override
  public CompletableFuture<List<String>> change(UnaryOperator<MaestroConfig> change) {
    return ask(new Request("", Optional.of(change), new CompletableFuture<>()));
  }

  private CompletableFuture<List<String>> ask(Request request) {
    asked.add(request);
    return request.result();
  }

  private List<String> changed(UnaryOperator<MaestroConfig> change) throws InterruptedException {
    try {
      maestro.reloads().change(change);
      return List.of();
    } catch (IllegalStateException e) {
      return unexpected(e);
    }
  }

  /** Reloads; returns what is wrong with the new configuration. */
  private List<String> reloadNow(String reason) throws InterruptedException {
    LOG.info("{}: reading the configuration anew", reason);
    Preparation next;
    try {
      next = source.prepare();
    } catch (BadConfigurationException e) {
      return refuse(e.problems());
    } catch (RuntimeException | Error e) { // the old applications must run on after any failure
      return refuse(unexpected(e));
    }
    Optional<List<String>> problems = takeOver(next);
    if (problems.isPresent()) {
      next.close();
      return refuse(problems.get());
    }
    Preparation old = inForce;
    inForce = next;
    old.close();
    LOG.info("the new configuration is in force: {}", String.join(", ", next.named()));
    return List.of();
  }

  /** Hands the new configuration to the controller; returns why that is not possible, if so. */
  private Optional<List<String>> takeOver(Preparation next) throws InterruptedException {
    try {
      checkThatOnlyChangeableHasChanged(next.config());
      Runnable renewal = ControlStart.renewal(listener, next.config());
      maestro.reloads().reload(next.config().maestro(), next.configured(), next.found());
      renewal.run();
      NamingLayout.use(next.config().maestro().names());
      return Optional.empty();
    } catch (BadConfigurationException e) {
      return Optional.of(e.problems());
    } catch (ApplicationStartException e) {
      return Optional.of(next.explain(e).problems());
    } catch (WiringException e) {
      return Optional.of(next.explain(e).problems());
    } catch (BadTlsException e) {
      return Optional.of(next.explain(e).problems());
    } catch (RuntimeException | Error e) { // the old applications must run on after any failure
      return Optional.of(unexpected(e));
    }
  }

  private static List<String> unexpected(Throwable failure) {
    LOG.debug("not taken over", failure);
    String message = failure.getMessage();
    return List.of(message == null ? failure.toString() : message);
  }

  private List<String> refuse(List<String> problems) {
    problems.forEach(
        problem -> LOG.error("not taken over, the old configuration stays: {}", problem));
    maestro.reloads().refused(problems);
    maestro
        .metrics()
        .operatorEvents()
        .add(
            "reload-refused",
            Severity.WARNING,
            "not taken over, the old configuration stays: " + String.join("; ", problems),
            Map.of("problems", problems.size()));
    return problems;
  }

  private void checkThatOnlyChangeableHasChanged(LoadedConfig next)
      throws BadConfigurationException {
    MaestroConfig before = inForce.config().maestro();
    MaestroConfig after = next.maestro();
    List<String> problems = new ArrayList<>();
    fixed(problems, next, "maestro.listen", before.listen(), after.listen());
    Control control = after.control();
    fixed(problems, next, "maestro.control", before.control().withChangeable(control), control);
    if (before.control().certificate().isPresent() != control.certificate().isPresent()) {
      problems.addAll(
          next.changesAgainst(inForce.config(), "maestro.control.certificate", Set.of()));
    }
    fixed(problems, next, "maestro.distribution", before.distribution(), after.distribution());
    Batching old = before.batching();
    Batching now = after.batching();
    fixed(problems, next, "maestro.batching.policy", old.policy(), now.policy());
    fixed(
        problems,
        next,
        "maestro.batching.threshold",
        old.thresholdRequests(),
        now.thresholdRequests());
    fixed(problems, next, "maestro.batching.whole-batches", old.wholeBatches(), now.wholeBatches());
    fixed(problems, next, "maestro.batching.trace", old.trace(), now.trace());
    fixed(problems, next, "maestro.tls.enabled", before.tls().isPresent(), after.tls().isPresent());
    fixed(problems, next, "maestro.connection", before.connection(), after.connection());
    fixed(problems, next, "maestro.connections", before.connections(), after.connections());
    MaestroConfig.Applications places = before.applications();
    fixed(problems, next, STORE, places.store(), after.applications().store());
    fixed(
        problems,
        next,
        STORE + "-limit",
        places.storeLimitBytes(),
        after.applications().storeLimitBytes());
    if (!problems.isEmpty()) {
      throw new BadConfigurationException(problems);
    }
  }

  private void fixed(
      List<String> problems, LoadedConfig next, String key, Object before, Object after) {
    if (!before.equals(after)) {
      problems.addAll(next.changesAgainst(inForce.config(), key, CHANGEABLE));
    }
  }

  /** The files that a reload would read, each with its time and size. */
  private Map<Path, String> readFiles() {
    Map<Path, String> seen = new TreeMap<>();
    inForce.config().files().forEach(file -> see(file, seen));
    maestro.applications().files().forEach(file -> see(file, seen));
    MaestroConfig config = inForce.config().maestro();
    config.tls().ifPresent(tls -> tls.files().forEach(f -> see(f, seen)));
    config
        .control()
        .certificate()
        .ifPresent(
            files -> Stream.of(files.privateKey(), files.certificate()).forEach(f -> see(f, seen)));
    List<Path> configured = config.applications().directories();
    for (Path folder : Preparation.folders(folders, configured)) {
      try (Stream<Path> jars = Files.list(folder)) {
        jars.filter(file -> file.toString().endsWith(".jar")).forEach(jar -> see(jar, seen));
      } catch (IOException e) {
        seen.put(folder, "gone");
      }
    }
    return seen;
  }

  private static void see(Path file, Map<Path, String> seen) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      seen.put(file, attributes.lastModifiedTime() + " " + attributes.size());
    } catch (IOException e) {
      seen.put(file, "gone");
    }
  }
}
