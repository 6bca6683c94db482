package maestro.tls;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import maestro.api.SwitchInfo;

/**
 * Decides which certificate permits which datapath id. Immutable, any thread.
 *
 * <ol>
 *   <li>A datapath id with a configured identity needs a certificate with that name or fingerprint.
 *   <li>A certificate that is the identity of one datapath id permits no other datapath id.
 *   <li>Otherwise, when names bind, a common name or DNS name of the certificate must be the
 *       datapath id, written {@code 00:00:00:00:00:00:00:2a} or {@code 000000000000002a}.
 * </ol>
 */
public final class CertificateBinding {
  private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{64}");

  private final boolean byName;
  private final Map<Long, String> identities;

  /**
   * Makes the binding.
   *
   * @param byName whether certificates must be named after datapath ids
   * @param identities a name or a SHA-256 fingerprint for each datapath id
   */
  public CertificateBinding(boolean byName, Map<Long, String> identities) {
    this.byName = byName;
    this.identities =
        identities.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> normal(e.getValue())));
  }

  /** Why the certificate does not permit this datapath id; empty when it does. */
  public Optional<String> refusal(long datapathId, PeerCertificate certificate) {
    String wanted = identities.get(datapathId);
    boolean fits =
        wanted != null
            ? is(certificate, wanted) // 1
            : identities.values().stream().noneMatch(other -> is(certificate, other)) // 2
                && (!byName || isNamedAfter(certificate, datapathId)); // 3
    return fits
        ? Optional.empty()
        : Optional.of(
            "its certificate (%s) is not for %s"
                .formatted(certificate.subject(), SwitchInfo.format(datapathId)));
  }

  private static boolean is(PeerCertificate certificate, String identity) {
    return certificate.sha256().equals(identity)
        || certificate.names().stream().anyMatch(name -> normal(name).equals(identity));
  }

  private static boolean isNamedAfter(PeerCertificate certificate, long datapathId) {
    String digits = String.format(Locale.ROOT, "%016x", datapathId);
    return certificate.names().stream()
        .anyMatch(name -> name.toLowerCase(Locale.ROOT).replace(":", "").equals(digits));
  }

  /** Makes names comparable without case, and fingerprints also without colons and prefix. */
  private static String normal(String identity) {
    String lower = identity.toLowerCase(Locale.ROOT);
    String digits = (lower.startsWith("sha256:") ? lower.substring(7) : lower).replace(":", "");
    return FINGERPRINT.matcher(digits).matches() ? digits : lower;
  }
}
