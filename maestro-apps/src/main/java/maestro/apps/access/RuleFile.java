package maestro.apps.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.api.BadSettingException;
import maestro.apps.match.BadMatchException;
import maestro.apps.match.PacketMatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a file of rules. A line is empty, a comment after {@code #}, or a rule:
 *
 * <pre>
 * deny  tcp_dst=23                      # no telnet
 * allow eth_type=arp
 * deny  in_port=3 ipv4_dst=10.0.0.0/8
 * </pre>
 */
final class RuleFile {
  private static final Logger LOG = LoggerFactory.getLogger(RuleFile.class);

  private final String key;
  private final Path file;

  /**
   * Makes the reader of a file.
   *
   * @param key the setting that names the file
   */
  RuleFile(String key, Path file) {
    this.key = key;
    this.file = file;
  }

  /** The file's rules, in order. */
  List<Rule> read() {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      throw new BadSettingException(key, file + ", which does not exist", "a file of rules");
    } catch (IOException e) {
      throw new BadSettingException(key, file + ": " + e.getMessage(), "a file of rules in UTF-8");
    }
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        rules.addAll(rules(line, i + 1));
      }
    }
    return List.copyOf(rules);
  }

  private List<Rule> rules(String line, int number) {
    List<String> words = List.of(line.split("\\s+"));
    String place = file + ":" + number + ": ";
    boolean denies = words.get(0).equals("deny");
    if (!denies && !words.get(0).equals("allow")) {
      throw new BadSettingException(key, place + "'" + words.get(0) + "'", "allow, deny");
    }
    try {
      List<String> fields = words.subList(1, words.size());
      return PacketMatch.parse(fields, renamed -> LOG.warn("{}{}", place, renamed)).stream()
          .map(packets -> new Rule(denies, packets))
          .toList();
    } catch (BadMatchException e) {
      throw new BadSettingException(key, place + e.found(), e.allowed());
    }
  }
}
