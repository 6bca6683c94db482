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
import maestro.api.Vlans.Leaving;
import maestro.apps.routing.RoutingTable;
import maestro.apps.vlan.TagOptions;
import maestro.apps.vlan.TagsOfEntry;
import maestro.apps.vlan.TagsOfEntry.Output;

/**
 * The VLANs of a routed network:
 *
 * <ol>
 *   <li>Between switches every VLAN has its tag, whatever is declared of the ports of a link;
 *       untagged packets of ports that are not declared go untagged.
 *   <li>A tag is pushed where a packet comes in untagged and popped where it goes out so, as is
 *       declared of the hosts' ports. Where nothing is declared a packet goes on as it came.
 *   <li>As long as nothing is declared and no tagged packet has come, entries do not look at tags.
 *       The first one changes that for the whole network: entries that do not are removed, and from
 *       then on entries match the VLAN.
 * </ol>
 *
 * <p>Threads: any. No question allocates.
 */
final class RouteVlans {
  private final Vlans declared;
  private final FlowOptions options;
  private final TagOptions tagged;
  private final Consumer<Runnable> later;

  /** Set once. Volatile: a worker that reads it late installs what is removed a moment later. */
  private volatile boolean knowsTags;

  private Runnable onFirstTag = () -> {};
  private Runnable onFirstEntry = () -> {};

  /**
   * No tagged packet has come yet.
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

  /** What is to be done on the event thread with the first tagged packet; before workers run. */
  void onFirstTag(Runnable task) {
    onFirstTag = task;
  }

  /**
   * What is to be done when the first that shows tags is an entry, of before a restart: those that
   * were shown ahead of it are to be looked at again.
   */
  void onFirstEntry(Runnable task) {
    onFirstEntry = task;
  }

  /** Whether entries must match the VLAN. */
  boolean knowsTags() {
    return knowsTags;
  }

  /** What is declared. */
  Vlans declared() {
    return declared;
  }

  /** Of entries that look at tags. */
  TagOptions tagged() {
    return tagged;
  }

  /**
   * The VLAN of a request, as {@link Vlans#vlanOf} has it.
   *
   * @param here index of its switch
   */
  int enter(FlowRequest request, RoutingTable table, int here) {
    int tag = request.unnoted().vlanId();
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
   * The VLAN of the packets of an entry that a switch shows. Event thread.
   *
   * @return {@link Vlans#DROP} when there can be none
   */
  int vlanOf(FlowEntry entry, long datapathId, RoutingTable table) {
    if (entry.hasVlan() && entry.vlan() > 0 && !knowsTags) { // of before a restart
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

  /** Whether an entry to one port does with the tag what it should. Event thread. Allocates. */
  boolean isTagRight(FlowEntry entry, int vlan, long datapathId, RoutingTable table) {
    int here = table.topology().indexOf(datapathId);
    if (!entry.hasVlan() || here < 0 || entry.outputCount() != 1) {
      return true;
    }
    boolean isBack = entry.output(0) == FlowActions.IN_PORT;
    int port = isBack ? entry.inPort() : entry.output(0);
    Leaving leaving = leaving(table, here, port, vlan);
    return leaving != Leaving.NOT_AT_ALL
        && TagsOfEntry.of(entry.message()).equals(TagsOfEntry.wanted(entry.vlan(), vlan, leaving));
  }

  /**
   * Whether an entry for a group sends to these ports what its VLAN has there, each port with the
   * tag it should, and nowhere else. The port the packets came in by may be named: nothing leaves
   * by it. Event thread. Allocates.
   */
  boolean isFloodRight(FlowEntry entry, int vlan, RoutingTable table, int here, int... ports) {
    List<Output> wanted = new ArrayList<>();
    for (int port : ports) {
      Leaving leaving = leaving(table, here, port, vlan);
      if (port != entry.inPort() && leaving != Leaving.NOT_AT_ALL) {
        int tag = entry.hasVlan() ? entry.vlan() : FlowEntry.UNTAGGED;
        wanted.add(new Output(port, TagsOfEntry.wanted(tag, vlan, leaving)));
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

  /** How a VLAN leaves by a port: 1 and 2. */
  Leaving leaving(RoutingTable table, int switchIndex, int port, int vlan) {
    return table.linkAt(switchIndex, port) != RoutingTable.NONE
        ? Vlans.Ports.NONE.leaving(port, vlan)
        : declared.leaving(table.topology().datapathId(switchIndex), port, vlan);
  }

  /** The options of a path's entry at one of its hops. */
  FlowOptions optionsAt(Path path, int hop) {
    return path.knowsTags()
        ? tagged.of(path.tagAt(hop), path.vlan(), path.leavingAt(hop))
        : options;
  }
}
