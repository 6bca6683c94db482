package maestro.apps.vlan;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import maestro.api.FlowActions;
import maestro.api.FlowEntry;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.SwitchOutput;
import maestro.api.Switches;
import maestro.api.Vlans;
import maestro.api.Vlans.Egress;
import maestro.apps.ports.HostPorts;

/**
 * The VLANs of one switch, for an application that forwards there: the VLAN of a request, and how
 * its packet is sent on.
 *
 * <ol>
 *   <li>Until a tagged packet comes, and if nothing is declared for the switch, VLANs cost nothing:
 *       entries do not match the VLAN.
 *   <li>With the first tagged packet, the entries without a VLAN are removed, since they would
 *       treat tagged packets as untagged ones. From then on entries match the VLAN.
 *   <li>With declared ports, entries push, set and pop tags, and a flood is the list of ports that
 *       carry the VLAN. Without them, packets are sent on as they came.
 *   <li>A flood leaves out the ports that the application has closed.
 * </ol>
 *
 * <p>State of one switch and one application, for any thread; no thread waits. Allocates for the
 * first tagged packet, and for the first flood of a VLAN after a port has changed.
 */
public final class SwitchVlans {
  private static final int[] NO_PORTS = {};
  private static final FlowActions FLOOD = FlowActions.outputs(FlowActions.FLOOD);

  private static final FlowActions FLOOD_AND_BACK =
      FlowActions.outputs(FlowActions.FLOOD, FlowActions.IN_PORT);

  private final SwitchInfo info;
  private final Switches switches;
  private final Vlans.Ports declared;
  private final FlowOptions options;
  private final TagOptions tagged;
  private final Runnable onTags;
  private final AtomicBoolean knowsTags;
  private volatile Floods made = new Floods(List.of(), NO_PORTS, null);

  /** Exchanged as a whole. */
  private volatile int[] closed = NO_PORTS;

  /** The actions that flood. */
  private static final class Floods {
    /** For which they were made, see {@link Switches#ports}. */
    final Collection<PortInfo> ports;

    /** Those of them that are left out. */
    final int[] closed;

    /** Null when none were made. */
    final VlanFloods lists;

    Floods(Collection<PortInfo> ports, int[] closed, VlanFloods lists) {
      this.ports = ports;
      this.closed = closed;
      this.lists = lists;
    }
  }

  /**
   * Makes the state before the first tagged packet.
   *
   * @param options of entries where there are no tags
   * @param tagged of entries where there are tags
   * @param onTags called when the first tagged packet has come, before entries are removed
   */
  public SwitchVlans(
      SwitchInfo info,
      Switches switches,
      Vlans vlans,
      FlowOptions options,
      TagOptions tagged,
      Runnable onTags) {
    this.info = info;
    this.switches = switches;
    this.declared = vlans.of(info.datapathId());
    this.options = options;
    this.tagged = tagged;
    this.onTags = onTags;
    this.knowsTags = new AtomicBoolean(!declared.isEmpty());
  }

  /** The VLAN of a request, by {@link Vlans#vlanOf}. */
  public int vlanOf(FlowRequest request) {
    int tag = request.untracked().vlanId();
    return tag <= 0 && declared.isEmpty() // the usual case
        ? Vlans.UNTAGGED
        : declared.vlanOf(request.inPort(), tag);
  }

  /**
   * The same for a request to be answered. The first tagged packet changes the switch's entries.
   */
  public int enter(FlowRequest request, SwitchOutput output) {
    int vlan = vlanOf(request);
    if (vlan > 0 && !knowsTags.get() && knowsTags.compareAndSet(false, true)) { // 2
      onTags.run();
      removeWide(output);
    }
    return vlan;
  }

  /** No flood leaves by these ports from now on, instead of those before. */
  public void close(int[] ports) {
    closed = ports;
  }

  /** Whether entries match the VLAN. */
  public boolean knowTags() {
    return knowsTags.get();
  }

