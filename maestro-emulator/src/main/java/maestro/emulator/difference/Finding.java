package maestro.emulator.difference;

/** What two intervals of rounds say about each other. */
public enum Finding {
  /** Some value lies in both. */
  NONE("no difference"),
  BETTER("B is better"),
  WORSE("B is worse"),
  /** One round has no spread. */
  ONE_ROUND("one round cannot tell"),
  UNKNOWN("not measured");

  private final String text;

  Finding(String text) {
    this.text = text;
  }

  /** For people. */
  public String text() {
    return text;
  }
}
