package maestro.apps.learning;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import maestro.api.CookieRange;
import maestro.api.FlowBatch;
import maestro.api.FlowField;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.Vlans;
import maestro.apps.flood.Repetitions;
import maestro.apps.vlan.SwitchVlans;
import maestro.apps.vlan.TagOptions;

/**
 * An Ethernet switch that learns the ports of hosts, like the one in section 3.1 of the Maestro
 * paper. For each request:
 *
 * <ol>
 *   <li>Drop packets to addresses that bridges must not forward (01:80:c2:00:00:00 to 0f: spanning
 *       tree, LLDP), and packets of a VLAN that their port does not carry.
 *   <li>Learn that the source is at the port by which the packet came in. A group address is never
 *       a source. The same address in two VLANs is two hosts.
 *   <li>A host that was at another port has moved: remove the flow entries that send to its old
 *       port. The entries to the same address in other VLANs are removed with them, and their
 *       packets ask again.
 *   <li>A group address or an unknown destination: flood the VLAN. A broadcast that repeats fast is
 *       flooded by a flow entry ({@link Flooding}).
 *   <li>A destination at the port by which the packet came in: drop.
 *   <li>Otherwise install a flow entry with an idle timeout, and send the packet after it.
 * </ol>
 *
 * <p>Each switch has its own {@link HostTable} and {@link SwitchVlans}. They need no lock, since
 * one worker at a time has claimed the switch.
 */
public final class LearningSwitch implements Application {
  private static final long RESERVED_PREFIX = 0x0180_c200_0000L;
  private static final long RESERVED_MASK = 0xffff_ffff_fff0L;
  private static final long GROUP_BIT = 0x0100_0000_0000L;

  /** A table with this many slots, 192 KiB large, is assumed not to be in a near cache. */
  private static final int LARGE_SLOTS = 1 << 14;

  /** Addresses whose look-ups begin together; even. */
  private static final int FETCHED_AT_ONCE = 512;

  @Override
  public String name() {
    return "learning-switch";
  }

  @Override
  public String version() {
    return "1.0";
  }

  @Override
  public List<CookieRange> cookies() {
    return List.of(CookieRange.of(FlowOptions.USUAL_COOKIE));
  }

  @Override
  public Stages start(ApplicationContext context) {
    Config config = context.config();
    int tableSize = config.getInt("table-size");
    if (tableSize < 16 || tableSize > 1 << 20) {
      throw new BadSettingException("table-size", tableSize, "16 to 1048576");
    }
    Duration addressTimeout = config.getDuration("address-timeout");
    if (addressTimeout.toSeconds() < 1 || addressTimeout.toHours() > 24) {
      throw new BadSettingException("address-timeout", addressTimeout, "1 s to 24 h");
    }
    int idleSeconds = seconds(config, "idle-timeout");
    int hardSeconds = seconds(config, "hard-timeout");
    FlowOptions options = FlowOptions.timeouts(idleSeconds, hardSeconds);
    Vlans vlans = context.vlans();
    TagOptions tagged = new TagOptions(vlans, options);
    SwitchLocal<Known> switches =
        context.switchLocal(
            info ->
                new Known(
                    new HostTable(tableSize, addressTimeout.toNanos()),
                    new SwitchVlans(info, context.switches(), vlans, options, tagged)));
    LearnedEntries entries = new LearnedEntries();
    entries.checkedBy(context.keepsEntries(switches, entries));
    int broadcastSeconds = Repetitions.timeoutSeconds(config);
    Flooding flooding =
        new Flooding(
            context.switchLocal(info -> new Repetitions(broadcastSeconds)),
            FlowOptions.timeouts(0, broadcastSeconds)
                .withRemovalNotice(FlowOptions.USUAL_COOKIE)
                .matchingAlso(FlowField.VLAN));
    return Stages.batch(() -> new Stage(switches, flooding));
  }

  private static int seconds(Config config, String key) {
    long seconds = config.getDuration(key).toSeconds();
    if (seconds < 0 || seconds > 65535) {
      throw new BadSettingException(key, seconds + " s", "0 s to 65535 s");
    }
    return (int) seconds;
  }

  /** The state of one switch. */
  record Known(HostTable hosts, SwitchVlans vlans) {}

  /** The stage of one worker. */
  private static final class Stage implements RequestStage {
    private final SwitchLocal<Known> switches;
    private final Flooding flooding;

    private final long[] addresses = new long[FETCHED_AT_ONCE];

    /** See {@link HostTable#fetch}. */
    @SuppressWarnings("UnusedVariable") // the compiler must believe that the value is used
    private long fetched;

    Stage(SwitchLocal<Known> switches, Flooding flooding) {
      this.switches = switches;
      this.flooding = flooding;
    }

    @Override
    public void onBatch(FlowBatch batch, SwitchOutput output) {
      fetch(batch);
      RequestStage.super.onBatch(batch, output);
    }

    /**
     * Begins the look-ups of the whole batch before the first is needed, when the table is large. A
     * large table is in memory and not in a cache, and each request would wait for it twice. Small
     * tables are skipped, since the look-ups would cost more than they save.
     */
    private void fetch(FlowBatch batch) {
      int count = 0;
      HostTable hosts = null;
      boolean isLarge = batch.count() > 1 && batch.next();
      while (isLarge) {
        FlowRequest request = batch.request();
        Known known = switches.of(request);
        if (known.hosts() != hosts || count == FETCHED_AT_ONCE) {
          fetch(hosts, count);
          hosts = known.hosts();
          count = 0;
        }
        int vlan = known.vlans().vlanOf(request);
        addresses[count++] = Vlans.hostKey(vlan, request.ethSrc());
        addresses[count++] = Vlans.hostKey(vlan, request.ethDst());
        isLarge = hosts.slots() >= LARGE_SLOTS && batch.next();
      }
      fetch(hosts, count);
      batch.rewind();
    }

    private void fetch(HostTable hosts, int count) {
      if (count > 2) {
        fetched = hosts.fetch(addresses, count);
      }
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      long destination = request.ethDst();
      if ((destination & RESERVED_MASK) == RESERVED_PREFIX) { // 1
        output.drop(request);
        return;
      }
      Known known = switches.of(request);
      int vlan = known.vlans().enter(request, output);
      if (vlan == Vlans.DROP) { // 1
        output.drop(request);
        return;
      }
      HostTable hosts = known.hosts();
      long source = request.ethSrc();
      int inPort = request.inPort();
      if ((source & GROUP_BIT) == 0) { // 2
        int before = hosts.learn(Vlans.hostKey(vlan, source), inPort, request.nowNs());
        if (before != HostTable.UNKNOWN && before != inPort) { // 3
          output.removeFlowsTo(request, source);
        }
      }
      int port =
          request.isMulticast()
              ? HostTable.UNKNOWN
              : hosts.portOf(Vlans.hostKey(vlan, destination), request.nowNs());
      if (port == HostTable.UNKNOWN) { // 4
        flooding.flood(request, vlan, known.vlans(), output);
      } else if (port == inPort) { // 5
        output.drop(request);
      } else { // 6
        known.vlans().installAndForward(request, vlan, port, output);
      }
    }
  }
}
