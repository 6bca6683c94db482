package maestro.control.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.control.measure.ShareMeter.Share;
import maestro.metrics.DelayCounts;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.net.session.SwitchTable;

/**
 * The connected switches and their shares over the last seconds, computed once a second. Confined
 * to the control thread.
 */
public final class SwitchShares {
  /** The windows, in seconds. */
  public static final List<Integer> WINDOWS = List.of(1, 10, ShareMeter.LONGEST_SECONDS);

  private final SwitchTable switches;
  private final ShareMeter meter = new ShareMeter();
  private final SwitchWaits waits = new SwitchWaits();

  /** By window; emptied by each sample. */
  private final Map<Integer, Map<Long, Share>> computed = new HashMap<>();

  /** What {@link #ready} found last, in the order of the table. */
  private List<Connection> found = List.of();

  /** The same, by datapath id. */
  private List<Connection> sorted = List.of();

  public SwitchShares(SwitchTable switches) {
    this.switches = switches;
  }

  /** The switches whose handshake is over, by datapath id. */
  public List<Connection> ready() {
    List<Connection> now = new ArrayList<>();
    for (Connection each : switches.all()) {
      if (Session.of(each).isEstablished()) {
        now.add(each);
      }
    }
    if (!now.equals(found)) { // they are seldom others than before
      found = now;
      sorted =
          now.stream()
              .sorted((a, b) -> Long.compareUnsigned(datapathId(a), datapathId(b)))
              .toList();
    }
    return sorted;
  }

  public static long datapathId(Connection each) {
    return Session.of(each).info().datapathId();
  }

  /** Notes what the switches have got by now. To be called once a second. */
  public void sample(long nowNs) {
    List<ShareMeter.Reading> readings = new ArrayList<>();
    List<Connection> ready = ready();
    waits.sample(ready);
    for (Connection each : ready) {
      readings.add(
          new ShareMeter.Reading(
              each,
              datapathId(each),
              each.weight(),
              each.served().flowRequests(),
              each.backlogBytes()));
    }
    meter.sample(nowNs, readings);
    computed.clear();
  }

  /** Takes changed weights at once: the fair shares need not wait for the next sample. */
  public void weigh() {
    ready().forEach(each -> meter.weigh(each, each.weight()));
    computed.clear();
  }

  /** How long the requests of a switch have waited in the last ten to twenty seconds. */
  public DelayCounts waits(Connection each) {
    return waits.of(each);
  }

  /** The shares over a window, by datapath id, as {@link ShareMeter#shares}. */
  public Map<Long, Share> of(int windowSeconds) {
    return computed.computeIfAbsent(windowSeconds, meter::shares);
  }
}
