package maestro.control;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import maestro.Maestro;
import maestro.config.MaestroConfig;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.config.file.LoadedConfig;
import maestro.control.http.Answer;
import maestro.control.http.Limits;
import maestro.control.rest.Operations;
import maestro.net.PassiveSwitch;
import maestro.net.session.Session;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What tests of the answers begin with: a controller with two switches, and its REST interface. */
public abstract class RestOfTwoSwitches {
  public Maestro maestro;
  Socket first;
  Socket second;
  public Rest rest;

  @BeforeEach
  void start() throws Exception {
    maestro =
        Maestro.start(
            ConfigLoader.defaultsWith(
                "maestro.listen=127.0.0.1:0",
                "maestro.distribution.workers=2",
                "maestro.weights.2=5",
                "maestro.switches.2.name=core-2",
                "maestro.switches.2.ports.3.name=uplink",
                "maestro.rate-limit.switches.2=1000"),
            List.of());
    first = join(1);
    second = join(2);
    LoadedConfig config =
        ConfigLoader.parse(
                Optional.empty(),
                List.of(
                    new CommandLineSetting(
                        "--set", "maestro.control.read-token-sha256", "ab".repeat(32))))
            .validate(List.of());
    rest =
        new Rest(
            maestro, new Direct(config), new NamedMetrics(10, 10), Limits.USUAL, Runnable::run);
    Awaitility.await()
        .until(
            () ->
                maestro.switches().all().stream().filter(c -> Session.of(c).isEstablished()).count()
                    == 2);
  }

  Socket join(int datapathId) throws IOException {
    return PassiveSwitch.join(maestro.address(), datapathId, 1, 2, 3);
  }

  @AfterEach
  void stop() throws IOException {
    first.close();
    second.close();
    maestro.close();
  }

  /** Changes the controller at once. */
  private final class Direct implements Operations {
    private final LoadedConfig config;

    Direct(LoadedConfig config) {
      this.config = config;
    }

    @Override
    public LoadedConfig config() {
      return config;
    }

    @Override
    public CompletableFuture<List<String>> reload(String origin) {
      return CompletableFuture.completedFuture(List.of("a mistake", "another"));
    }

    @Override
    public CompletableFuture<List<String>> change(UnaryOperator<MaestroConfig> change) {
      try {
        maestro.reloads().change(change);
        return CompletableFuture.completedFuture(List.of());
      } catch (InterruptedException e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  public Answer get(String path) throws Exception {
    return ask("GET", path, "");
  }

  Answer ask(String method, String path, String body) throws Exception {
    return Asking.await(Asking.ask(rest, method, path, body));
  }

  List<?> events() throws Exception {
    return (List<?>) JsonSchema.parse(get("/v1/events").body()).get("events");
  }

  List<Object> eventTypes() throws Exception {
    List<Object> types = new ArrayList<>();
    for (Object each : events()) {
      types.add(JsonSchema.object(each).get("type"));
    }
    return types;
  }
}
