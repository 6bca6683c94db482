package maestro.tls;

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
  public record OfFile(String setting, CertificateEnd end) {}

  private final Map<String, List<OfFile>> bySection = new ConcurrentSkipListMap<>();

  /**
   * Notes what is in force from now on.
   *
   * @param section of the configuration, such as {@code maestro.tls}
   */
  public void inForce(String section, TlsContext context) {
    bySection.put(
        section,
        context.ends().entrySet().stream()
            .map(each -> new OfFile(section + "." + each.getKey(), each.getValue()))
            .toList());
  }

  /** All of them, in the order of their settings. */
  public List<OfFile> all() {
    return bySection.values().stream().flatMap(List::stream).toList();
  }
}
