package maestro.cli.remote.client;

/** Makes texts of others safe for the operator's terminal. */
public final class Printable {
  private Printable() {}

  /** The text with a question mark for each character that could steer a terminal. */
  public static String of(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              int type = Character.getType(c);
              boolean steers =
                  type == Character.CONTROL
                      || type == Character.FORMAT
                      || type == Character.LINE_SEPARATOR
                      || type == Character.PARAGRAPH_SEPARATOR
                      || type == Character.SURROGATE;
              clean.appendCodePoint(steers ? '?' : c);
            });
    return clean.toString();
  }
}
