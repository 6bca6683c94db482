package maestro.cli.log;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/**
 * Begins each line with the priority of an error, as {@link JournalEncoder} does for the log: what
 * a command prints to stderr is why it failed. Confined to one thread.
 */
public final class JournalErrors extends FilterWriter {
  private static final String ERROR = "<3>";

  private boolean isAtStart = true;

  public JournalErrors(Writer lines) {
    super(lines);
  }

  @Override
  public void write(int c) throws IOException {
    if (isAtStart) {
      out.write(ERROR);
    }
    isAtStart = c == '\n';
    out.write(c);
  }

  @Override
  public void write(char[] from, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      write(from[i]);
    }
  }

  @Override
  public void write(String from, int offset, int length) throws IOException {
    for (int i = offset; i < offset + length; i++) {
      write(from.charAt(i));
    }
  }
}
