package maestro.bench.dataplane;

import java.util.List;

/**
 * What is measured side by side, in alternating rounds.
 *
 * @param figure to which it belongs
 * @param name what its cells have in common, in a few words
 */
record CellGroup(Figure figure, String name, List<Cell> cells) {
  CellGroup {
    cells = List.copyOf(cells);
  }
}
