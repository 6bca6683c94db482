package maestro.network.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import maestro.network.Network;

/**
 * Lets somebody, or a script, steer a network by commands, one a line. The network goes on while no
 * command comes. A thread of its own reads; the network's thread carries out what it has read.
 */
public final class Console {
  private static final String PROMPT = "maestro> ";
  private static final int MOST_WAITING_LINES = 1000;

  private final Network network;
  private final ConsoleCommands commands;
  private final PrintWriter out;
  private final boolean prompts;

  /** Lines that were read; the empty one is the end of the input. */
  private final BlockingQueue<Optional<String>> lines =
      new LinkedBlockingQueue<>(MOST_WAITING_LINES);

  /**
   * @param timeoutNs after which a ping is lost
   * @param prompts whether somebody sits before a terminal
   */
  public Console(Network network, long timeoutNs, PrintWriter out, boolean prompts) {
    this.network = network;
    this.commands = new ConsoleCommands(network, timeoutNs, out);
    this.out = out;
    this.prompts = prompts;
  }

  /** Runs until {@code exit} or the end of the input. */
  public void run(BufferedReader in) throws IOException, InterruptedException {
    Thread reader = new Thread(() -> read(in), "console-input");
    reader.setDaemon(true);
    reader.start();
    prompt();
    while (true) {
      Optional<String> line = lines.poll();
      if (line == null) {
        network.cycle();
        continue;
      }
      if (line.isEmpty() || !commands.run(line.get())) {
        return;
      }
      prompt();
    }
  }

  private void prompt() {
    if (prompts) {
      out.print(PROMPT);
      out.flush();
    }
  }

  private void read(BufferedReader in) {
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.put(Optional.of(line));
      }
      lines.put(Optional.empty());
    } catch (IOException e) {
      boolean ended = lines.offer(Optional.empty());
      assert ended || lines.remainingCapacity() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
