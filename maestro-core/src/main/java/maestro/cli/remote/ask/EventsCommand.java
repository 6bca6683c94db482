package maestro.cli.remote.ask;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import maestro.cli.line.Bounds;
import maestro.cli.remote.client.ControlClient;
import maestro.cli.remote.client.ControlException;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.EventStream;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what has happened, and what happens. */
@Command(
    name = "events",
    description =
        "Shows the last events: switches, links and hosts that come and go, faults, reloads.")
public final class EventsCommand extends RemoteCommand {
  private static final long RETRY_MS = 1000;

  @Option(
      names = {"-f", "--follow"},
      description =
          "Shows events as they happen, until Ctrl-C. When the controller goes, waits for it to"
              + " come back, and shows what was missed.")
  private boolean follow;

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      description =
          "How many events from before. Default: 20; with -f, 5; with --json, all that are kept.")
  private @Nullable Integer lines;

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/events");
  }

  @Override
  public void run(ControlClient client, PrintWriter out)
      throws ControlException, InterruptedException {
    if (lines != null) {
      Bounds.atLeast(spec().commandLine(), "--lines", lines, 0);
    }
    JsonValue answer = ControlClient.parsed(client.get(path()));
    List<JsonValue> events = answer.at("events").items();
    int shown = lines != null ? lines : follow ? 5 : isJson() ? events.size() : 20;
    for (JsonValue each : events.subList(Math.max(0, events.size() - shown), events.size())) {
      show(each, out);
    }
    out.flush();
    if (follow) {
      follow(client, new EventStream(answer.at("lastId").text()), out);
    }
  }

  /** Until nobody reads what is printed, or the process ends. */
  private void follow(ControlClient client, EventStream stream, PrintWriter out)
      throws InterruptedException {
    PrintWriter err = spec().commandLine().getErr();
    boolean isGone = false;
    while (!isUnread(out)) {
      try (InputStream in = client.listen(path(), Optional.of(stream.lastId()))) {
        if (isGone) {
          err.println("maestro: the controller is back");
          isGone = false;
        }
        stream.read(
            in,
            (type, data) -> {
              receive(type, data, out);
              return !isUnread(out);
            });
        if (isUnread(out)) {
          return;
        }
      } catch (ControlException | IOException e) {
        if (!isGone) {
          err.println("maestro: the events have ended: " + e.getMessage() + "; waiting");
          isGone = true;
        }
      }
      err.flush();
      Thread.sleep(RETRY_MS);
    }
  }

  private void receive(String type, JsonValue data, PrintWriter out) {
    if (type.equals("missed")) {
      PrintWriter err = spec().commandLine().getErr();
      err.println("maestro: some events were missed: " + data.toJson());
      err.flush();
    } else {
      show(data, out);
    }
  }

  private void show(JsonValue event, PrintWriter out) {
    if (isJson()) {
      out.println(event.toJson());
    } else {
      print(event, out);
    }
  }

  @Override
  public void print(JsonValue event, PrintWriter out) {
    String severity = event.at("severity").text().toUpperCase(Locale.ROOT);
    out.printf(
        "%s  %-7s  %s: %s%n",
        event.at("time").text(), severity, event.at("type").text(), event.at("text").text());
  }
}
