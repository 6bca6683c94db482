package maestro.sequence.event;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import maestro.api.RestAnswer;
import maestro.api.RestRefusal;
import maestro.sequence.application.ApplicationPath;
import maestro.sequence.application.RunningApplication;
import org.jspecify.annotations.Nullable;

/**
 * The paths that the running applications answer, below {@code /v1/apps/NAME/}.
 *
 * <ol>
 *   <li>An application answers on the event thread. An exception is a fault of the application, and
 *       costs this request alone. A refusal is none.
 *   <li>A bounded number of requests waits; more are refused.
 *   <li>A request without an answer in time is given up. One that was not begun is not begun then.
 *   <li>When the applications end, requests that wait are refused.
 * </ol>
 *
 * <p>Any thread.
 */
public final class ApplicationPaths {
  static final int MOST_WAITING = 64;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int FAILED = 500;
  private static final int UNAVAILABLE = 503;
  private static final int NO_ANSWER = 504;

  private final Map<String, List<ApplicationPath>> byApplication;
  private final Map<String, RunningApplication> running;
  private final EventThread events;
  private final EventLoop loop;
  private final Set<CompletableFuture<ApplicationAnswer>> waiting = ConcurrentHashMap.newKeySet();

  /** Volatile: no request is begun from now on. */
  private volatile boolean ended;

  public ApplicationPaths(
      Map<String, List<ApplicationPath>> byApplication,
      Map<String, RunningApplication> running,
      EventThread events,
      EventLoop loop) {
    this.byApplication = byApplication;
    this.running = running;
    this.events = events;
    this.loop = loop;
  }

  /** The methods and paths of an application, such as {@code GET reservations/{id}}. */
  public List<String> of(String application) {
    return byApplication.getOrDefault(application, List.of()).stream()
        .map(each -> each.method() + " " + each.template())
        .toList();
  }

  /**
   * Lets an application answer a request.
   *
   * @param sent the decoded parts of the path behind the application's name
   */
  public CompletableFuture<ApplicationAnswer> answer(
      String name, String method, List<String> sent, Map<String, String> query, String body) {
    RunningApplication application = running.get(name);
    if (application == null) {
      return done(NOT_FOUND, "no application " + name + " runs");
    }
    Set<String> allowed = new TreeSet<>();
    for (ApplicationPath each : byApplication.getOrDefault(name, List.of())) {
      Optional<Map<String, String>> parts = each.fit(sent);
      if (parts.isPresent() && each.method().equals(method)) {
        return ask(application, each, new ApplicationRequest(method, parts.get(), query, body));
      }
      parts.ifPresent(others -> allowed.add(each.method()));
    }
    if (!allowed.isEmpty()) {
      return CompletableFuture.completedFuture(
          new ApplicationAnswer(
              NOT_ALLOWED, "allowed: " + String.join(", ", allowed), List.copyOf(allowed)));
    }
    List<String> known = of(name);
    return done(
        NOT_FOUND,
        known.isEmpty()
            ? "application " + name + " has no paths"
            : "unknown path; application " + name + " has " + String.join(", ", known));
  }

  @SuppressWarnings("CollectionUndefinedEquality") // the same future is meant
  private CompletableFuture<ApplicationAnswer> ask(
      RunningApplication application, ApplicationPath path, ApplicationRequest request) {
    if (application.isOut()) {
      return done(
          UNAVAILABLE, "application " + application.name() + " is taken out after its faults");
    }
    if (ended || waiting.size() >= MOST_WAITING) { // 2
      return done(UNAVAILABLE, ended ? "the applications end" : "too many requests wait");
    }
    CompletableFuture<ApplicationAnswer> answer = new CompletableFuture<>();
    waiting.add(answer);
    loop.execute(
        () -> {
          if (!answer.isDone()) { // 3
            events.runTask(application, () -> run(application, path, request, answer)); // 1
            if (application.isOut()) {
              answer.complete(failed(application)); // it was taken out meanwhile, or just now
            }
          }
        });
    if (ended) {
      end(); // 4: at the same time
    }
    return answer
        .completeOnTimeout(
            ApplicationAnswer.refused(
                NO_ANSWER,
                "application %s has not answered within %d s"
                    .formatted(application.name(), PATIENCE.toSeconds())),
            PATIENCE.toMillis(),
            TimeUnit.MILLISECONDS)
        .whenComplete((done, failure) -> waiting.remove(answer));
  }

  private void run(
      RunningApplication application,
      ApplicationPath path,
      ApplicationRequest request,
      CompletableFuture<ApplicationAnswer> answer) {
    try {
      RestAnswer given = path.handler().answer(request);
      CompletionStage<RestAnswer> pending = given.pending().orElse(null);
      if (pending == null) {
        answer.complete(written(given));
      } else {
        CompletionStage<RestAnswer> unused =
            pending.whenCompleteAsync(
                (later, failure) ->
                    events.runTask(application, () -> finish(application, later, failure, answer)),
                loop);
      }
    } catch (Throwable e) { // any failure: other languages throw what Java does not allow
      fail(application, e, answer);
    }
  }

  private static ApplicationAnswer written(RestAnswer given) {
    return new ApplicationAnswer(given.status(), AnswerJson.text(given.json()), List.of());
  }

  private static void finish(
      RunningApplication application,
      @Nullable RestAnswer later,
      @Nullable Throwable failure,
      CompletableFuture<ApplicationAnswer> answer) {
    try {
      if (failure == null && later != null && later.pending().isEmpty()) {
        answer.complete(written(later));
      } else {
        Throwable cause =
            failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
        fail(
            application,
            cause == null ? new IllegalStateException("no answer became of it") : cause,
            answer);
      }
    } catch (RuntimeException e) {
      fail(application, e, answer);
    }
  }

  private static void fail(
      RunningApplication application,
      Throwable failure,
      CompletableFuture<ApplicationAnswer> answer) {
    if (failure instanceof RestRefusal refusal) {
      String detail = refusal.getMessage();
      answer.complete(
          ApplicationAnswer.refused(refusal.status(), detail == null ? "refused" : detail));
    } else {
      application.failed(0, failure);
      answer.complete(failed(application));
    }
  }

  private static ApplicationAnswer failed(RunningApplication application) {
    return ApplicationAnswer.refused(
        FAILED, "application " + application.name() + " failed; see the log of the controller");
  }

  private static CompletableFuture<ApplicationAnswer> done(int status, String detail) {
    return CompletableFuture.completedFuture(ApplicationAnswer.refused(status, detail));
  }

  /** Refuses the requests that wait. */
  public void end() { // 4
    ended = true;
    for (CompletableFuture<ApplicationAnswer> each : new ArrayList<>(waiting)) {
      each.complete(ApplicationAnswer.refused(UNAVAILABLE, "the applications end"));
    }
  }
}
