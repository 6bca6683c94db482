package maestro.simulate;

import java.util.ArrayDeque;

/**
 * A switch that keeps a number of requests on their way: as fast as it can with many, ping-pong
 * with one. Each answer is followed by a request.
 */
final class WindowSource implements Source {
  private record Burst(long atNs, long count) {}

  private final ArrayDeque<Burst> coming = new ArrayDeque<>();
  private long arrived;

  /**
   * A window of requests, all there from the beginning.
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
