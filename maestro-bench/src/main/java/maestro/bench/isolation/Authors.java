package maestro.bench.isolation;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import maestro.api.Application;
import maestro.bench.hostile.HostileApplication;
import maestro.bench.hostile.Mistake;
import maestro.sequence.jar.FoundApplication;

/** An application that makes mistakes, in the sequence before the one that answers. */
final class Authors {
  /** The setting of a controller that runs it. */
  static final String SEQUENCE = "sequences.hostile-events.run";

  private static final String NAME = "hostile";
  private static final int OTHER_PORT = 3;
  private static final int OTHER_HOST = 1;
  private static final int PATIENCE_MS = 30_000;

  static final List<Attack> ATTACKS =
      List.of(
          new Attack(
                  "hostile-application",
                  "An application that makes mistakes costs the requests with which it makes them.",
                  "Asks an application for each of %d mistakes of authors, in turn."
                      .formatted(Mistake.values().length),
                  5,
                  Authors::makeAll)
              .with(SEQUENCE, "[hostile]")
              .with("sequences.hostile-events.on", "[switch-joined, switch-left, port-status]")
              .with("sequences.hostile-events.every", "100 ms")
              .with("maestro.applications.store", "\"\"")
              .with("maestro.applications.store-limit", "64 KiB")
              .with("sequences.switching.run", "[hostile, learning-switch, storm-control]")
              .with("maestro.applications.fault-budget", "1000000"));

  private Authors() {}

  private static void makeAll(Target target, AttackCounts counts) throws IOException {
    try (RawSwitch joined = target.join(counts);
        RawSwitch stateless = target.connect(HostileApplication.STATELESS_SWITCH, counts)) {
      if (!stateless.handshake() || !isServed(stateless)) {
        counts.broken("a switch without state of the application is not served");
      }
      for (Mistake mistake : Mistake.values()) {
        joined.send(joined.packetIn(1, mistake.host(), 2));
        if (!joined.roundTrip() || !isServed(joined)) {
          counts.broken("the switch was not served after " + mistake);
          return;
        }
      }
    }
  }

  /** Whether a packet that asks for no mistake is answered, by another application. */
  static boolean isServed(RawSwitch asking) throws IOException {
    asking.send(asking.packetIn(OTHER_PORT, OTHER_HOST, 2));
    return asking.awaitAnswer(OTHER_PORT, PATIENCE_MS);
  }

  /** The application, for a check of settings. */
  static FoundApplication ofClassPath() {
    return new FoundApplication(
        new HostileApplication(), Path.of(NAME + ".jar"), ConfigFactory.empty());
  }

  /**
   * Writes the jar of the application into a folder.
   *
   * @return the folder
   */
  static Path writeJar(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (OutputStream file = Files.newOutputStream(folder.resolve(NAME + ".jar"));
        JarOutputStream jar = new JarOutputStream(file)) {
      jar.putNextEntry(new JarEntry("META-INF/services/" + Application.class.getName()));
      jar.write((HostileApplication.class.getName() + "\n").getBytes(StandardCharsets.UTF_8));
      for (Class<?> each : HostileApplication.classes()) {
        String path = each.getName().replace('.', '/') + ".class";
        jar.putNextEntry(new JarEntry(path));
        try (InputStream from = each.getClassLoader().getResourceAsStream(path)) {
          from.transferTo(jar);
        }
      }
    }
    return folder;
  }
}
