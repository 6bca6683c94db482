package maestro.cli.remote.top;

import maestro.cli.remote.client.ControlClient;
import maestro.cli.remote.client.ControlException;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;

/** Requests the data of a frame. Confined to one thread. */
final class TopSource {
  private final ControlClient client;

  TopSource(ControlClient client) {
    this.client = client;
  }

  /**
   * The answers of one moment.
   *
   * @param json all of them in one line
   */
  record Answers(JsonValue status, JsonValue switches, JsonValue workers, String json) {}

  /** Asks once. */
  Answers read() throws ControlException, InterruptedException {
    JsonValue status = ask("/v1/status");
    JsonValue switches = ask("/v1/switches");
    JsonValue workers = ask("/v1/workers");
    String json =
        "{\"status\":%s,\"switches\":%s,\"workers\":%s}"
            .formatted(
                status.toJson(), switches.at("switches").toJson(), workers.at("workers").toJson());
    return new Answers(status, switches, workers, json);
  }

  private JsonValue ask(String path) throws ControlException, InterruptedException {
    return ControlClient.parsed(client.get(ControlPath.of(path)));
  }
}
