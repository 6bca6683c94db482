package maestro.sequence.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import maestro.api.Vlans;
import maestro.config.RequestScope;
import maestro.config.Sequence;
import maestro.net.session.Session;
import maestro.openflow.entry.MatchFields;

/**
 * Chooses the sequence of each flow request, when there are several:
 *
 * <ol>
 *   <li>No two sequences take the same request, which the configuration has been checked for. So
 *       the order in which they are asked does not matter.
 *   <li>Those that name the port are asked, then those that name the switch, then those that name
 *       VLANs alone. Whoever takes the request's VLAN has it.
 *   <li>Otherwise the sequence without {@code when} has it, or nobody.
 *   <li>An entry must not carry packets of other sequences. So it matches the fields by which they
 *       are told apart: the VLAN, and the in-port, which most entries match anyway.
 * </ol>
 *
 * <p>Immutable; any thread. Choosing allocates nothing.
 */
public final class SequenceChoice {
  /** The request is nobody's. */
  static final int NONE = -1;

  /** Which sequence has the packets of a place. */
  private static final class Place {
    /** The one that takes all VLANs, or {@link #NONE}. */
    private final int any;

    /** By VLAN; empty when none names VLANs. */
    private final byte[] byVlan;

    Place(List<Sequence> all, List<Sequence> here) {
      int taking = NONE;
      byte[] named = {};
      for (Sequence each : here) {
        int number = all.indexOf(each);
        if (each.when().vlans().isEmpty()) {
          taking = number;
        } else {
          named = named.length == 0 ? filled() : named;
          for (int vlan : each.when().vlans()) {
            named[vlan] = (byte) number;
          }
        }
      }
      any = taking;
      byVlan = named;
    }

    private static byte[] filled() {
      byte[] vlans = new byte[Vlans.MAX_VLAN + 1];
      Arrays.fill(vlans, (byte) NONE);
      return vlans;
    }

    int of(int vlan) {
      return vlan > 0 && vlan < byVlan.length && byVlan[vlan] != NONE ? byVlan[vlan] : any;
    }
  }

  /** A switch that some sequence names. */
  private static final class Switch {
    private final Place all;

    /** Ascending. */
    private final int[] numbers;

    /** By the index of the port's number. */
    private final Place[] ports;

    Switch(List<Sequence> all, long datapathId) {
      this.all = new Place(all, naming(all, when -> when.switches().contains(datapathId)));
      TreeSet<Integer> named = new TreeSet<>();
      all.forEach(each -> named.addAll(portsOf(each.when(), datapathId)));
      numbers = named.stream().mapToInt(Integer::intValue).toArray();
      ports =
          named.stream()
              .map(port -> naming(all, when -> portsOf(when, datapathId).contains(port)))
              .map(here -> new Place(all, here))
              .toArray(Place[]::new);
    }

    private static Set<Integer> portsOf(RequestScope when, long datapathId) {
      return when.ports().getOrDefault(datapathId, Set.of());
    }

    int of(int port, int vlan) {
      int i = Arrays.binarySearch(numbers, port);
      int chosen = i < 0 ? NONE : ports[i].of(vlan);
      return chosen == NONE ? all.of(vlan) : chosen;
    }
  }

  /** Ascending. */
  private final long[] datapathIds;

  /** By the index of the datapath id. */
  private final Switch[] switches;

  private final Place anywhere;
  private final int rest;
  private final Vlans vlans;
  private final int fields;

  /**
   * Makes the choice.
   *
   * @param all the sequences on flow requests, at most 127; their places in the list are the result
   * @param vlans what is declared of the VLANs of ports
   */
  public SequenceChoice(List<Sequence> all, Vlans vlans) {
    Map<Long, Switch> byId = new TreeMap<>();
    for (Sequence each : all) {
      List<Long> ids = new ArrayList<>(each.when().switches());
      ids.addAll(each.when().ports().keySet());
      ids.forEach(id -> byId.computeIfAbsent(id, named -> new Switch(all, named)));
    }
    datapathIds = byId.keySet().stream().mapToLong(Long::longValue).toArray();
    switches = byId.values().toArray(Switch[]::new);
    anywhere = new Place(all, naming(all, when -> when.isAnywhere() && !when.isRest()));
    rest =
        all.stream()
            .filter(each -> each.when().isRest())
            .mapToInt(all::indexOf)
            .findFirst()
            .orElse(NONE);
    this.vlans = vlans;
    boolean hasVlans = all.stream().anyMatch(each -> !each.when().vlans().isEmpty());
    boolean hasPorts = all.stream().anyMatch(each -> !each.when().ports().isEmpty());
    // What a packet without a tag belongs to is up to its port.
    boolean needsPort = hasPorts || (hasVlans && !vlans.isEmpty());
    fields = (hasVlans ? MatchFields.VLAN : 0) | (needsPort ? MatchFields.IN_PORT : 0);
  }

  private static List<Sequence> naming(List<Sequence> all, Predicate<RequestScope> when) {
    return all.stream().filter(each -> when.test(each.when())).toList();
  }

  /** The fields that every entry matches: bits of {@link MatchFields}. */
  public int fields() {
    return fields;
  }

  /** The place of the request's sequence in the list, or {@link #NONE}. */
  int of(RequestView request) {
    long datapathId = Session.of(request.connection()).info().datapathId();
    int port = request.packetIn.inPort();
    int vlan =
        (fields & MatchFields.VLAN) == 0
            ? Vlans.UNTAGGED
            : vlans.vlanOf(datapathId, port, request.frame.vlanId());
    return of(datapathId, port, vlan);
  }

  /**
   * The same by what is known of the request.
   *
   * @param vlan that it belongs to; below 1 for none
   */
  int of(long datapathId, int port, int vlan) {
    int i = Arrays.binarySearch(datapathIds, datapathId);
    int chosen = i < 0 ? NONE : switches[i].of(port, vlan); // 2
    chosen = chosen == NONE ? anywhere.of(vlan) : chosen;
    return chosen == NONE ? rest : chosen; // 3
  }
}
