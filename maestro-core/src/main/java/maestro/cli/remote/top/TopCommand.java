package maestro.cli.remote.top;

import java.io.PrintWriter;
import java.util.Optional;
import maestro.cli.remote.client.ControlClient;
import maestro.cli.remote.client.ControlException;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.client.RemoteCommand;
import maestro.cli.remote.text.Window;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows live who gets how much. */
@Command(
    name = "top",
    description = {
      "Shows each second which switches get how much and how far that is from their fair share, and"
          + " what the workers do. q or Ctrl-C ends.",
      "Without a terminal, prints one frame after the other."
    })
public final class TopCommand extends RemoteCommand {
  private static final int REFRESH_MS = 1000;

  @Option(names = "--once", description = "Prints one frame and ends.")
  private boolean once;

  @Option(
      names = "--window",
      paramLabel = "1s|10s|60s",
      description = "The time over which rates are measured. Default: ${DEFAULT-VALUE}.",
      defaultValue = "10s",
      converter = Window.Converter.class)
  private Window window = Window.TEN_SECONDS;

  @Option(
      names = "--sort",
      paramLabel = "ORDER",
      description =
          "What is first: rate (the highest), deviation (the farthest below the fair share) or"
              + " dpid. Default: ${DEFAULT-VALUE}.",
      defaultValue = "rate")
  private SwitchOrder order = SwitchOrder.RATE;

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/switches");
  }

  @Override
  public void run(ControlClient client, PrintWriter out)
      throws ControlException, InterruptedException {
    TopSource source = new TopSource(client);
    if (once || isJson()) {
      frames(source, out);
      return;
    }
    Optional<Terminal> terminal = Terminal.open();
    if (terminal.isEmpty()) {
      frames(source, out);
      return;
    }
    source.read(); // before the screen is taken: a failure at the start is a line
    try (Terminal screen = terminal.get()) {
      live(source, screen);
    }
  }

  /** Prints frames until nobody reads them. */
  private void frames(TopSource source, PrintWriter out)
      throws ControlException, InterruptedException {
    TopFrame frame = new TopFrame(window, order);
    while (true) {
      TopSource.Answers answers = source.read();
      if (isJson()) {
        out.println(answers.json());
      } else {
        frame.lines(answers, Integer.MAX_VALUE).forEach(out::println);
      }
      if (once || isUnread(out)) {
        return;
      }
      if (!isJson()) {
        out.println();
      }
      Thread.sleep(REFRESH_MS);
    }
  }

  private void live(TopSource source, Terminal screen) throws InterruptedException {
    TopFrame frame = new TopFrame(window, order);
    do {
      try {
        screen.show(frame.lines(source.read(), screen.rows()));
      } catch (ControlException e) {
        screen.showBelow(e.line()); // the controller may come back
      }
    } while (!screen.endsWithin(REFRESH_MS));
  }

  @Override
  public void print(JsonValue answer, PrintWriter out) {
    throw new IllegalStateException("run prints");
  }
}
