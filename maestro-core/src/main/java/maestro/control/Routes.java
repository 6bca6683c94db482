package maestro.control;

import java.util.Map;

/**
 * Which endpoint answers which path. Paths are compared as they were sent: an encoded or unclean
 * path is an unknown one.
 *
 * @param open the endpoints that need no token
 * @param guarded the endpoints that need the token, if there is one
 */
record Routes(Map<String, Endpoint> open, Map<String, Endpoint> guarded) {
  Routes {
    open = Map.copyOf(open);
    guarded = Map.copyOf(guarded);
  }

  boolean isOpen(String path) {
    return open.containsKey(path);
  }

  /** The answer to a GET or HEAD request that may be answered. */
  Answer answer(String path, Question question) {
    Endpoint endpoint = open.getOrDefault(path, guarded.get(path));
    return endpoint == null
        ? Answer.problem(404, "Not Found", "unknown path")
        : endpoint.answer(question);
  }
}
