package maestro.cli.remote.top;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The operator's terminal, taken as a whole: a screen of its own, and keys without Enter. {@code
 * stty} prepares it. It is given back by {@link #close}, and when the process ends. Confined to one
 * thread, but for the end of the process.
 */
final class Terminal implements AutoCloseable {
  private static final String ESCAPE = "\u001b[";
  private static final String TAKE = ESCAPE + "?1049h" + ESCAPE + "?25l";
  private static final String GIVE_BACK = ESCAPE + "?25h" + ESCAPE + "?1049l";
  private static final String TOP_LEFT = ESCAPE + "H";
  private static final String CLEAR_LINE = ESCAPE + "K";
  private static final String CLEAR_BELOW = ESCAPE + "J";

  private static final int USUAL_ROWS = 24;
  private static final int USUAL_COLUMNS = 80;
  private static final int MOST_STTY_SECONDS = 5;
  private static final int NAP_MS = 50;

  private final String settings;
  private final PrintStream out;
  private final InputStream keys;
  private final Thread atEnd = new Thread(this::restore, "terminal");
  private int usedRows;
  private int rows = USUAL_ROWS;
  private int columns = USUAL_COLUMNS;
  private boolean isGivenBack;

  private Terminal(String settings, PrintStream out, InputStream keys) {
    this.settings = settings;
    this.out = out;
    this.keys = keys;
  }

  /** Takes the terminal; empty when stdin or stdout is none, or when there is no stty. */
  static Optional<Terminal> open() {
    Optional<String> both = ask(Redirect.INHERIT, "test", "-t", "1");
    if (both.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> settings = ask(Redirect.PIPE, "stty", "-g");
    if (settings.isEmpty() || ask(Redirect.PIPE, "stty", "-icanon", "-echo").isEmpty()) {
      return Optional.empty();
    }
    Terminal terminal = new Terminal(settings.get(), System.out, System.in);
    Runtime.getRuntime().addShutdownHook(terminal.atEnd);
    terminal.out.print(TAKE);
    terminal.measure();
    return Optional.of(terminal);
  }

  /** How many lines have room; measured before each frame. */
  int rows() {
    measure();
    return rows - 1; // the last one is for a message
  }

  /** Shows a frame in place of the one before. */
  void show(List<String> lines) {
    StringBuilder frame = new StringBuilder(TOP_LEFT);
    usedRows = Math.min(lines.size(), rows - 1);
    for (String line : lines.subList(0, usedRows)) {
      frame.append(fitting(line)).append(CLEAR_LINE).append("\r\n");
    }
    print(frame.append(CLEAR_BELOW).toString());
  }

  /** Shows a message below the frame, which stays. */
  void showBelow(String message) {
    print(ESCAPE + (usedRows + 1) + ";1H" + CLEAR_BELOW + fitting(message));
  }

  /** Waits, and returns true as soon as q is pressed or the input ends. */
  boolean endsWithin(int milliseconds) throws InterruptedException {
    try {
      for (int waited = 0; waited < milliseconds; waited += NAP_MS) {
        while (keys.available() > 0) {
          int key = keys.read();
          if (key == 'q' || key == 'Q' || key < 0) {
            return true;
          }
        }
        Thread.sleep(NAP_MS);
      }
      return out.checkError();
    } catch (IOException e) {
      return true; // no terminal any more
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atEnd);
    restore();
  }

  private synchronized void restore() {
    if (!isGivenBack) {
      isGivenBack = true;
      print(GIVE_BACK);
      ask(Redirect.PIPE, "stty", settings);
    }
  }

  private void print(String text) {
    out.print(text);
    out.flush();
  }

  private String fitting(String line) {
    return line.length() <= columns ? line : line.substring(0, columns);
  }

  private void measure() {
    String[] size = ask(Redirect.PIPE, "stty", "size").orElse("").split(" ", -1);
    if (size.length == 2
        && size[0].matches("[1-9][0-9]{0,3}")
        && size[1].matches("[1-9][0-9]{0,3}")) {
      rows = Math.max(2, Integer.parseInt(size[0]));
      columns = Integer.parseInt(size[1]);
    }
  }

  /** What a program says about the terminal of this process; empty when it fails. */
  private static Optional<String> ask(Redirect output, String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(Redirect.INHERIT)
              .redirectOutput(output)
              .redirectError(Redirect.DISCARD)
              .start();
      Charset charset = StandardCharsets.US_ASCII;
      String text = new String(process.getInputStream().readAllBytes(), charset).strip();
      boolean ended = process.waitFor(MOST_STTY_SECONDS, TimeUnit.SECONDS);
      return ended && process.exitValue() == 0 ? Optional.of(text) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
