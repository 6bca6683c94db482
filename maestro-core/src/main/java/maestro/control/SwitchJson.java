package maestro.control;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalInt;
import maestro.api.SwitchInfo;
import maestro.config.MaestroConfig;
import maestro.control.ShareMeter.Share;
import maestro.metrics.DelayCounts;
import maestro.net.Connection;

/** Writes what is known of a switch. Confined to the control thread. */
final class SwitchJson {
  private static final int VERSION_13 = 4;
  private static final double NS_PER_MS = 1e6;
  private static final double HALF = 0.5;
  private static final double NINETY_NINE = 0.99;

  private final SwitchShares shares;
  private final Times times;

  SwitchJson(SwitchShares shares, Times times) {
    this.shares = shares;
    this.times = times;
  }

  /** Writes the fields of a switch; the caller has begun the object. */
  void fields(JsonGenerator json, Connection each, MaestroConfig config, long nowNs)
      throws IOException {
    SwitchInfo info = each.session().info();
    json.writeStringField("dpid", SwitchInfo.format(info.datapathId()));
    json.writeStringField("address", each.peer().addressText());
    json.writeStringField(
        "protocol", info.openFlowVersion() == VERSION_13 ? "OpenFlow 1.3" : "OpenFlow 1.0");
    json.writeNumberField("weight", each.weight());
    OptionalInt limit = config.rateLimit().of(info.datapathId());
    if (limit.isPresent()) {
      json.writeNumberField("rateLimit", limit.getAsInt());
    } else {
      json.writeNullField("rateLimit");
    }
    json.writeNumberField("worker", each.home());
    long connectedNs = each.session().connectedNs();
    json.writeStringField("connectedSince", times.text(connectedNs));
    json.writeNumberField("connectedSeconds", rounded(Times.seconds(connectedNs, nowNs), 1e3));
    json.writeNumberField("requests", each.servedRequests());
    json.writeNumberField("pendingOutputBytes", each.pendingBytes());
    json.writeBooleanField("congested", each.isCongested());
    json.writeNumberField("ports", each.session().portList().size());
    waiting(json, shares.waits(each));
    json.writeObjectFieldStart("windows");
    for (int seconds : SwitchShares.WINDOWS) {
      Share share = shares.of(seconds).get(info.datapathId());
      if (share != null) {
        json.writeObjectFieldStart(seconds + "s");
        share(json, share);
        json.writeEndObject();
      }
    }
    json.writeEndObject();
  }

  private static void waiting(JsonGenerator json, DelayCounts waits) throws IOException {
    if (waits.count() == 0) {
      json.writeNullField("waiting");
      return;
    }
    json.writeObjectFieldStart("waiting");
    json.writeNumberField("meanMs", rounded(waits.meanNs() / NS_PER_MS, 1e4));
    json.writeNumberField("p50Ms", rounded(waits.quantileNs(HALF) / NS_PER_MS, 1e4));
    json.writeNumberField("p99Ms", rounded(waits.quantileNs(NINETY_NINE) / NS_PER_MS, 1e4));
    json.writeEndObject();
  }

  private static void share(JsonGenerator json, Share share) throws IOException {
    json.writeNumberField("rate", rounded(share.rate(), 1e3));
    if (share.wantsMore()) {
      json.writeNullField("offeredRate");
    } else {
      json.writeNumberField("offeredRate", rounded(share.rate(), 1e3));
    }
    json.writeNumberField("fairRate", rounded(share.fairRate(), 1e3));
    json.writeNumberField("deviation", rounded(share.deviation(), 1e5));
    json.writeBooleanField("wantsMore", share.wantsMore());
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
  static double rounded(double value, double parts) {
    return Math.rint(value * parts) / parts;
  }
}
