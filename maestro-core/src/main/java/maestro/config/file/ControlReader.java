package maestro.config.file;

import com.google.common.net.InetAddresses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import maestro.config.ListenAddress;
import maestro.config.MaestroConfig.Control;
import maestro.config.MaestroConfig.ControlCertificate;
import maestro.config.MaestroConfig.ControlToken;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.config.MaestroConfig.Thresholds;
import maestro.config.TokenRight;

/** Reads the section {@code maestro.control}. */
final class ControlReader {
  private static final String LISTEN = "listen";
  private static final String KEY = "private-key";
  private static final String CERTIFICATE = "certificate";
  private static final String TOKEN = "read-token-sha256";
  private static final String CHANGE_TOKEN = "change-token-sha256";
  private static final String TOKENS = "tokens";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,31}");
  private static final String METRICS_LISTEN = "metrics-listen";
  private static final String ORIGINS = "origins";
  private static final String NOTE = "note";
  private static final int MOST_NOTE = 1_000;
  private static final Pattern ORIGIN =
      Pattern.compile("https?://(?:[a-z0-9][a-z0-9.-]*|\\[[0-9a-f:.]+])(?::[0-9]{1,5})?");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");

  private static final int MOST_NAMED = 1_000_000;
  private static final double LEAST_SHARE = 0.01;
  private static final long MS_NS = 1_000_000L;
  private static final long LEAST_STUCK_NS = 100 * MS_NS;
  private static final long SECOND_NS = 1_000 * MS_NS;
  private static final int MOST_DAYS = 3_650;
  private static final long HOUR_NS = 3_600 * SECOND_NS;

  private final Section section;

  ControlReader(Section section) {
    this.section = section;
  }

  Control read() {
    Optional<ListenAddress> listen = listen(LISTEN, "127.0.0.1:9653");
    Optional<ListenAddress> metricsListen = listen(METRICS_LISTEN, "0.0.0.0:9654");
    Optional<ControlCertificate> certificate = certificate();
    List<ControlToken> tokens = tokens();
    NamedMetrics named =
        new NamedMetrics(
            section.integer("metrics-switches", 0, MOST_NAMED),
            section.integer("metrics-ports", 0, MOST_NAMED));
    boolean probing = section.flag("probing");
    OptionalLong portStatistics = Intervals.offOrNs(section, "port-statistics");
    Optional<Path> staticFlows = ConfigReader.fileOrNone(section, "static-flows");
    List<String> origins = origins();
    String note =
        section.parsed(
            NOTE, "a text of up to %d characters".formatted(MOST_NOTE), "", ControlReader::note);
    Thresholds thresholds = thresholds(section.section("concerns"));
    section.noOtherKeys();
    if (section.isRight(LISTEN, METRICS_LISTEN) && listen.isEmpty() && metricsListen.isPresent()) {
      section.problem(
          METRICS_LISTEN,
          "found %s; allowed: off, while %s is off"
              .formatted(section.show(METRICS_LISTEN), LISTEN));
    }
    if (section.isRight(LISTEN, KEY, CERTIFICATE, TOKEN, TOKENS)) {
      boolean hasToken = tokens.stream().anyMatch(each -> each.right() == TokenRight.READ);
      listen.ifPresent(address -> checkBeyondLoopback(address, certificate, hasToken));
    }
    return new Control(
        listen,
        certificate,
        tokens,
        named,
        probing,
        portStatistics,
        staticFlows,
        metricsListen,
        origins,
        note,
        thresholds);
  }

  private Optional<ListenAddress> listen(String key, String example) {
    return section.parsed(
        key,
        "off, or HOST:PORT with a port from 0 to 65535, such as " + example,
        Optional.empty(),
        ControlReader::address);
  }

  private static Optional<String> note(String text) {
    return text.length() <= MOST_NOTE
        ? Optional.of(text.strip().replaceAll("\\s+", " "))
        : Optional.empty();
  }

  private List<String> origins() {
    List<String> origins = new ArrayList<>();
    for (Section.Item item : section.texts(ORIGINS)) {
      String origin = item.text().toLowerCase(Locale.ROOT);
      if (ORIGIN.matcher(origin).matches()) {
        origins.add(origin);
      } else {
        section.problem(
            item,
            ORIGINS,
            "found '%s'; allowed: https://HOST or http://HOST, and :PORT".formatted(item.text()));
      }
    }
    return List.copyOf(origins);
  }

  /** The tokens of the two keys, under names of their own, and those of the section. */
  private List<ControlToken> tokens() {
    List<ControlToken> all = new ArrayList<>();
    addTo(all, section, TOKEN, "read-token", TokenRight.READ);
    addTo(all, section, CHANGE_TOKEN, "change-token", TokenRight.CHANGE);
    Section named = section.section(TOKENS);
    for (String name : named.keys()) {
      if (!NAME.matcher(name).matches()) {
        named.problem(
            name,
            "found '%s'; allowed: a name of letters, digits, '.', '_' and '-'".formatted(name));
      }
      Section one = named.section(name);
      addTo(all, one, "sha256", name, one.choice("may", TokenRight.class));
      one.noOtherKeys();
    }
    return all;
  }

  private static void addTo(
      List<ControlToken> all, Section section, String key, String name, TokenRight right) {
    Optional<String> sha256 =
        section.parsed(
            key, "64 hexadecimal digits, or \"\"", Optional.empty(), ControlReader::hash);
    sha256.ifPresent(
        hash -> {
          all.stream()
              .filter(other -> other.sha256().equals(hash))
              .findFirst()
              .ifPresent(
                  same ->
                      section.problem(
                          key, "found the same as %s; allowed: another".formatted(same.name())));
          all.add(new ControlToken(name, hash, right));
        });
  }

  private static Thresholds thresholds(Section section) {
    Thresholds thresholds =
        new Thresholds(
            section.number("below-share", LEAST_SHARE, 1),
            section.durationNs("probing-delay", MS_NS, HOUR_NS),
            section.durationNs("stage", LEAST_STUCK_NS, HOUR_NS),
            section.integer("application-faults", 1, 1_000_000),
            section.integer("certificate-days", 0, MOST_DAYS),
            section.durationNs("conductor", SECOND_NS, HOUR_NS));
    section.noOtherKeys();
    return thresholds;
  }

  private static Optional<Optional<ListenAddress>> address(String text) {
    Optional<ListenAddress> address = ConfigReader.listen(text);
    return text.equals(Intervals.OFF) || address.isPresent()
        ? Optional.of(address)
        : Optional.empty();
  }

  private static Optional<Optional<String>> hash(String text) {
    if (text.isEmpty()) {
      return Optional.of(Optional.empty());
    }
    return SHA256.matcher(text).matches()
        ? Optional.of(Optional.of(text.toLowerCase(Locale.ROOT)))
        : Optional.empty();
  }

  private Optional<ControlCertificate> certificate() {
    Section.Item key = section.item(KEY);
    Section.Item certificate = section.item(CERTIFICATE);
    boolean isOneMissing = key.text().isEmpty() != certificate.text().isEmpty();
    if (isOneMissing && section.isRight(KEY, CERTIFICATE)) {
      section.problem(
          key.text().isEmpty() ? CERTIFICATE : KEY,
          "found without %s; allowed: both or none"
              .formatted(key.text().isEmpty() ? KEY : CERTIFICATE));
    }
    if (key.text().isEmpty() || certificate.text().isEmpty()) {
      return Optional.empty();
    }
    Path keyFile = ConfigReader.besideItsFile(key);
    return Optional.of(new ControlCertificate(keyFile, ConfigReader.besideItsFile(certificate)));
  }

  private void checkBeyondLoopback(
      ListenAddress listen, Optional<ControlCertificate> certificate, boolean hasToken) {
    if (!isLoopback(listen) && (certificate.isEmpty() || !hasToken)) {
      section.problem(
          LISTEN,
          "found %s; allowed: a loopback address, unless %s, %s and a token that may read are set"
              .formatted(section.show(LISTEN), KEY, CERTIFICATE));
    }
  }

  /** Whether only this machine can reach the address. Asks no name server. */
  static boolean isLoopback(ListenAddress listen) {
    String host = listen.host();
    return host.equals("localhost")
        || (InetAddresses.isInetAddress(host) && InetAddresses.forString(host).isLoopbackAddress());
  }
}
