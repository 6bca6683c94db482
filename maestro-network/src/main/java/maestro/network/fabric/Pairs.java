package maestro.network.fabric;

/** Which hosts ping which other ones, in which order. */
public interface Pairs {
  long count();

  /** The host that sends ping n, counted from 0. */
  int source(long n);

  /** The host that it is sent to. */
  int target(long n);

  /** Each host pings each other one; the hosts take turns. */
  static Pairs all(int hostCount) {
    return new Pairs() {
      @Override
      public long count() {
        return (long) hostCount * (hostCount - 1);
      }

      @Override
      public int source(long n) {
        return (int) (n % hostCount);
      }

      @Override
      public int target(long n) {
        return (int) ((source(n) + 1 + n / hostCount) % hostCount);
      }
    };
  }

  /** One host pings another one, once. */
  static Pairs one(int source, int target) {
    return new Pairs() {
      @Override
      public long count() {
        return 1;
      }

      @Override
      public int source(long n) {
        return source;
      }

      @Override
      public int target(long n) {
        return target;
      }
    };
  }
}
