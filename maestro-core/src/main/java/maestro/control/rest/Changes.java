package maestro.control.rest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import maestro.Maestro;
import maestro.api.SwitchInfo;
import maestro.config.MaestroConfig;
import maestro.config.MaestroConfig.Batching;
import maestro.config.MaestroConfig.RateLimit;
import maestro.config.MaestroConfig.Weights;
import maestro.control.http.Answer;
import maestro.control.http.PendingAnswer;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;
import maestro.metrics.OperatorEvent.Severity;
import maestro.net.session.Role;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests that change the controller. Each change is logged with its origin, is an event, and
 * lasts until the next reload; the role lasts until the controller ends. Confined to the control
 * thread.
 */
public final class Changes {
  private static final Logger LOG = LoggerFactory.getLogger(Changes.class);
  private static final double NS_PER_MS = 1e6;
  private static final int MOST_RELOAD_SECONDS = 60;

  /**
   * A setting that was changed.
   *
   * @param value its value now
   * @param place who has changed it
   */
  record Changed(Object value, String place) {}

  /** A change: the settings, and what an operator reads. */
  private record Change(String key, Object value, String text, UnaryOperator<MaestroConfig> how) {}

  private final Maestro maestro;
  private final Operations operations;
  private final Runnable outdated;
  private final Executor control;
  private final Map<String, Changed> inForce = new TreeMap<>();
  private long reloads;

  /**
   * Makes the endpoints.
   *
   * @param outdated is told that answers have to be made anew
   * @param control the control thread
   */
  public Changes(Maestro maestro, Operations operations, Runnable outdated, Executor control) {
    this.maestro = maestro;
    this.operations = operations;
    this.outdated = outdated;
    this.control = control;
  }

  /** What was changed since the last reload, by key. */
  Map<String, Changed> inForce() {
    if (reloads != maestro.reloads().count()) {
      reloads = maestro.reloads().count();
      inForce.clear();
    }
    return inForce;
  }

  /** {@code PUT /v1/switches/{dpid}/weight}. */
  public Reply weight(Question question) throws RefusedQuestion {
    long datapathId = SwitchDetail.datapathId(maestro, question);
    JsonFields body = JsonFields.of(question.body(), List.of("weight"));
    int weight = body.integer("weight", 1, Weights.MOST);
    String dpid = SwitchInfo.format(datapathId);
    return make(
        question,
        new Change(
            "maestro.weights.\"" + dpid + "\"",
            weight,
            "the weight of switch " + dpid + " is " + weight,
            config -> {
              Map<Long, Integer> weights = new HashMap<>(config.weights().byDatapathId());
              weights.put(datapathId, weight);
              return config.with(config.batching(), new Weights(weights), config.rateLimit());
            }));
  }

  /** {@code PUT /v1/switches/{dpid}/rate-limit}. */
  public Reply rateLimit(Question question) throws RefusedQuestion {
    long datapathId = SwitchDetail.datapathId(maestro, question);
    JsonFields body = JsonFields.of(question.body(), List.of("rateLimit"));
    OptionalInt limit = body.integerOrNull("rateLimit", 1, RateLimit.MOST);
    String dpid = SwitchInfo.format(datapathId);
    return make(
        question,
        new Change(
            "maestro.rate-limit.switches.\"" + dpid + "\"",
            limit.isPresent() ? limit.getAsInt() : "off",
            limit.isPresent()
                ? "switch %s may make %d requests/s".formatted(dpid, limit.getAsInt())
                : "switch %s has no rate limit".formatted(dpid),
            config -> {
              RateLimit old = config.rateLimit();
              Map<Long, OptionalInt> limits = new HashMap<>(old.byDatapathId());
              limits.put(datapathId, limit);
              RateLimit next =
                  new RateLimit(old.requestsPerSecond(), old.burstRequests(), old.over(), limits);
              return config.with(config.batching(), config.weights(), next);
            }));
  }

