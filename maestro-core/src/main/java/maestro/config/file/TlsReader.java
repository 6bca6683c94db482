package maestro.config.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.config.ClientAuthMode;
import maestro.config.MaestroConfig.Tls;
import maestro.config.Nearest;
import maestro.config.TlsProtocol;
import maestro.config.TlsProviderName;

/** Reads the section {@code maestro.tls}. */
final class TlsReader {
  private static final List<TlsProtocol> PROTOCOLS = List.of(TlsProtocol.values());

  private final Section section;

  TlsReader(Section section) {
    this.section = section;
  }

  /** Reads the section; empty when TLS is off. Reports mistakes in either case. */
  Optional<Tls> read() {
    boolean enabled = section.flag("enabled");
    ClientAuthMode clientAuth = section.choice("client-auth", ClientAuthMode.class);
    boolean bind = section.flag("bind-datapath-id");
    Section named = section.section("identity");
    Map<Long, String> identity = named.bySwitch("one identity a switch", named::text);
    Tls tls =
        new Tls(
            file("private-key", enabled),
            file("certificate", enabled),
            file("ca-certificates", enabled && clientAuth == ClientAuthMode.REQUIRED),
            clientAuth,
            protocols(),
            section.choice("provider", TlsProviderName.class),
            bind,
            identity);
    section.noOtherKeys();
    if (clientAuth == ClientAuthMode.NONE && (bind || !identity.isEmpty())) {
      section.problem(
          "client-auth",
          "found none; allowed: required, since certificates are bound to datapath ids");
    }
    return enabled ? Optional.of(tls) : Optional.empty();
  }

  private Path file(String key, boolean needed) {
    Section.Item named = section.item(key);
    if (needed && named.text().isEmpty() && section.isRight(key)) {
      if (section.isOwn(key)) {
        section.problem(key, "found ''; allowed: a file in PEM, since TLS is enabled");
      } else {
        section.problem("enabled", "found true; allowed: false without " + key + " = FILE");
      }
    }
    return named.text().isEmpty() ? Path.of("") : ConfigReader.besideItsFile(named);
  }

  private List<TlsProtocol> protocols() {
    List<String> words = PROTOCOLS.stream().map(TlsProtocol::text).toList();
    List<TlsProtocol> chosen = new ArrayList<>();
    List<Section.Item> items = section.textOrTexts("protocols");
    for (Section.Item item : items) {
      int i = words.indexOf(item.text());
      if (i < 0) {
        String hint = Nearest.hint(item.text(), words);
        section.problem(
            item,
            "protocols",
            "found '%s'; allowed: %s%s".formatted(item.text(), String.join(", ", words), hint));
      } else {
        chosen.add(PROTOCOLS.get(i));
      }
    }
    if (items.isEmpty() && section.isRight("protocols")) {
      section.problem(
          "protocols", "found []; allowed: at least one of " + String.join(", ", words));
    }
    return chosen;
  }
}
