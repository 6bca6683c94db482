package maestro.api;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An answer to a request: a status and a JSON document. Immutable if its document is. The platform
 * reads the document on the event thread, before anything else runs there.
 */
public final class RestAnswer {
  private static final int MIN_STATUS = 200;
  private static final int MAX_STATUS = 299;

  private final int status;
  private final @Nullable Object json;
  private final @Nullable CompletionStage<RestAnswer> later;

  private RestAnswer(
      int status, @Nullable Object json, @Nullable CompletionStage<RestAnswer> later) {
    this.status = status;
    this.json = json;
    this.later = later;
  }

  /**
   * An answer with status 200.
   *
   * @param json a {@link java.util.Map} with texts as keys, a {@link java.util.Collection}, a text,
   *     a number, a {@link Boolean} or null, nested as JSON is; 1 MiB at most
   */
  public static RestAnswer ok(@Nullable Object json) {
    return of(MIN_STATUS, json);
  }

  /**
   * An answer with another status of success.
   *
   * @param status 200 to 299
   * @param json see {@link #ok}
   * @throws IllegalArgumentException when the status is not allowed; a refusal is a {@link
   *     RestRefusal}
   */
  public static RestAnswer of(int status, @Nullable Object json) {
    if (status < MIN_STATUS || status > MAX_STATUS) {
      throw new IllegalArgumentException(
          "status: found " + status + "; allowed: 200 to 299, or a RestRefusal");
    }
    return new RestAnswer(status, json, null);
  }

  /**
   * An answer that is not known yet, for instance because a switch is asked.
   *
   * @param answer completed by any thread within 5 s, or the client gets 504; a failure that is a
   *     {@link RestRefusal} is that refusal, any other one is a fault of the application
   */
  public static RestAnswer later(CompletionStage<RestAnswer> answer) {
    return new RestAnswer(MIN_STATUS, null, Objects.requireNonNull(answer, "answer"));
  }

  /** The status. */
  public int status() {
    return status;
  }

  /** The document; null is a document, too. */
  public @Nullable Object json() {
    return json;
  }

  /** The answer that is not known yet; empty when this is one. */
  public Optional<CompletionStage<RestAnswer>> pending() {
    return Optional.ofNullable(later);
  }
}
