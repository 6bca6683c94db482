package maestro.apps.global;

import com.typesafe.config.Config;
import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import maestro.api.FlowBatch;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.SharedTable;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.Vlans;
import maestro.apps.packets.Addresses;
import maestro.apps.places.PlaceChanges;
import maestro.apps.places.SentEntries;
import maestro.apps.ports.PhysicalPorts;
import maestro.apps.ports.RememberedPorts;
import maestro.apps.settings.EntryTimeouts;
import maestro.apps.settings.ShippedApplication;
import maestro.apps.vlan.SwitchVlans;
import maestro.apps.vlan.TagOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A learning switch whose switches share one host table, as in section 4.2 of the McNettle report,
 * to measure the cost of sharing (its section 6.7 and Figure 20). Each request writes the location
 * of its source and reads the location of its destination. For each request:
 *
 * <ol>
 *   <li>Drop packets to addresses that bridges must not forward (01:80:c2:00:00:00 to 0f), and
 *       packets of a VLAN that their port does not carry.
 *   <li>Write that the source is at this switch and in-port, by its VLAN and address. A group
 *       address is never a source.
 *   <li>If the source was at another port of this switch, remove this switch's flow entries to it.
 *   <li>Read the location of the destination. If it is at this switch, install a flow entry and
 *       send the packet after it; if it is at the in-port, drop the packet.
 *   <li>Otherwise flood: the destination is a group, not known, at a port that is down or gone by
 *       now, or at another switch. The report does not specify the last case, and this application
 *       does not know the path there; {@code route-flow} does.
 * </ol>
 *
 * <p>A host's location is where it was last heard, even across a link. So in networks of several
 * switches this application floods more than necessary. A switch has a share of the table, {@link
 * Shares}. When the share is used up, new hosts there stay unknown, and hosts at other switches are
 * still learned.
 */
public final class GlobalLearningSwitch extends ShippedApplication {
  private static final Logger LOG = LoggerFactory.getLogger(GlobalLearningSwitch.class);

  /** The state of a switch. */
  private record Here(SwitchInfo info, LocationTable hosts, PhysicalPorts ports, SwitchVlans vlans)
      implements SentEntries.Basis {
    @Override
    public int portOf(long host, long nowNs) {
      long location = hosts.get(host);
      return isAt(location, shifted()) ? (int) location : PhysicalPorts.NONE;
    }

    /** Its number; in a location it stands above the 32 bits of the port's id. */
    long shifted() {
      return (long) ports.series() << 32;
    }
  }

  public GlobalLearningSwitch() {
    super("global-learning-switch", 1);
  }

  @Override
  public Stages start(ApplicationContext context) {
    Config config = context.config();
    LocationTable hosts = table(config, context);
    Shares shares = new Shares(config.getInt("table-size"));
    FlowOptions options = FlowOptions.timeouts(EntryTimeouts.seconds(config, "idle-timeout"), 0);
    Vlans vlans = context.vlans();
    TagOptions tagged = new TagOptions(vlans, options);
    RememberedPorts ports = new RememberedPorts(context.switches());
    PlaceChanges changes = new PlaceChanges();
    SwitchLocal<Here> switches =
        context.switchShared(
            info ->
                new Here(
                    info,
                    hosts,
                    ports.join(info.datapathId()),
                    new SwitchVlans(
                        info, context.switches(), vlans, options, tagged, changes::happened)));
    context.reconcilesEntries(
        switches,
        (info, here, entry) -> {
          here.ports().refresh(entry.nowNs());
          return LocatedEntries.verdict(hosts, here.shifted(), here.ports(), here.vlans(), entry);
        });
    return Stages.batch(
        () -> new Stage(hosts, shares, switches, changes, new SentEntries(context, changes)));
  }

