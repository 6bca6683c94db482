package maestro.apps.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import maestro.api.FlowRequest;
import maestro.apps.match.PacketField;
import maestro.apps.match.PacketMatch;
import maestro.apps.probing.LldpCodec;

/**
 * Ordered rules, of which the first that matches a packet counts, and the flow entries by which
 * switches decide the same.
 *
 * <p>A switch forwards by entries that other applications install for an allowed packet. These
 * match fewer fields than a rule may, for example only Ethernet addresses, so they would also
 * forward a denied packet. Hence the entries of the rules have a higher priority. There are two
 * kinds: <i>drop</i>, and <i>ask</i>, which sends the packet to the controller, where the rules are
 * tried one by one.
 *
 * <ol>
 *   <li>A rule that denies becomes a drop entry, a later rule below an earlier one.
 *   <li>If an earlier rule allows some of its packets, these get an ask entry above. They are
 *       routed as usual but come to the controller each time; so in a file, deny first, then allow.
 *   <li>If the denying rule and all earlier allowing rules that overlap it match only Ethernet
 *       addresses, it needs no entry. Entries of other applications match both addresses, so none
 *       can forward both allowed and denied packets. The rule is enforced when a flow is requested.
 *   <li>A rule without an eth_type does not keep LLDP and BDDP from the controller; otherwise no
 *       link would be discovered. The platform takes these frames before they become requests.
 *       Those that become requests are denied like other packets.
 *   <li>Switches look up fragments as if their ports were 0. If ports are denied, fragments that no
 *       entry has dropped get an ask entry below all others.
 *   <li>If a switch has all these entries, a forwarding entry need not match the fields of the
 *       rules, as long as the switch reads the packet as the controller does. The VLAN, the
 *       Ethernet type (a switch need not read beyond a second tag) and the protocol of IPv6 (nor
 *       beyond extension headers) are tracked when they are read. Other fields are not.
 * </ol>
 *
 * <p>Immutable; any thread.
 */
final class Rules {
  /** A flow entry: drop or, if {@code asks}, send to the controller. */
  record Entry(PacketMatch packets, boolean asks, int priority) {
    private boolean isOf(long datapathId) {
      return !packets.wants(PacketField.SWITCH)
          || packets.valueOf(PacketField.SWITCH) == datapathId;
    }

    private Entry withoutSwitch() {
      return new Entry(packets.without(PacketField.SWITCH), asks, priority);
    }
  }

  /** The most rules. */
  static final int MAX_COUNT = 10_000;

  /** Below the entries that block a port, above all entries that forward. */
  static final int FIRST_PRIORITY = 50_000;

  private static final int PRIORITIES_PER_RULE = 2;
  private static final Set<PacketField> ETHERNET =
      EnumSet.of(PacketField.ETH_SRC, PacketField.ETH_DST);
  private static final Set<PacketField> FRAGMENT =
      EnumSet.of(PacketField.SWITCH, PacketField.ETH_TYPE, PacketField.PROTOCOL);

  private final Rule[] rules;
  private final List<Entry> entries;
  private final boolean areKept;

  /**
   * Makes the rules.
   *
   * @param given at most {@value #MAX_COUNT}
   * @param deniesOthers whether packets that no rule matches are denied
   */
  Rules(List<Rule> given, boolean deniesOthers) {
    Stream<Rule> others =
        deniesOthers ? Stream.of(new Rule(true, PacketMatch.ALL)) : Stream.empty();
    rules = Stream.concat(given.stream(), others).toArray(Rule[]::new);
    entries = entries();
    areKept = entries.stream().noneMatch(entry -> entry.packets().wants(PacketField.ETH_DST));
  }

  /** Whether a request's packet is denied. Allocates nothing. */
  boolean deny(FlowRequest request) {
    return deny(request, false);
  }

  /**
   * The same for a switch that may have the entries.
   *
   * @param isEnforced whether it has them all; then fields that they decide on are not tracked, see
   *     6
   */
  boolean deny(FlowRequest request, boolean isEnforced) {
    for (Rule rule : rules) {
      Set<PacketField> untracked = isEnforced ? rule.readAlike() : PacketMatch.NO_FIELDS;
      if (rule.packets().matches(request, untracked)) {
        return rule.denies();
      }
    }
    return false;
  }

