package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import maestro.control.measure.SwitchShares;
import maestro.probing.ProbingDelays;

/** Writes the delays of the probing switch. Stateless. */
final class ProbingJson {
  private static final double NS_PER_MS = 1e6;
  private static final double DIGITS = 1e4;

  private ProbingJson() {}

  /** Writes the field; null when the controller does not probe itself or has no answer yet. */
  static void write(JsonGenerator json, Optional<ProbingDelays> delays, long nowNs)
      throws IOException {
    OptionalLong now = delays.map(each -> each.nowNs(nowNs)).orElse(OptionalLong.empty());
    if (now.isEmpty()) {
      json.writeNullField("probingDelay");
      return;
    }
    json.writeObjectFieldStart("probingDelay");
    write(json, "lastMs", (double) now.getAsLong());
    json.writeNumberField("lost", delays.get().lost());
    json.writeObjectFieldStart("windows");
    for (int seconds : SwitchShares.WINDOWS) {
      Optional<ProbingDelays.Window> window = delays.get().window(nowNs, seconds);
      if (window.isPresent()) {
        json.writeObjectFieldStart(seconds + "s");
        json.writeNumberField("probes", window.get().probes());
        write(json, "meanMs", window.get().meanNs());
        write(json, "p50Ms", (double) window.get().p50Ns());
        write(json, "p99Ms", (double) window.get().p99Ns());
        write(json, "maxMs", (double) window.get().mostNs());
        json.writeEndObject();
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String field, double ns) throws IOException {
    json.writeNumberField(field, SwitchJson.rounded(ns / NS_PER_MS, DIGITS));
  }
}
