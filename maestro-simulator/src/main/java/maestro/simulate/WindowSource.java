package maestro.simulate;

import java.util.ArrayDeque;

/**
 * A switch that keeps a fixed number of requests outstanding: with many it sends at full speed,
 * with one it is ping-pong. It sends a request after each answer.
 */
final class WindowSource implements Source {
  private record Burst(long atNs, long count) {}

  private final ArrayDeque<Burst> coming = new ArrayDeque<>();
  private long arrived;

  /**
   * Makes a switch whose window of requests has arrived at the beginning.
   *
   * @param requests at least 1
   */
  WindowSource(long requests) {
    arrived = requests;
  }

  @Override
  public long arrivedBy(long ns) {
    while (!coming.isEmpty() && coming.peek().atNs <= ns) {
      arrived += coming.poll().count;
    }
    return arrived;
  }

  @Override
  public long nextNs() {
    return coming.isEmpty() ? NEVER : coming.peek().atNs;
  }

  @Override
  public void answered(long count, long ns) {
    coming.add(new Burst(ns, count));
  }
}
