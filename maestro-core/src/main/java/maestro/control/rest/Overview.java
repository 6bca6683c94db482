package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import maestro.Maestro;
import maestro.config.ListenAddress;
import maestro.config.MaestroConfig;
import maestro.control.http.Answer;
import maestro.control.measure.SwitchShares;
import maestro.control.measure.Times;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.connection.Connection;

/**
 * The answers to {@code /v1/status}, {@code /v1/switches} and {@code /v1/workers}, and to {@code
 * /v1/overview}, which has these three. Confined to the control thread.
 */
public final class Overview {
  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_SECOND = 1e9;

  /** The version of Java, as text once for all answers. */
  public static final String JAVA = Runtime.version().toString();

  private static final byte[] TIME = JsonText.named("time");
  private static final byte[] SWITCHES = JsonText.named("switches");

  private final Maestro maestro;
  private final SwitchShares shares;
  private final HealthIssues issues;
  private final SwitchJson switchJson;
  private final JsonText text = new JsonText();
  private final Times times;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  public Overview(Maestro maestro, SwitchShares shares, HealthIssues issues, Times times) {
    this.maestro = maestro;
    this.shares = shares;
    this.issues = issues;
    this.times = times;
    this.switchJson = new SwitchJson(shares, times);
  }

  /** The controller on one screen. */
  public Answer status() {
    return Answer.json(200, this::status);
  }

  private void status(JsonGenerator json) throws IOException {
    long nowNs = System.nanoTime();
    MaestroConfig config = maestro.config();
    json.writeStartObject();
    json.writeStringField("time", times.text(nowNs));
    String version = Maestro.class.getPackage().getImplementationVersion();
    json.writeStringField("version", version == null ? "" : version);
    json.writeStringField("java", JAVA);
    json.writeStringField("startedAt", times.text(maestro.startedNs()));
    json.writeNumberField(
        "uptimeSeconds", SwitchJson.rounded(Times.seconds(maestro.startedNs(), nowNs), 1e3));
    json.writeStringField(
        "listen",
        new ListenAddress(config.listen().host(), maestro.address().getPort()).toString());
    json.writeBooleanField("tls", config.tls().isPresent());
    json.writeStringField("note", config.control().note());
    json.writeStringField("strategy", config.distribution().strategy().text());
    json.writeStringField("batchingPolicy", config.batching().policy().text());
    json.writeNumberField("delayBoundMs", maestro.delayBoundNs() / NS_PER_MS);
    json.writeStringField("role", maestro.roles().ordered().text());
    issues.write(json);
    List<Connection> ready = shares.ready();
    json.writeNumberField("switches", ready.size());
    json.writeNumberField(
        "switchesInHandshake", Math.max(0, maestro.switches().all().size() - ready.size()));
    json.writeNumberField("workers", maestro.workerCounters().size());
    writeCounts(json);
    json.writeNumberField("requests", maestro.metrics().total(Counter.REQUESTS));
    json.writeNumberField("lldpFrames", maestro.metrics().total(Counter.LLDP_FRAMES));
    json.writeNumberField("reloads", maestro.reloads().count());
    ProbingJson.write(json, maestro.probingDelays(), nowNs);
    json.writeObjectFieldStart("windows");
    for (int seconds : SwitchShares.WINDOWS) {
      json.writeObjectFieldStart(seconds + "s");
      SwitchJson.total(json, shares.of(seconds));
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeObjectFieldStart("counters");
    for (Counter counter : Counter.values()) {
      json.writeNumberField(
          counter.name().toLowerCase(Locale.ROOT), maestro.metrics().total(counter));
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void writeCounts(JsonGenerator json) throws IOException {
    var topology = maestro.applications().network().topology();
    if (topology.isPresent()) {
      json.writeNumberField("links", topology.get().links().size());
    } else {
      json.writeNullField("links");
    }
    var hosts = maestro.applications().network().hosts();
    if (hosts.isPresent()) {
      json.writeNumberField("hosts", hosts.get().count());
    } else {
      json.writeNullField("hosts");
    }
  }

  /** All switches with their shares. */
  public Answer switches() {
    long nowNs = System.nanoTime();
    MaestroConfig config = maestro.config();
    text.clear();
    text.begin();
    text.name(TIME).text(times.text(nowNs));
    text.name(SWITCHES).beginArray();
    for (Connection each : shares.ready()) {
      text.begin();
      switchJson.fields(text, each, config, nowNs);
      text.end();
    }
    text.endArray();
    text.end();
    return new Answer(200, "application/json", text.toBytes());
  }

  /**
   * What a page shows of every second, in one answer: a request costs a worker that shares its
   * processor with the control thread more than the bytes do.
   *
   * @param lastEventId of the last event; who has seen it need not ask for events
   */
  public static Answer together(
      Answer status, Answer workers, Answer switches, String lastEventId) {
    Map<String, Answer> parts = new LinkedHashMap<>();
    parts.put("lastEventId", Answer.json(200, json -> json.writeString(lastEventId)));
    parts.put("status", status);
    parts.put("workers", workers);
    parts.put("switches", switches);
    return Answer.object(parts);
  }

  /** All workers. */
  public Answer workers() {
    List<Counters> workers = maestro.workerCounters();
    List<Long> ids = maestro.workerThreadIds();
    return Answer.object(
        json -> {
          json.writeStringField("time", times.text(System.nanoTime()));
          json.writeArrayFieldStart("workers");
          for (int i = 0; i < workers.size(); i++) {
            Counters counters = workers.get(i);
            json.writeStartObject();
            json.writeNumberField("worker", i);
            json.writeNumberField("ibt", counters.threshold());
            json.writeNumberField("requests", counters.get(Counter.REQUESTS));
            json.writeNumberField("lldpFrames", counters.get(Counter.LLDP_FRAMES));
            json.writeNumberField("batches", counters.get(Counter.BATCHES));
            json.writeNumberField("visits", counters.get(Counter.VISITS));
            long cpuNs = Math.max(0, threads.getThreadCpuTime(ids.get(i)));
            json.writeNumberField(
                "busySeconds", SwitchJson.rounded(counters.busyNs() / NS_PER_SECOND, 1e6));
            json.writeNumberField("cpuSeconds", SwitchJson.rounded(cpuNs / NS_PER_SECOND, 1e6));
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }
}
