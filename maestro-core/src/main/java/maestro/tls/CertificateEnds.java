package maestro.tls;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** When the certificates that a controller shows and trusts end to be valid. Any thread. */
public final class CertificateEnds {
  /**
   * The end of the certificates of one file: that of the first to end.
   *
   * @param setting which names the file, such as {@code maestro.tls.certificate}
   */
  public record End(String setting, Instant at) {}

  private final Map<String, List<End>> bySection = new ConcurrentSkipListMap<>();

  /**
   * Notes what is in force from now on.
   *
   * @param section of the configuration, such as {@code maestro.tls}
   */
  public void inForce(String section, TlsContext context) {
    bySection.put(
        section,
        context.ends().entrySet().stream()
            .map(each -> new End(section + "." + each.getKey(), each.getValue()))
            .toList());
  }

  /** All of them, in the order of their settings. */
  public List<End> all() {
    return bySection.values().stream().flatMap(List::stream).toList();
  }
}
