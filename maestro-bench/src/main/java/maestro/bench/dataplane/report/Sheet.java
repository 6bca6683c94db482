package maestro.bench.dataplane.report;

import maestro.bench.dataplane.Figure;
import maestro.cli.table.Grid;

/**
 * A table of results.
 *
 * @param figure of the study that it repeats
 * @param title what it shows
 * @param note how to read it, one sentence or two
 */
record Sheet(Figure figure, String title, String note, Grid grid) {
  /** For a terminal, in lines that end with a line feed. */
  String text() {
    return title + '\n' + grid.text();
  }
}
