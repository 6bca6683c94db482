package maestro.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import maestro.Maestro;
import maestro.config.BadConfigurationException;
import maestro.config.LoadedConfig;
import maestro.config.MaestroConfig;
import maestro.config.MaestroConfig.Batching;
import maestro.sequence.ApplicationStartException;
import maestro.sequence.WiringException;
import maestro.tls.BadTlsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reloads configuration and jars when the process gets SIGHUP or a file has changed. Mistakes are
 * logged, and the old configuration stays in force then.
 *
 * <p>Threads: the thread that calls {@link #run}; the signal's thread only queues the request.
 */
final class Reloader {
  private static final Logger LOG = LoggerFactory.getLogger(Reloader.class);
  private static final long LOOK_SECONDS = 1;

  /** Reads everything again, as at the start. */
  @FunctionalInterface
  interface Source {
    Preparation prepare() throws BadConfigurationException;
  }

  private final Maestro maestro;
  private final Source source;
  private final List<Path> folders;
  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private Preparation inForce;
  private Map<Path, String> files;

  /**
   * Makes a reloader; it acts only in {@link #run}.
   *
   * @param inForce the preparation that the controller was started with
   * @param folders further folders with jars, besides those in the configuration
   */
  Reloader(Maestro maestro, Source source, Preparation inForce, List<Path> folders) {
    this.maestro = maestro;
    this.source = source;
    this.inForce = inForce;
    this.folders = folders;
    this.files = look();
  }

  /** Makes SIGHUP request a reload. Does nothing on platforms without this signal. */
  void listenToSignal() {
    Signals.on("HUP", "reload", () -> asked.add("SIGHUP"));
  }

  /** Waits for reload requests and serves them, until the thread is interrupted. */
  void run() throws InterruptedException {
    while (true) {
      String reason = asked.poll(LOOK_SECONDS, TimeUnit.SECONDS);
      Map<Path, String> now = look();
      if (reason == null
          && inForce.config().maestro().applications().reloadOnChange()
          && !now.equals(files)) {
        reason = "a file has changed";
      }
      files = now;
      if (reason != null) {
        asked.clear();
        reload(reason);
      }
    }
  }

  private void reload(String reason) throws InterruptedException {
    LOG.info("{}: reading the configuration anew", reason);
    Preparation next = null;
    try {
      next = source.prepare();
      checkThatOnlyChangeableHasChanged(next.config());
      maestro.reload(next.config().maestro(), next.configured(), next.found());
    } catch (BadConfigurationException e) {
      refuse(next, e.problems());
      return;
    } catch (ApplicationStartException e) {
      refuse(next, next.explain(e).problems());
      return;
    } catch (WiringException e) {
      refuse(next, next.explain(e).problems());
      return;
    } catch (BadTlsException e) {
      refuse(next, next.explain(e).problems());
      return;
    } catch (RuntimeException | Error e) { // the old applications must run on after any failure
      LOG.debug("not taken over", e);
      refuse(next, List.of(e.getMessage() == null ? e.toString() : e.getMessage()));
      return;
    }
    Preparation old = inForce;
    inForce = next;
    old.close();
    LOG.info("the new configuration is in force: {}", String.join(", ", next.named()));
  }

  private static void refuse(Preparation next, List<String> problems) {
    problems.forEach(
        problem -> LOG.error("not taken over, the old configuration stays: {}", problem));
    if (next != null) {
      next.close();
    }
  }

  private void checkThatOnlyChangeableHasChanged(LoadedConfig next)
      throws BadConfigurationException {
    MaestroConfig before = inForce.config().maestro();
    MaestroConfig after = next.maestro();
    List<String> problems = new ArrayList<>();
    fixed(problems, next, "maestro.listen", before.listen(), after.listen());
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
    fixed(problems, next, "maestro.batching.trace", old.trace(), now.trace());
    fixed(problems, next, "maestro.tls.enabled", before.tls().isPresent(), after.tls().isPresent());
    fixed(problems, next, "maestro.connection", before.connection(), after.connection());
    if (!problems.isEmpty()) {
      throw new BadConfigurationException(problems);
    }
  }

  private void fixed(
      List<String> problems, LoadedConfig next, String key, Object before, Object after) {
    if (!before.equals(after)) {
      problems.addAll(next.changesAgainst(inForce.config(), key));
    }
  }

  /** The files that a reload would read, each with its time and size. */
  private Map<Path, String> look() {
    Map<Path, String> seen = new TreeMap<>();
    inForce.config().files().forEach(file -> see(file, seen));
    inForce.config().maestro().tls().ifPresent(tls -> tls.files().forEach(f -> see(f, seen)));
    List<Path> configured = inForce.config().maestro().applications().directories();
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