  /** Removes the entries without a VLAN. */
  public void removeWide(SwitchOutput output) {
    WideEntries.removals(switches, info, options.cookie())
        .forEach(removal -> output.send(info.datapathId(), removal));
  }

  /** Whether an entry is the first sign of tags: an entry of a VLAN, installed before a restart. */
  public boolean isFirstOfVlan(FlowEntry entry) {
    return !knowsTags.get()
        && entry.hasVlan()
        && entry.vlan() > 0
        && knowsTags.compareAndSet(false, true);
  }

  /**
   * The VLAN of the packets that match an entry of the switch.
   *
   * @return {@link Vlans#DROP} when none may match it, or it does not match the VLAN and should
   */
  public int vlanOf(FlowEntry entry) {
    if (!entry.hasVlan()) {
      return knowsTags.get() ? Vlans.DROP : Vlans.UNTAGGED;
    }
    return declared.vlanOf(entry.inPort(), entry.vlan());
  }

  /** Whether an entry to one port treats the tag as declared. Allocates. */
  public boolean isTagRight(FlowEntry entry, int vlan) {
    Egress egress = declared.egress(entry.output(0), vlan);
    return !entry.hasVlan()
        || (egress != Egress.NOT_CARRIED
            && TagsOfEntry.of(entry.message())
                .equals(TagsOfEntry.wanted(entry.vlan(), vlan, egress)));
  }

  /** Installs an entry to a port and sends the packet after it, both in the packet's VLAN. */
  public void installAndForward(FlowRequest request, int vlan, int port, SwitchOutput output) {
    if (!knowsTags.get()) { // 1
      output.installAndForward(request, port, options);
      return;
    }
    Egress egress = declared.egress(port, vlan);
    if (egress == Egress.NOT_CARRIED) {
      output.drop(request);
    } else { // 3
      int tag = request.untracked().vlanId();
      output.installAndForward(request, port, tagged.of(tag, vlan, egress));
    }
  }

  /** Floods the packet in its VLAN. */
  public void flood(FlowRequest request, int vlan, SwitchOutput output) {
    if (isSimple()) {
      output.flood(request);
    } else {
      output.forward(request, flooding(request, vlan)); // 3
    }
  }

  /** The actions of {@link #flood}, for an entry that matches the VLAN. */
  public FlowActions toAll(FlowRequest request, int vlan) {
    return isSimple() ? FLOOD : flooding(request, vlan);
  }

  /**
   * The same, and back out of the in-port. Where VLANs are declared, nothing goes back: the tag
   * would be that of other ports.
   */
  public FlowActions toAllAndBack(FlowRequest request, int vlan) {
    if (isSimple()) {
      return FLOOD_AND_BACK;
    }
    FlowActions all = flooding(request, vlan);
    return declared.isEmpty() ? all.output(FlowActions.IN_PORT) : all;
  }

  private boolean isSimple() {
    return declared.isEmpty() && closed.length == 0;
  }

  /** The actions that flood a packet in its VLAN. */
  FlowActions flooding(FlowRequest request, int vlan) {
    Collection<PortInfo> ports = switches.ports(info.datapathId());
    int[] without = closed;
    Floods floods = made;
    if (floods.lists == null || ports != floods.ports || without != floods.closed) {
      int[] numbers =
          ports.stream()
              .filter(SwitchVlans::floods)
              .mapToInt(PortInfo::number)
              .filter(port -> IntStream.of(without).noneMatch(each -> each == port))
              .sorted()
              .toArray();
      floods =
          new Floods(
              ports,
              without,
              new VlanFloods(info.datapathId(), declared, declared::egress, tagged, numbers));
      made = floods; // another thread may have made the same
    }
    return floods.lists.of(request.untracked().vlanId(), vlan);
  }

  /** Whether a flood leaves by a port. One that is down may be up: not each switch knows. */
  private static boolean floods(PortInfo port) {
    boolean isThere = port.isPhysical() || (HostPorts.isLocal(port) && port.up());
    return isThere && port.floods() && !port.blocked();
  }
}
