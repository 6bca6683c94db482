package maestro.cli.remote.client;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * What all commands that ask a controller have in common. A {@link ControlException} becomes one
 * line on stderr and exit status 1; 2 when the controller refuses what was asked.
 */
public abstract class RemoteCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ControlOptions control;

  @Option(names = "--json", description = "Prints the controller's answer, for programs.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    run(control.client(spec.commandLine()), out);
    out.flush();
    return 0;
  }

  /** Asks, and prints the answer. */
  public void run(ControlClient client, PrintWriter out)
      throws ControlException, InterruptedException {
    show(client, client.get(path()), out);
  }

  /** Prints an answer: as it is for programs, else for people. */
  protected final void show(ControlClient client, String body, PrintWriter out)
      throws ControlException, InterruptedException {
    if (json) {
      out.println(body.strip());
    } else {
      print(client, ControlClient.parsed(body), out);
    }
  }

  /** What {@link #run} asks for. */
  public abstract ControlPath path() throws ControlException;

  /**
   * Prints an answer for people.
   *
   * @param client for what else has to be asked
   */
  public void print(ControlClient client, JsonValue answer, PrintWriter out)
      throws ControlException, InterruptedException {
    print(answer, out);
  }

  /** Prints an answer for people. */
  public abstract void print(JsonValue answer, PrintWriter out);

  /**
   * Whether nobody reads what is printed: the other end of a pipe is closed. The writer does not
   * know, since the stream behind it keeps its failures to itself.
   */
  public static boolean isUnread(PrintWriter out) {
    return out.checkError() || System.out.checkError();
  }

  public final boolean isJson() {
    return json;
  }

  public final CommandSpec spec() {
    return spec;
  }

  public final ControlOptions control() {
    return control;
  }
}