  /**
   * Whether a switch keeps the entries unless they are deleted on purpose. Applications delete all
   * entries to an Ethernet destination when a host moves.
   */
  boolean areKept() {
    return areKept;
  }

  /** The entries of one switch, the highest priority first. */
  List<Entry> entriesOf(long datapathId) {
    return entries.stream()
        .filter(entry -> entry.isOf(datapathId))
        .map(Entry::withoutSwitch)
        .distinct()
        .toList();
  }

  /** The most entries that a switch gets. */
  long mostEntries() {
    return Stream.concat(
            Stream.of(0L),
            entries.stream()
                .filter(entry -> entry.packets().wants(PacketField.SWITCH))
                .map(entry -> entry.packets().valueOf(PacketField.SWITCH)))
        .distinct()
        .mapToLong(datapathId -> entriesOf(datapathId).size())
        .max()
        .orElseThrow();
  }

  private List<Entry> entries() {
    List<Entry> made = new ArrayList<>();
    List<Integer> dropping =
        IntStream.range(0, rules.length)
            .filter(i -> rules[i].denies() && needsEntry(i))
            .boxed()
            .toList();
    for (int i = 0; i < rules.length; i++) {
      PacketMatch packets = rules[i].packets();
      int priority = FIRST_PRIORITY - i * PRIORITIES_PER_RULE;
      if (!rules[i].denies()) {
        asked(i, dropping).forEach(part -> made.add(new Entry(part, true, priority))); // 2
      } else if (dropping.contains(i)) {
        if (!packets.wants(PacketField.ETH_TYPE)) { // 4
          made.add(
              new Entry(packets.with(PacketField.ETH_TYPE, LldpCodec.LLDP), true, priority + 1));
          made.add(
              new Entry(packets.with(PacketField.ETH_TYPE, LldpCodec.BDDP), true, priority + 1));
        }
        made.add(new Entry(packets, false, priority)); // 1
      }
    }
    int lowest = FIRST_PRIORITY - rules.length * PRIORITIES_PER_RULE;
    for (int denying : dropping) {
      if (rules[denying].wantsPorts()) {
        PacketMatch fragments = fragments(rules[denying].packets());
        if (made.stream().noneMatch(entry -> entry.packets().covers(fragments))) {
          made.add(new Entry(fragments, true, lowest)); // 5
        }
      }
    }
    return List.copyOf(made);
  }

  /** The fragments that packets may have. */
  private static PacketMatch fragments(PacketMatch packets) {
    PacketMatch fragments = PacketMatch.ALL.with(PacketField.L4_SRC, 0).with(PacketField.L4_DST, 0);
    for (PacketField field : FRAGMENT) {
      fragments = fragments.with(field, packets.valueOf(field), packets.maskOf(field));
    }
    return fragments;
  }

  /**
   * The packets of an allowing rule that later rules with an entry deny, no part within another.
   */
  private List<PacketMatch> asked(int allowing, List<Integer> dropping) {
    List<PacketMatch> parts = new ArrayList<>();
    for (int denying : dropping) {
      Optional<PacketMatch> both =
          denying < allowing
              ? Optional.empty()
              : rules[denying].packets().intersect(rules[allowing].packets());
      if (both.isPresent() && parts.stream().noneMatch(part -> part.covers(both.get()))) {
        parts.removeIf(part -> both.get().covers(part));
        parts.add(both.get());
      }
    }
    return parts;
  }

  private boolean needsEntry(int denying) { // 3
    PacketMatch denied = rules[denying].packets();
    List<PacketMatch> allowedBefore =
        Arrays.stream(rules, 0, denying)
            .filter(rule -> !rule.denies())
            .map(Rule::packets)
            .filter(allowed -> allowed.intersect(denied).isPresent())
            .toList();
    return allowedBefore.isEmpty()
        || !denied.wantsOnly(ETHERNET)
        || !allowedBefore.stream().allMatch(allowed -> allowed.wantsOnly(ETHERNET));
  }
}
