package maestro.bench.paper;

import java.io.IOException;

/** Makes points of one kind. Used by one thread. */
interface PointRunner extends AutoCloseable {
  /** What decides about the numbers of a point, beside the code and the machine. */
  String input(PaperPoint point) throws IOException;

  /**
   * Runs one round.
   *
   * @param number from 1
   * @throws IOException with one line when it cannot be run
   */
  PaperRound run(PaperPoint point, int number) throws IOException;

  /** Ends what it has started for a figure; the next one may follow. */
  @Override
  default void close() {}
}
