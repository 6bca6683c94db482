package maestro.apps.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import maestro.api.openflow.OxmField;

/** The names that fields had in rules before 0.3. They are taken for one release. Stateless. */
final class OldNames {
  private static final Map<String, PacketField> FIELDS =
      Map.of(
          "in-port", PacketField.IN_PORT,
          "eth-src", PacketField.ETH_SRC,
          "eth-dst", PacketField.ETH_DST,
          "vlan", PacketField.VLAN,
          "eth-type", PacketField.ETH_TYPE,
          "ip-src", PacketField.IP_SRC,
          "ip-dst", PacketField.IP_DST,
          "protocol", PacketField.PROTOCOL,
          "l4-src", PacketField.L4_SRC,
          "l4-dst", PacketField.L4_DST);

  private OldNames() {}

  /**
   * The words with today's names.
   *
   * @param warnings takes a sentence for each old name
   */
  static List<String> replaced(List<String> words, Consumer<String> warnings)
      throws BadMatchException {
    List<String> replaced = new ArrayList<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      String name = equals < 0 ? word : word.substring(0, equals);
      PacketField field = FIELDS.get(name);
      if (field == null) {
        replaced.add(word);
        continue;
      }
      String now =
          field
              .oxm(protocol(words))
              .orElseThrow(
                  () ->
                      new BadMatchException(
                          name + " without such a protocol",
                          "ip_proto= icmp, icmpv6, sctp, tcp or udp"))
              .text();
      warnings.accept("'%s' is called '%s' now; only this release takes both".formatted(name, now));
      String value = word.substring(name.length());
      boolean isUntagged = field == PacketField.VLAN && value.equals("=none");
      replaced.add(now + (isUntagged ? "=untagged" : value));
    }
    return replaced;
  }

  /** The IP protocol that words name; 0 without one. */
  private static long protocol(List<String> words) {
    for (String word : words) {
      int equals = word.indexOf('=');
      String name = equals < 0 ? "" : word.substring(0, equals);
      if (name.equals("protocol") || name.equals(OxmField.IP_PROTO.text())) {
        return OxmField.IP_PROTO.parse(word.substring(equals + 1)).map(v -> v.low()).orElse(0L);
      }
    }
    return 0;
  }
}
