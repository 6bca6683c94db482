package maestro.control.http;

import java.time.Duration;

/**
 * The limits for a client of the control listener.
 *
 * @param connections how many may be open; the one that has asked nothing for longest makes room
 * @param listeners how many more may listen to events or overviews
 * @param lineBytes the longest request line
 * @param headerBytes the most bytes of all headers of a request
 * @param bodyBytes the longest body
 * @param request the time in which a request must have arrived
 * @param idle the time that a connection may stay without a request
 * @param taking the time in which the client must have taken an answer
 * @param leaving the time that a connection stays open, so that the client reads a refusal
 */
public record Limits(
    int connections,
    int listeners,
    int lineBytes,
    int headerBytes,
    int bodyBytes,
    Duration request,
    Duration idle,
    Duration taking,
    Duration leaving) {
  public static final Limits USUAL =
      new Limits(
          128,
          256,
          4 * 1024,
          16 * 1024,
          64 * 1024,
          Duration.ofSeconds(10),
          Duration.ofSeconds(75),
          Duration.ofSeconds(10),
          Duration.ofSeconds(1));
}
