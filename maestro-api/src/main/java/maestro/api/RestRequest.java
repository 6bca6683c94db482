package maestro.api;

import java.util.Map;
import java.util.Optional;

/** A request of an operator's program. Immutable; may be kept. */
public interface RestRequest {
  /** GET, POST, PUT or DELETE. */
  String method();

  /**
   * The part of the path that stands for a name of its template, decoded: {@code part("id")} for
   * {@code reservations/{id}}.
   *
   * @throws IllegalArgumentException when the template has no such name
   */
  String part(String name);

  /** The first value of a parameter behind the question mark, decoded. */
  Optional<String> query(String name);

  /** The body, which has 64 KiB at most; empty without one. */
  String body();

  /**
   * The body as one JSON object: texts, {@link Number}, {@link Boolean}, null, {@link Map} and
   * {@link java.util.List}.
   *
   * @throws RestRefusal with status 400 when the body is something else; a handler need not catch
   *     it
   */
  Map<String, Object> json();
}
