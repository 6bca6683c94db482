package maestro;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32;
import maestro.config.MaestroConfig;
import maestro.config.RequestScope;
import maestro.config.Sequence;
import maestro.sequence.application.ApplicationState;

/**
 * The versions and settings that the members of a cluster compare: versions, and what of the
 * configuration must be equal.
 */
final class RunsHere {
  private RunsHere() {}

  /** One thing a line: its name, a blank, its version or a hash. */
  static String text(MaestroConfig config, List<ApplicationState> applications) {
    TreeSet<String> lines = new TreeSet<>();
    String version = Maestro.class.getPackage().getImplementationVersion();
    lines.add("maestro " + (version == null ? "?" : version));
    lines.add("configuration " + hash(config));
    applications.forEach(each -> lines.add(each.name() + " " + each.version()));
    return String.join("\n", lines);
  }

  /**
   * A hash of sequences, weights, rate limits and VLANs: the same in each process, so no set or map
   * is written in its own order.
   */
  private static String hash(MaestroConfig config) {
    StringBuilder text = new StringBuilder();
    for (Sequence each : config.sequences()) {
      text.append(each.name()).append(new TreeSet<>(each.triggers())).append(each.everyNs());
      text.append(each.views()).append(each.events()).append(each.stallOn());
      text.append(each.ordering()).append(each.run());
      RequestScope when = each.when();
      text.append(new TreeSet<>(when.switches())).append(new TreeSet<>(when.vlans()));
      new TreeMap<>(when.ports())
          .forEach((id, ports) -> text.append(id).append(new TreeSet<>(ports)));
    }
    text.append(new TreeMap<>(config.weights().byDatapathId()));
    MaestroConfig.RateLimit limit = config.rateLimit();
    text.append(limit.requestsPerSecond()).append(limit.burstRequests()).append(limit.over());
    text.append(new TreeMap<>(limit.byDatapathId()));
    new TreeMap<>(config.vlans().bySwitch())
        .forEach(
            (id, ports) -> {
              text.append(id);
              new TreeMap<>(ports)
                  .forEach(
                      (port, vlans) ->
                          text.append(port)
                              .append(vlans.untagged())
                              .append(vlans.trunk().map(TreeSet::new)));
            });
    CRC32 crc = new CRC32();
    crc.update(text.toString().getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }
}
