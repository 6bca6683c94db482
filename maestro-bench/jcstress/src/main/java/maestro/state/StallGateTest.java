package maestro.state;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import maestro.api.PublishedView;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The stall gate: a batch that stalls on a routing table waits while the table is made from a new
 * topology, and is woken when it is made.
 */
public final class StallGateTest {
  private StallGateTest() {}

  /** Who waits longer than that was not woken. */
  private static final long LIMIT_NS = 20_000_000_000L;

  /** A topology, and a table that is made from it. */
  private static class Made implements ViewStore.Listener {
    final ViewStore store = new ViewStore();
    final PublishedView<Integer> topology = store.publishes("finder", "topology", Integer.class, 0);
    final PublishedView<Integer> table = store.publishes("router", "table", Integer.class, 0);
    final StoredView<?>[] awaited = {store.find("table")};

    Made() {
      store.begin(this);
    }

    /** As the event thread does: what is made from it is due. */
    @Override
    public void changing(StoredView<?> view) {
      if (view.name().equals("topology")) {
        store.beginMaking(awaited[0]);
      }
    }

    @Override
    public void changed(StoredView<?> view) {}

    /** As a worker does before its sequence, which sees topology r1 and table r2. */
    void stallAndLook(II_Result r) {
      Versions settled = store.settled(awaited);
      while (settled == null) {
        if (!store.awaitMade(awaited, LIMIT_NS)) {
          throw new IllegalStateException("nobody has woken it");
        }
        settled = store.settled(awaited);
      }
      StressBatch batch = new StressBatch(settled);
      r.r1 = topology.at(batch);
      r.r2 = table.at(batch);
    }
  }

  /** A topology is published and the table made, while a batch begins. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Before.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "After, with the table of this topology.")
  @Outcome(expect = FORBIDDEN, desc = "A new topology beside an old table.")
  @State
  public static class NoOldTable extends Made {
    @Actor
    public void eventThread() {
      topology.publish(1);
      table.publish(1);
      store.endMaking(awaited[0]);
    }

    @Actor
    public void worker(II_Result r) {
      stallAndLook(r);
    }
  }

  /** A worker waits, whatever the moment at which the table is made. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It waited until the table was made.")
  @Outcome(expect = FORBIDDEN, desc = "It did not wait, or was not woken.")
  @State
  public static class Woken extends Made {
    public Woken() {
      topology.publish(1);
    }

    @Actor
    public void eventThread() {
      table.publish(1);
      store.endMaking(awaited[0]);
    }

    @Actor
    public void worker(II_Result r) {
      stallAndLook(r);
    }
  }

  /** Two topologies in a row: the gate opens when both tables are made. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Between the two.")
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "After both.")
  @Outcome(expect = FORBIDDEN, desc = "A new topology beside an old table.")
  @State
  public static class TwoInARow extends Made {
    public TwoInARow() {
      topology.publish(1);
    }

    @Actor
    public void eventThread() {
      table.publish(1);
      store.endMaking(awaited[0]);
      topology.publish(2);
      table.publish(2);
      store.endMaking(awaited[0]);
    }

    @Actor
    public void worker(II_Result r) {
      stallAndLook(r);
    }
  }
}