  /** {@code PUT /v1/delay-bound}. */
  public Reply delayBound(Question question) throws RefusedQuestion {
    JsonFields body = JsonFields.of(question.body(), List.of("delayBoundMs"));
    double ms =
        body.number(
            "delayBoundMs",
            Batching.LEAST_BOUND_NS / NS_PER_MS,
            Batching.MOST_BOUND_NS / NS_PER_MS);
    long ns = Math.round(ms * NS_PER_MS);
    return make(
        question,
        new Change(
            "maestro.batching.delay-upper-bound",
            JsonFields.shortest(ms) + " ms",
            "the upper bound of the batching delay is " + JsonFields.shortest(ms) + " ms",
            config ->
                config.with(
                    config.batching().withDelayUpperBoundNs(ns),
                    config.weights(),
                    config.rateLimit())));
  }

  /** {@code PUT /v1/role}. */
  public Reply role(Question question) throws RefusedQuestion {
    JsonFields body = JsonFields.of(question.body(), List.of("role"));
    String found = body.text("role").orElse("");
    Role role =
        Arrays.stream(Role.values())
            .filter(each -> each.text().equals(found))
            .findFirst()
            .orElseThrow(() -> body.notAllowed("role", "equal, master, standby"));
    if (maestro.cluster().isPresent()) {
      return Answer.problem(
          409, "Conflict", "the cluster says who serves what; use PUT /v1/cluster/move");
    }
    maestro.roles().order(role);
    String text = "the role of this controller is to be " + role.text();
    outdated.run();
    return changed(question.from(), text);
  }

  /** Tells of a change, and answers so. */
  Answer changed(String from, String text) {
    tell(from, text);
    return Answer.object(json -> json.writeStringField("changed", text));
  }

  private Reply make(Question question, Change change) {
    return new PendingAnswer(
        operations
            .change(change.how())
            .orTimeout(MOST_RELOAD_SECONDS, TimeUnit.SECONDS)
            .handleAsync(
                (problems, failure) -> {
                  if (failure != null || !problems.isEmpty()) {
                    return notNow(problems, failure);
                  }
                  inForce().put(change.key(), new Changed(change.value(), question.from()));
                  outdated.run();
                  return changed(question.from(), change.text());
                },
                control));
  }

  /** Tells the log and those who listen to events that something was changed. */
  void tell(String from, String text) {
    LOG.info("changed by {}: {}", from, text);
    maestro.metrics().operatorEvents().add("changed", Severity.INFO, text, Map.of("by", from));
  }

  private static Answer notNow(@Nullable List<String> problems, @Nullable Throwable failure) {
    List<String> all = new ArrayList<>(problems == null ? List.of() : problems);
    if (failure != null) {
      LOG.debug("not changed", failure);
      all.add("not changed within " + MOST_RELOAD_SECONDS + " s");
    }
    return Answer.problem(503, "Service Unavailable", String.join("; ", all));
  }

  /** {@code POST /v1/reload}. */
  public Reply reload(Question question) throws RefusedQuestion {
    if (!question.body().isBlank()) {
      JsonFields unused = JsonFields.of(question.body(), List.of());
    }
    CompletableFuture<Answer> answer =
        operations
            .reload("asked by " + question.from())
            .orTimeout(MOST_RELOAD_SECONDS, TimeUnit.SECONDS)
            .handleAsync(
                (problems, failure) -> reloaded(question.from(), problems, failure), control);
    return new PendingAnswer(answer);
  }

  private Answer reloaded(
      String from, @Nullable List<String> problems, @Nullable Throwable failure) {
    if (failure != null) {
      return notNow(problems, failure);
    }
    if (problems != null && !problems.isEmpty()) {
      return Answer.problem(422, "Unprocessable Content", String.join("\n", problems));
    }
    tell(from, "the configuration was read anew");
    outdated.run();
    return Answer.object(json -> json.writeNumberField("reloads", maestro.reloads().count()));
  }
}
