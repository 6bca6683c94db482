package maestro.config.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import maestro.config.ClusterConfig;
import maestro.config.ClusterConfig.Member;
import maestro.config.ClusterConfig.MemberTls;
import maestro.config.ClusterConfig.WithoutPeer;
import maestro.config.ListenAddress;
import maestro.config.Nearest;

/** Reads the section {@code maestro.cluster}. */
final class ClusterReader {
  private static final String SELF = "self";
  private static final String MEMBERS = "members";
  private static final String TLS = "tls";
  private static final String WITNESSES = "witnesses";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,31}");
  private static final int MOST_MEMBERS = 7;
  private static final int LEAST_FOR_MAJORITY = 3;
  private static final long MS_NS = 1_000_000;
  private static final long MINUTE_NS = 60_000 * MS_NS;

  private final Section section;

  ClusterReader(Section section) {
    this.section = section;
  }

  /** Reads the section; empty without members. Reports mistakes in either case. */
  Optional<ClusterConfig> read() {
    String self = section.text(SELF);
    Section named = section.section(MEMBERS);
    List<Member> members = members(named);
    ClusterConfig cluster =
        new ClusterConfig(
            self,
            members,
            section.durationNs("suspect-after", 200 * MS_NS, MINUTE_NS),
            section.durationNs("alone-after", 500 * MS_NS, MINUTE_NS),
            section.choice("without-peer", WithoutPeer.class),
            section.flag("spread"),
            tls(section.section(TLS)));
    section.noOtherKeys();
    if (section.isRight(MEMBERS)) {
      checkSelf(self, members);
      checkNumbers(named, members);
      checkReach(cluster);
    }
    return members.isEmpty() ? Optional.empty() : Optional.of(cluster);
  }

  private void checkSelf(String self, List<Member> members) {
    List<String> names = members.stream().map(Member::name).toList();
    if (!section.isRight(SELF) || names.contains(self) || (self.isEmpty() && names.isEmpty())) {
      return;
    }
    if (section.isOwn(SELF)) {
      section.problem(
          SELF,
          "found '%s'; allowed: the name of a member%s"
              .formatted(self, names.isEmpty() ? "" : ": " + String.join(", ", names)));
    } else {
      section.problem(MEMBERS, "found without self; allowed: with self = the name of this member");
    }
  }

  private void checkReach(ClusterConfig cluster) {
    boolean isLocal =
        cluster.members().stream().allMatch(each -> ControlReader.isLoopback(each.address()));
    if (!isLocal && cluster.tls().isEmpty() && section.isRight(TLS)) {
      section.problem(
          MEMBERS,
          "found addresses beyond loopback; allowed: loopback addresses, unless"
              + " tls.private-key, tls.certificate and tls.ca-certificates are set");
    }
  }

  private List<Member> members(Section named) {
    Set<String> witnesses = new TreeSet<>();
    List<Section.Item> items = section.texts(WITNESSES);
    List<String> keys = named.keys();
    for (Section.Item item : items) {
      if (!keys.contains(item.text())) {
        section.problem(
            item,
            WITNESSES,
            "found '%s'; allowed: names of members%s"
                .formatted(item.text(), Nearest.hint(item.text(), keys)));
      }
      witnesses.add(item.text());
    }
    List<Member> members = new ArrayList<>();
    for (String name : keys) {
      if (!NAME.matcher(name).matches()) {
        named.problem(
            name,
            "found '%s'; allowed: a name of letters, digits, '.', '_' and '-'".formatted(name));
      }
      ListenAddress address =
          named.parsed(
              name,
              "HOST:PORT with a port from 1 to 65535, such as 10.0.0.1:6660",
              new ListenAddress("127.0.0.1", 1),
              ClusterReader::address);
      members.add(new Member(name, address, witnesses.contains(name)));
    }
    if (members.size() > MOST_MEMBERS) {
      section.problem(
          MEMBERS, "found %d; allowed: at most %d".formatted(members.size(), MOST_MEMBERS));
    }
    boolean isTooMany =
        members.size() < LEAST_FOR_MAJORITY || witnesses.size() > members.size() - 2;
    if (!witnesses.isEmpty() && isTooMany) {
      section.problem(
          WITNESSES,
          "found %d among %d members; allowed: two members that serve switches, besides"
                  .formatted(witnesses.size(), members.size())
              + " witnesses");
    }
    return members;
  }

  private static Optional<ListenAddress> address(String text) {
    return ConfigReader.listen(text)
        .filter(address -> address.port() > 0 && !address.host().equals("*"));
  }

  /** Names with one number would make claims with one generation. */
  private static void checkNumbers(Section named, List<Member> members) {
    for (int i = 1; i < members.size(); i++) {
      Member one = members.get(i);
      members.subList(0, i).stream()
          .filter(other -> other.number() == one.number())
          .forEach(
              other ->
                  named.problem(
                      one.name(),
                      "has the number %d, as %s; allowed: a name with another number"
                          .formatted(one.number(), other.name())));
    }
  }

  private static Optional<MemberTls> tls(Section section) {
    List<String> keys = List.of("private-key", "certificate", "ca-certificates");
    List<Section.Item> items = keys.stream().map(section::item).toList();
    section.noOtherKeys();
    List<String> given =
        keys.stream().filter(key -> !items.get(keys.indexOf(key)).text().isEmpty()).toList();
    boolean isRight = section.isRight(keys.toArray(String[]::new));
    if (!given.isEmpty() && given.size() < keys.size() && isRight) {
      section.problem(
          given.get(0),
          "found %d of 3 files; allowed: %s, all or none"
              .formatted(given.size(), String.join(", ", keys)));
    }
    if (given.size() < keys.size()) {
      return Optional.empty();
    }
    List<Path> files = items.stream().map(ConfigReader::besideItsFile).toList();
    return Optional.of(new MemberTls(files.get(0), files.get(1), files.get(2)));
  }
}
