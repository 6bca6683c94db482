package maestro.emulator.engine.result;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import maestro.emulator.report.FairnessMeter;
import maestro.emulator.report.Portions;

/**
 * Says in what portions the controller answered the switches that asked for more than their share.
 * The others got what they asked for, whatever the portions were. Stateless.
 */
final class PortionJudgement {
  /** So many times its share a switch has to ask for. */
  private static final double BACKLOGGED_SHARE = 1.02;

  private PortionJudgement() {}

  /**
   * The portions of a run.
   *
   * @param switches that are known
   * @param sharesRequests their fair shares of the run
   * @param seconds length of the run
   */
  static Portions of(
      List<LoadResult.SwitchCounts> switches, double[] sharesRequests, double seconds) {
    int[] backlogged =
        IntStream.range(0, sharesRequests.length)
            .filter(i -> isBacklogged(switches.get(i), sharesRequests[i]))
            .toArray();
    double requests = median(backlogged, i -> portion(switches.get(i)));
    double ofShare = median(backlogged, i -> portion(switches.get(i)) / sharesRequests[i]);
    return Portions.of(requests, ofShare, seconds);
  }

  private static boolean isBacklogged(LoadResult.SwitchCounts counts, double share) {
    boolean askedForMore =
        counts.offeredRequests() < 0 || counts.offeredRequests() > BACKLOGGED_SHARE * share;
    return askedForMore && counts.portions() > 0 && share > 0;
  }

  private static double portion(LoadResult.SwitchCounts counts) {
    return (double) counts.answeredRequests() / counts.portions();
  }

  private static double median(int[] switches, IntToDoubleFunction value) {
    return FairnessMeter.spread(IntStream.of(switches).mapToDouble(value).toArray()).p50();
  }
}
