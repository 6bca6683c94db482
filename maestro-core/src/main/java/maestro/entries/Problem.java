package maestro.entries;

/** Why the reconciliation of a switch failed, in words for the log. */
enum Problem {
  SILENT("it does not answer when asked for them"),
  HALF("it stops in the middle of its answer"),
  ERROR("it answers with an error"),
  OTHER_ANSWER("it answers with something else"),
  MALFORMED("a length in its answer is wrong"),
  ENDLESS("its answer has no end"),
  SLOW("its answer takes too long"),
  LATE_PART("its answer goes on after its end"),
  TOO_MUCH("more of them were wrong, or to be looked at, than memory is set aside for"),
  UNCONFIRMED("it does not confirm that they were changed");

  private final String text;

  Problem(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
