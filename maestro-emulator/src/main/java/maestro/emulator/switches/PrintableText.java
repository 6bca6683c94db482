package maestro.emulator.switches;

/** What a controller sent, when it can stand in a message for an operator. */
public final class PrintableText {
  private PrintableText() {}

  /** Whether a text has only characters of ASCII that can be seen, and blanks. */
  public static boolean is(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }
}
