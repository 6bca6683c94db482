package maestro.api;

/**
 * Answers the requests of one path and method below {@code /v1/apps/NAME/}.
 *
 * <p>Threads: the event thread. An exception other than {@link RestRefusal} costs this request and
 * counts as a fault of the application.
 */
@FunctionalInterface
public interface RestHandler {
  /**
   * Answers a request. Must not block: an answer that is not known yet is {@link RestAnswer#later}.
   *
   * @throws RestRefusal when the request has a mistake, or cannot be done
   */
  RestAnswer answer(RestRequest request) throws Exception;
}
