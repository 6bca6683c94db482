package maestro.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What happens to a worker's loop, and what the loop did. Both depend only on how often the loop
 * has asked its schedule for the next member, so two loops that decide alike meet the same things.
 */
final class Script {
  /** How many switches there are. */
  static final int SWITCHES = 6;

  /** The share of the steps in which much arrives; in the others little does. */
  private static final int PHASE_STEPS = 100;

  private static final int MOST_VISIT_NS = 20_000;
  private static final int MOST_REQUEST_NS = 3_000;

  private final Random random;
  private final long[] arrived = new long[SWITCHES];
  private final long[] answered = new long[SWITCHES];
  private final List<String> trace = new ArrayList<>();
  private final int most;
  private int steps;

  /** Ends after so many steps. */
  Script(long seed, int steps) {
    random = new Random(seed);
    most = steps;
  }

  /** Whether no more members become ready: a busy loop might not end a cycle by itself. */
  boolean isOver() {
    return steps >= most;
  }

  /** The weight of a switch. */
  static int weightOf(int number) {
    return 1 + number % 2;
  }

  /** The loop asks for the next member: requests arrive. */
  void step() {
    boolean isBusy = steps++ / PHASE_STEPS % 2 == 0;
    if (random.nextDouble() < (isBusy ? 0.6 : 0.05)) {
      double size = random.nextDouble();
      int largest = !isBusy || size < 0.5 ? 5 : size < 0.85 ? 300 : 4_000;
      arrived[random.nextInt(SWITCHES)] += 1 + random.nextInt(largest);
    }
  }

  /** How long the visit takes that begins. */
  int visitNs() {
    return 1 + random.nextInt(MOST_VISIT_NS);
  }

  /** How long it takes to run a batch. */
  long runNs(int requests) {
    return (long) requests * random.nextInt(MOST_REQUEST_NS);
  }

  long arrived(int number) {
    return arrived[number];
  }

  void answered(int number, long requests) {
    answered[number] += requests;
  }

  /** Notes what the loop did, and how far it and the clock have come. */
  void note(String what, long nowNs) {
    StringBuilder line = new StringBuilder(what).append(" at ").append(nowNs);
    for (long each : answered) {
      line.append(' ').append(each);
    }
    trace.add(line.toString());
  }

  List<String> trace() {
    return trace;
  }
}
