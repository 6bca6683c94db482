package maestro.bench.dataplane;

/** The figures and the table of the study that are measured; Figure 8 shows the method. */
public enum Figure {
  ONE_FLOW("Figure 2"),
  OFFERED("Figure 3"),
  MANY_FLOWS("Figure 5"),
  TABLES("Figure 6"),
  MIX("Figure 7"),
  TIMES("Table I"),
  ONE_PORT("Figure 9"),
  TWO_PORTS("Figure 10");

  private final String text;

  Figure(String text) {
    this.text = text;
  }

  /** As the study calls it. */
  public String text() {
    return text;
  }
}
