package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import maestro.api.SwitchInfo;
import maestro.config.MaestroConfig;
import maestro.control.measure.ShareMeter.Share;
import maestro.control.measure.SwitchShares;
import maestro.control.measure.Times;
import maestro.metrics.DelayCounts;
import maestro.net.connection.Connection;
import maestro.net.session.Session;

/** Writes what is known of a switch. Confined to the control thread. */
public final class SwitchJson {
  private static final int VERSION_13 = 4;
  private static final double NS_PER_MS = 1e6;
  private static final double HALF = 0.5;
  private static final double NINETY_NINE = 0.99;

  private static final byte[] DPID = JsonText.named("dpid");
  private static final byte[] NAME = JsonText.named("name");
  private static final byte[] ADDRESS = JsonText.named("address");
  private static final byte[] PROTOCOL = JsonText.named("protocol");
  private static final byte[] ROLE = JsonText.named("role");
  private static final byte[] WEIGHT = JsonText.named("weight");
  private static final byte[] RATE_LIMIT = JsonText.named("rateLimit");
  private static final byte[] WORKER = JsonText.named("worker");
  private static final byte[] CONNECTED_SINCE = JsonText.named("connectedSince");
  private static final byte[] CONNECTED_SECONDS = JsonText.named("connectedSeconds");
  private static final byte[] REQUESTS = JsonText.named("requests");
  private static final byte[] LLDP_FRAMES = JsonText.named("lldpFrames");
  private static final byte[] PENDING_OUTPUT_BYTES = JsonText.named("pendingOutputBytes");
  private static final byte[] CONGESTED = JsonText.named("congested");
  private static final byte[] PORTS = JsonText.named("ports");
  private static final byte[] WAITING = JsonText.named("waiting");
  private static final byte[] MEAN_MS = JsonText.named("meanMs");
  private static final byte[] P50_MS = JsonText.named("p50Ms");
  private static final byte[] P99_MS = JsonText.named("p99Ms");
  private static final byte[] IN_WINDOWS = JsonText.named("windows");
  private static final byte[] RATE = JsonText.named("rate");
  private static final byte[] OFFERED_RATE = JsonText.named("offeredRate");
  private static final byte[] FAIR_RATE = JsonText.named("fairRate");
  private static final byte[] DEVIATION = JsonText.named("deviation");
  private static final byte[] WANTS_MORE = JsonText.named("wantsMore");

  /** The names of {@link SwitchShares#WINDOWS}. */
  private static final byte[][] WINDOWS =
      SwitchShares.WINDOWS.stream()
          .map(seconds -> JsonText.named(seconds + "s"))
          .toArray(byte[][]::new);

  private final SwitchShares shares;
  private final Times times;

  public SwitchJson(SwitchShares shares, Times times) {
    this.shares = shares;
    this.times = times;
  }

  /** Writes the fields of a switch; the caller has begun the object. */
  void fields(JsonText json, Connection each, MaestroConfig config, long nowNs) {
    SwitchInfo info = Session.of(each).info();
    json.name(DPID).text(SwitchInfo.format(info.datapathId()));
    json.name(NAME);
    Optional<String> name = config.names().of(info.datapathId());
    if (name.isPresent()) {
      json.text(name.get());
    } else {
      json.nothing();
    }
    json.name(ADDRESS).text(each.peer().addressText());
    json.name(PROTOCOL)
        .text(info.openFlowVersion() == VERSION_13 ? "OpenFlow 1.3" : "OpenFlow 1.0");
    json.name(ROLE).text(Session.of(each).role().text());
    json.name(WEIGHT).addInteger(each.weight());
    OptionalInt limit = config.rateLimit().of(info.datapathId());
    json.name(RATE_LIMIT);
    if (limit.isPresent()) {
      json.addInteger(limit.getAsInt());
    } else {
      json.nothing();
    }
    json.name(WORKER).addInteger(each.home());
    long connectedNs = Session.of(each).connectedNs();
    json.name(CONNECTED_SINCE).text(times.text(connectedNs));
    json.name(CONNECTED_SECONDS).addDecimal(Times.seconds(connectedNs, nowNs), 3);
    json.name(REQUESTS).addInteger(each.served().flowRequests());
    json.name(LLDP_FRAMES).addInteger(each.served().lldpFrames());
    json.name(PENDING_OUTPUT_BYTES).addInteger(each.output().pendingBytes());
    json.name(CONGESTED).bool(each.isCongested());
    json.name(PORTS).addInteger(Session.of(each).portList().size());
    json.name(WAITING);
    waiting(json, shares.waits(each));
    json.name(IN_WINDOWS).begin();
    for (int i = 0; i < WINDOWS.length; i++) {
      Share share = shares.of(SwitchShares.WINDOWS.get(i)).get(info.datapathId());
      if (share != null) {
        json.name(WINDOWS[i]).begin();
        share(json, share);
        json.end();
      }
    }
    json.end();
  }

  private static void waiting(JsonText json, DelayCounts waits) {
    if (waits.count() == 0) {
      json.nothing();
      return;
    }
    json.begin();
    json.name(MEAN_MS).addDecimal(waits.meanNs() / NS_PER_MS, 4);
    json.name(P50_MS).addDecimal(waits.quantileNs(HALF) / NS_PER_MS, 4);
    json.name(P99_MS).addDecimal(waits.quantileNs(NINETY_NINE) / NS_PER_MS, 4);
    json.end();
  }

  private static void share(JsonText json, Share share) {
    json.name(RATE).addDecimal(share.rate(), 3);
    json.name(OFFERED_RATE);
    if (share.wantsMore()) {
      json.nothing();
    } else {
      json.addDecimal(share.rate(), 3);
    }
    json.name(FAIR_RATE).addDecimal(share.fairRate(), 3);
    json.name(DEVIATION).addDecimal(share.deviation(), 5);
    json.name(WANTS_MORE).bool(share.wantsMore());
  }

  /** The rates of all switches together over a window, and who is farthest below its share. */
  static void total(JsonGenerator json, Map<Long, Share> shares) throws IOException {
    double rate = 0;
    long farthest = 0;
    double lowest = 0;
    for (Map.Entry<Long, Share> each : shares.entrySet()) {
      rate += each.getValue().rate();
      if (each.getValue().deviation() < lowest) {
        lowest = each.getValue().deviation();
        farthest = each.getKey();
      }
    }
    json.writeNumberField("rate", rounded(rate, 1e3));
    json.writeNumberField("wantingMore", shares.values().stream().filter(Share::wantsMore).count());
    json.writeNumberField("lowestDeviation", rounded(lowest, 1e5));
    if (lowest < 0) {
      json.writeStringField("lowestDpid", SwitchInfo.format(farthest));
    } else {
      json.writeNullField("lowestDpid");
    }
  }

  /** A number with fewer digits: answers stay short, and stay equal when nothing happens. */
  public static double rounded(double value, double parts) {
    return Math.rint(value * parts) / parts;
  }
}
