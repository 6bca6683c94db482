package maestro.apps.routeflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import maestro.api.FlowActions;
import maestro.api.FlowEntry;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.Vlans;
import maestro.api.Vlans.Egress;
import maestro.apps.routing.RoutingTable;
import maestro.apps.vlan.TagOptions;
import maestro.apps.vlan.TagsOfEntry;
import maestro.apps.vlan.TagsOfEntry.Output;

/**
 * The VLANs of a routed network:
 *
 * <ol>
 *   <li>Between switches the packets of each VLAN are tagged, whatever is declared for the ports of
 *       a link. Untagged packets from ports without a declaration stay untagged.
 *   <li>A tag is pushed where a packet comes in untagged and popped where it leaves untagged, as
 *       declared for the hosts' ports. Without declarations a packet is sent on as it came.
 *   <li>Until a tagged packet comes, entries do not match the VLAN, unless VLANs are declared. The
 *       first tagged packet changes that for the whole network: the entries without a VLAN are
 *       removed, and from then on entries match the VLAN.
 * </ol>
 *
 * <p>Threads: any. No method allocates, except where it says so.
 */
final class RouteVlans {
  private final Vlans declared;
  private final FlowOptions options;
  private final TagOptions tagged;
  private final Consumer<Runnable> later;

  /**
   * Set once. Volatile: a worker that reads it late installs an entry that is removed a moment
   * later.
   */
  private volatile boolean knowsTags;

  private Runnable onFirstTag = () -> {};
  private Runnable onFirstEntry = () -> {};

  /**
   * Makes the state before the first tagged packet.
   *
   * @param options of entries where there are no tags
   * @param later runs a task on the event thread
   */
  RouteVlans(Vlans declared, FlowOptions options, Consumer<Runnable> later) {
    this.declared = declared;
    this.options = options;
    this.tagged = new TagOptions(declared, options);
    this.later = later;
    this.knowsTags = !declared.isEmpty();
  }

  /** Sets the task for the event thread at the first tagged packet; called before workers run. */
  void onFirstTag(Runnable task) {
    onFirstTag = task;
  }

  /**
   * Sets the task for the case that an entry from before a restart is the first to show tags:
   * entries that were shown before it have to be judged again.
   */
  void onFirstEntry(Runnable task) {
    onFirstEntry = task;
  }

  /** Whether entries must match the VLAN. */
  boolean knowsTags() {
    return knowsTags;
  }

  /** The declared VLANs. */
  Vlans declared() {
    return declared;
  }

  /** The options of entries that match the VLAN. */
  TagOptions tagged() {
    return tagged;
  }

  /**
   * The VLAN of a request, as by {@link Vlans#vlanOf}.
   *
   * @param here index of its switch
   */
  int enter(FlowRequest request, RoutingTable table, int here) {
    int tag = request.untracked().vlanId();
    if (tag > 0 && !knowsTags) { // 3
      firstTag();
    }
    boolean isPassedOn =
        declared.isEmpty() || table.linkAt(here, request.inPort()) != RoutingTable.NONE; // 1
    return isPassedOn
        ? Vlans.Ports.NONE.vlanOf(request.inPort(), tag)
        : declared.vlanOf(request.datapathId(), request.inPort(), tag);
  }

  /**
   * The VLAN of the packets that match an entry of a switch. Event thread.
   *
   * @return {@link Vlans#DROP} when no packet may match it
   */
  int vlanOf(FlowEntry entry, long datapathId, RoutingTable table) {
    if (entry.hasVlan() && entry.vlan() > 0 && !knowsTags) { // installed before a restart
      knowsTags = true;
      later.accept(onFirstEntry);
    }
    if (!entry.hasVlan()) {
      return knowsTags ? Vlans.DROP : Vlans.UNTAGGED;
    }
    int here = table.topology().indexOf(datapathId);
    boolean isLink = here >= 0 && table.linkAt(here, entry.inPort()) != RoutingTable.NONE;
    return (isLink ? Vlans.Ports.NONE : declared.of(datapathId))
        .vlanOf(entry.inPort(), entry.vlan());
  }

  /** Whether an entry to one port treats the tag as declared. Event thread. Allocates. */
  boolean isTagRight(FlowEntry entry, int vlan, long datapathId, RoutingTable table) {
    int here = table.topology().indexOf(datapathId);
    if (!entry.hasVlan() || here < 0 || entry.outputCount() != 1) {
      return true;
    }
    boolean isBack = entry.output(0) == FlowActions.IN_PORT;
    int port = isBack ? entry.inPort() : entry.output(0);
    Egress egress = egress(table, here, port, vlan);
    return egress != Egress.NOT_CARRIED
        && TagsOfEntry.of(entry.message()).equals(TagsOfEntry.wanted(entry.vlan(), vlan, egress));
  }

  /**
   * Whether an entry for a group sends exactly to those of these ports that carry its VLAN, with
   * the right tag at each. The entry may also name its in-port: no packet leaves by it. Event
   * thread. Allocates.
   */
  boolean isFloodRight(FlowEntry entry, int vlan, RoutingTable table, int here, int... ports) {
    List<Output> wanted = new ArrayList<>();
    for (int port : ports) {
      Egress egress = egress(table, here, port, vlan);
      if (port != entry.inPort() && egress != Egress.NOT_CARRIED) {
        int tag = entry.hasVlan() ? entry.vlan() : FlowEntry.UNTAGGED;
        wanted.add(new Output(port, TagsOfEntry.wanted(tag, vlan, egress)));
      }
    }
    List<Output> outputs = new ArrayList<>(TagsOfEntry.outputsOf(entry.message()));
    outputs.removeIf(output -> output.port() == entry.inPort());
    wanted.sort(Comparator.comparingInt(Output::port));
    outputs.sort(Comparator.comparingInt(Output::port));
    return wanted.equals(outputs);
  }

  private synchronized void firstTag() {
    if (!knowsTags) {
      knowsTags = true;
      later.accept(onFirstTag);
    }
  }

  /** How the packets of a VLAN leave by a port: 1 and 2. */
  Egress egress(RoutingTable table, int switchIndex, int port, int vlan) {
    return table.linkAt(switchIndex, port) != RoutingTable.NONE
        ? Vlans.Ports.NONE.egress(port, vlan)
        : declared.egress(table.topology().datapathId(switchIndex), port, vlan);
  }

  /** The options of a path's entry at a hop. */
  FlowOptions optionsAt(Path path, int hop) {
    return path.knowsTags() ? tagged.of(path.tagAt(hop), path.vlan(), path.egressAt(hop)) : options;
  }
}