  private static LocationTable table(Config config, ApplicationContext context) {
    int size = config.getInt("table-size");
    if (size < 16 || size > 1 << 24) {
      throw new BadSettingException("table-size", size, "16 to 16777216");
    }
    int locks = config.getInt("locks");
    if (locks < 1 || locks > 1 << 16 || Integer.bitCount(locks) != 1) {
      throw new BadSettingException("locks", locks, "a power of two, 1 to 65536");
    }
    String kind = config.getString("table");
    if (!context.inOrder() && !kind.equals("cas")) {
      throw new BadSettingException("table", kind, "cas, since several workers serve a switch");
    }
    return switch (kind) {
      case "cas" -> new PlacesTable(size);
      case "shared" -> ofPlatform(context.sharedTable(size));
      case "lock" -> new LockTable(size, locks);
      case "stm" -> new StmTable(size);
      default -> throw new BadSettingException("table", kind, "cas, shared, lock, stm");
    };
  }

  private static LocationTable ofPlatform(SharedTable table) {
    return new LocationTable() {
      @Override
      public long get(long address) {
        return table.get(address);
      }

      @Override
      public long put(long address, long location, long heardNs) {
        return table.put(address, location);
      }
    };
  }

  private static boolean isAt(long location, long thisSwitch) {
    return location != LocationTable.ABSENT && (location >>> 32 << 32) == thisSwitch;
  }

  private static final class Stage implements RequestStage {
    private final LocationTable hosts;
    private final Shares shares;
    private final SwitchLocal<Here> switches;
    private final PlaceChanges changes;
    private final SentEntries sent;
    private boolean said;

    Stage(
        LocationTable hosts,
        Shares shares,
        SwitchLocal<Here> switches,
        PlaceChanges changes,
        SentEntries sent) {
      this.hosts = hosts;
      this.shares = shares;
      this.switches = switches;
      this.changes = changes;
      this.sent = sent;
    }

    @Override
    public void onBatch(FlowBatch batch, SwitchOutput output) {
      sent.begin();
      RequestStage.super.onBatch(batch, output);
    }

    @Override
    public void afterWrite(SwitchOutput output) {
      sent.written(output);
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      long destination = request.ethDst();
      if (Addresses.isReserved(destination)) { // 1
        output.drop(request);
        return;
      }
      Here own = switches.of(request);
      own.ports().refresh(request.nowNs());
      int vlan = own.vlans().enter(request, output);
      if (vlan == Vlans.DROP) { // 1
        output.drop(request);
        return;
      }
      long source = request.ethSrc();
      long thisSwitch = own.shifted();
      long here = thisSwitch | Integer.toUnsignedLong(own.ports().idOf(request.inPort()));
      if (Addresses.isHost(source)) { // 2
        long before = learn(request, Vlans.hostKey(vlan, source), here);
        if (before != here && isAt(before, thisSwitch)) { // 3
          changes.happened();
          output.removeFlowsTo(request, source);
        }
      }
      long host = Vlans.hostKey(vlan, destination);
      long there =
          request.isMulticast() || destination == 0 ? LocationTable.ABSENT : hosts.get(host);
      int number = isAt(there, thisSwitch) ? own.ports().numberOf((int) there) : PhysicalPorts.NONE;
      if (number == PhysicalPorts.NONE) { // 5
        own.vlans().flood(request, vlan, output);
      } else if (there == here) { // 4
        output.drop(request);
      } else {
        sent.add(own, host, (int) there, request.nowNs());
        own.vlans().installAndForward(request, vlan, number, output);
      }
    }

    private long learn(FlowRequest request, long host, long here) {
      int number = (int) (here >>> 32);
      if (shares.isUsedUp(number) && hosts.get(host) == LocationTable.ABSENT) {
        sayOnce(request.datapathId());
        return LocationTable.ABSENT;
      }
      try {
        long before = hosts.put(host, here, request.nowNs());
        if (before == LocationTable.ABSENT) {
          shares.learned(number);
        } else {
          shares.moved((int) (before >>> 32), number);
        }
        return before;
      } catch (IllegalStateException e) { // this part of the table is full before the whole is
        sayOnce(request.datapathId());
        return LocationTable.ABSENT;
      }
    }

    private void sayOnce(long datapathId) {
      if (!said) {
        said = true;
        LOG.warn(
            "switch {} has used up its share of the host table: new hosts there stay unknown; raise"
                + " applications.global-learning-switch.table-size (said once by each worker)",
            SwitchInfo.format(datapathId));
      }
    }
  }
}
