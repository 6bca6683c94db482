package maestro.cli.tls;

import java.io.PrintWriter;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import maestro.api.SwitchInfo;
import maestro.config.DatapathIds;
import maestro.tls.CertificateAuthority;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * The options that {@code tls init} and {@code tls add} share: the switches that get certificates.
 */
final class TlsSwitchOptions {
  /**
   * A switch that gets a certificate.
   *
   * @param name the common name of the certificate
   * @param file the first part of the names of its files
   */
  record Named(String name, String file, boolean isDatapathId) {}

  static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /** What {@link #NAME} is made of, for messages. */
  static final String LETTERS = "letters, digits, '.', '_' and '-'";

  /** How far clocks of switches may be behind: a new certificate must already be valid for them. */
  private static final Duration CLOCKS_DIFFER = Duration.ofDays(1);

  private static final int MAX_DAYS = 36_500;
  private static final double GOLDEN_RATIO = 0.618_033_988_749_895;
  private static final int SPREAD_PART = 10;

  @Option(
      names = "--switch",
      paramLabel = "NAME|DPID",
      description =
          "A switch that gets a certificate of its own, by its name or, so that the certificate is"
              + " good for that datapath id alone (maestro.tls.bind-datapath-id), by that:"
              + " 00:00:00:00:00:00:00:2a, 000000000000002a, 0x2a or 42. May be repeated. Without"
              + " one, all switches share a certificate.")
  private List<String> switches = List.of();

  @Option(
      names = "--days",
      paramLabel = "N",
      description =
          "How long certificates are valid at most: each ends within the last tenth of this time,"
              + " so that not all end on one day. Default: ${DEFAULT-VALUE}.",
      defaultValue = "1095")
  private int days;

  /** Where in the last tenth of the days the last certificate ends, 0 to 1. Begins anywhere. */
  private double place = new SecureRandom().nextDouble();

  List<Named> named(CommandLine command) {
    if (switches.isEmpty()) {
      return List.of(new Named("switch", "switch", false));
    }
    return switches.stream().distinct().map(text -> named(command, text)).toList();
  }

  private static Named named(CommandLine command, String text) {
    Optional<Long> datapathId = DatapathIds.parse(text);
    if (datapathId.isPresent()) {
      String digits = String.format(Locale.ROOT, "%016x", datapathId.get());
      return new Named(SwitchInfo.format(datapathId.get()), "switch-" + digits, true);
    }
    // A mistyped datapath id must not become a name: no switch could use its certificate.
    if (DatapathIds.isMeant(text) || !NAME.matcher(text).matches()) {
      throw new CommandLine.ParameterException(
          command,
          "--switch: found '"
              + text
              + "'; allowed: a datapath id such as "
              + DatapathIds.ALLOWED
              + ", or a name of "
              + LETTERS);
    }
    return new Named(text, "switch-" + text, false);
  }

  /** Whether a switch was named. */
  boolean isNamed() {
    return !switches.isEmpty();
  }

  /** Signs the certificate of a controller, with the requested validity. */
  CertificateAuthority.Signed signController(
      CertificateAuthority ca, String name, List<String> hosts) throws GeneralSecurityException {
    return ca.signController(name, hosts, validFrom(Instant.now()), nextEnd());
  }

  /** Signs the certificate of a switch, with the requested validity. */
  CertificateAuthority.Signed signSwitch(CertificateAuthority ca, Named each)
      throws GeneralSecurityException {
    return ca.signSwitch(each.name(), validFrom(Instant.now()), nextEnd());
  }

  /**
   * The end of the next certificate, in the last tenth of the days that were asked for, so that not
   * all end on one day. Steps of the golden ratio keep any number of them apart.
   */
  private Instant nextEnd() {
    place = (place + GOLDEN_RATIO) % 1;
    Duration asked = Duration.ofDays(days);
    return Instant.now()
        .plus(asked)
        .minusSeconds(Math.round(place * ((double) asked.toSeconds() / SPREAD_PART)));
  }

  /** Checks what picocli does not check. */
  void check(CommandLine command) {
    days(command, "--days", days);
  }

  static int days(CommandLine command, String option, int found) {
    if (found < 1 || found > MAX_DAYS) {
      throw new CommandLine.ParameterException(
          command, option + ": found " + found + "; allowed: 1 to " + MAX_DAYS);
    }
    return found;
  }

  static Instant validFrom(Instant now) {
    return now.minus(CLOCKS_DIFFER);
  }

  /** Prints the commands to run on the switches. */
  static void explain(TlsFolder files, List<Named> switches, PrintWriter out) {
    out.println(
        switches.size() == 1
            ? "On the switch, with copies of these files:"
            : "On each switch, with copies of its own files:");
    for (Named each : switches) {
      out.println();
      out.println(
          "ovs-vsctl set-ssl "
              + files.key(each.file())
              + " "
              + files.certificate(each.file())
              + " "
              + files.certificate(TlsFolder.CA));
    }
    out.println("ovs-vsctl set-controller BRIDGE ssl:CONTROLLER:6653");
    out.flush();
  }
}
