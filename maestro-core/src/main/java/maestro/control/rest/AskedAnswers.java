package maestro.control.rest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import maestro.control.http.Answer;
import maestro.control.http.PendingAnswer;
import maestro.control.http.Reply;
import maestro.net.connection.Connection;

/**
 * Answers for which a switch is asked.
 *
 * <ol>
 *   <li>A switch is asked once a second at most; clients that ask meanwhile get the same answer.
 *   <li>A few switches are asked at a time; more questions are refused.
 *   <li>The last few answers are kept.
 * </ol>
 *
 * <p>Confined to the control thread.
 */
final class AskedAnswers {
  private static final int MOST_ASKED = 4;
  private static final int MOST_KEPT = 16;
  private static final long FRESH_NS = 1_000_000_000;
  private static final Answer TOO_MANY =
      Answer.problem(503, "Service Unavailable", "other switches are being asked")
          .with("Retry-After", "1");

  private record Asked(CompletableFuture<Answer> answer, long startNs) {}

  private final Map<Connection, Asked> asked = new LinkedHashMap<>();

  /**
   * The answer of a switch.
   *
   * @param question asks it; the answer comes within some seconds in any case
   */
  Reply answer(Connection of, Supplier<CompletableFuture<Answer>> question) {
    long nowNs = System.nanoTime();
    Asked before = asked.get(of);
    if (before != null && (!before.answer().isDone() || nowNs - before.startNs() < FRESH_NS)) { // 1
      return new PendingAnswer(before.answer());
    }
    if (asked.values().stream().filter(each -> !each.answer().isDone()).count() >= MOST_ASKED) {
      return TOO_MANY; // 2
    }
    CompletableFuture<Answer> answer = question.get();
    asked.remove(of);
    if (asked.size() == MOST_KEPT) { // 3
      asked.remove(asked.keySet().iterator().next());
    }
    asked.put(of, new Asked(answer, nowNs));
    return new PendingAnswer(answer);
  }
}
