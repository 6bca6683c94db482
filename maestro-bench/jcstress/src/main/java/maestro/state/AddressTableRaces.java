package maestro.state;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import maestro.api.SharedTable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.ZZJ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** {@link AddressTable}: readers without a lock while writers change the part they look at. */
public final class AddressTableRaces {
  /** Addresses that stand in one part of a table, and fill it. */
  private static final long[] CROWD = crowd();

  private AddressTableRaces() {}

  /** Whose absence makes room for an address that finds its part full stands in the same part. */
  private static long[] crowd() {
    AddressTable table = new AddressTable(1);
    long turnedAway = 0;
    while (table.count() == turnedAway && hasRoom(table, turnedAway)) {
      turnedAway++;
    }
    java.util.List<Long> crowd = new java.util.ArrayList<>();
    for (long address = 0; address < turnedAway; address++) {
      table.remove(address);
      if (hasRoom(table, turnedAway)) {
        table.remove(turnedAway);
        crowd.add(address);
      }
      table.put(address, address);
    }
    return crowd.stream().mapToLong(Long::longValue).toArray();
  }

  private static boolean hasRoom(AddressTable table, long address) {
    try {
      table.put(address, address);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private static class Crowded {
    final AddressTable table = new AddressTable(1);

    Crowded() {
      for (long address : CROWD) {
        table.put(address, address);
      }
    }
  }

  /**
   * An address is taken out and another put in, so that the rest of the part moves up: whoever is
   * there is found, with its own value.
   */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "Everybody was found.")
  @Outcome(expect = FORBIDDEN, desc = "Somebody was absent or had a value of another.")
  @State
  public static class Moved extends Crowded {
    @Actor
    public void writer() {
      table.remove(CROWD[0]);
      table.remove(CROWD[1]);
      table.put(CROWD[1], CROWD[1]);
      table.put(CROWD[0], CROWD[0]);
    }

    @Actor
    public void reader(Z_Result r) {
      r.r1 = true;
      for (int i = 2; i < CROWD.length; i++) {
        r.r1 &= table.get(CROWD[i]) == CROWD[i];
      }
    }
  }

  /** An address is taken out while somebody asks for it and for another one. */
  @JCStressTest
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "Absent or its own value.")
  @Outcome(expect = FORBIDDEN, desc = "The value of another.")
  @State
  public static class TakenOut extends Crowded {
    @Actor
    public void writer() {
      table.remove(CROWD[2]);
      table.remove(CROWD[0]);
      table.put(CROWD[2], CROWD[2]);
      table.remove(CROWD[1]);
    }

    @Actor
    public void reader(Z_Result r) {
      r.r1 = true;
      for (int i = 0; i < 3; i++) {
        long value = table.get(CROWD[i]);
        r.r1 &= value == CROWD[i] || value == SharedTable.ABSENT;
      }
    }
  }

  /** A value is replaced twice while it is read twice. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "0, 1", "0, 2", "1, 1", "1, 2", "2, 2"},
      expect = ACCEPTABLE,
      desc = "On.")
  @Outcome(expect = FORBIDDEN, desc = "Back in time, or torn.")
  @State
  public static class Replaced {
    private final AddressTable table = new AddressTable(1);

    public Replaced() {
      table.put(5, 0);
    }

    @Actor
    public void writer() {
      table.put(5, 1);
      table.put(5, 2);
    }

    @Actor
    public void reader(JJ_Result r) {
      r.r1 = table.get(5);
      r.r2 = table.get(5);
    }
  }

  /** Two replace what both have seen. */
  @JCStressTest
  @Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "The first has done it.")
  @Outcome(id = "false, true, 2", expect = ACCEPTABLE, desc = "The second has done it.")
  @Outcome(expect = FORBIDDEN, desc = "Both have done it, or nobody.")
  @State
  public static class TwoReplace {
    private final AddressTable table = new AddressTable(1);

    public TwoReplace() {
      table.put(5, 0);
    }

    @Actor
    public void first(ZZJ_Result r) {
      r.r1 = table.replace(5, 0, 1);
    }

    @Actor
    public void second(ZZJ_Result r) {
      r.r2 = table.replace(5, 0, 2);
    }

    @Arbiter
    public void end(ZZJ_Result r) {
      r.r3 = table.get(5);
    }
  }
}
