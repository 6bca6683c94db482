package maestro.state;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import maestro.api.PublishedView;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link ViewStore}: views change together or not at all, and a batch sees one version. */
public final class ViewTest {
  private ViewTest() {}

  /** Two views of the value 0. */
  private static class TwoViews {
    final ViewStore store = new ViewStore();
    final PublishedView<Integer> first = store.publishes("maker", "first", Integer.class, 0);
    final PublishedView<Integer> second = store.publishes("maker", "second", Integer.class, 0);

    TwoViews() {
      store.begin(Nobody.INSTANCE);
    }
  }

  /** Listens, and does nothing about it. */
  private enum Nobody implements ViewStore.Listener {
    INSTANCE;

    @Override
    public void changing(StoredView<?> view) {}

    @Override
    public void changed(StoredView<?> view) {}
  }

  /** A batch looks at both views twice while both are published together. */
  @JCStressTest
  @Outcome(id = "0, 0, 0, 0", expect = ACCEPTABLE, desc = "The old version, to the end.")
  @Outcome(id = "1, 1, 1, 1", expect = ACCEPTABLE, desc = "The new version, from the start.")
  @Outcome(expect = FORBIDDEN, desc = "Two versions in one batch.")
  @State
  public static class OneVersion extends TwoViews {
    @Actor
    public void publisher() {
      store.commit(first.to(1), second.to(1));
    }

    @Actor
    public void batch(IIII_Result r) {
      StressBatch batch = new StressBatch(store.latest());
      r.r1 = first.at(batch);
      r.r2 = second.at(batch);
      r.r3 = first.at(batch);
      r.r4 = second.at(batch);
    }
  }

  /** Two applications publish a view each. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Both are published.")
  @Outcome(expect = FORBIDDEN, desc = "One publication has undone the other.")
  @State
  public static class TwoPublishers extends TwoViews {
    @Actor
    public void firstPublisher() {
      first.publish(1);
    }

    @Actor
    public void secondPublisher() {
      second.publish(2);
    }

    @Arbiter
    public void end(II_Result r) {
      r.r1 = first.now();
      r.r2 = second.now();
    }
  }

  /** Two threads publish both views. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The first was last.")
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "The second was last.")
  @Outcome(expect = FORBIDDEN, desc = "One view of each.")
  @State
  public static class TwoPublishersOfBoth extends TwoViews {
    @Actor
    public void firstPublisher() {
      store.commit(first.to(1), second.to(1));
    }

    @Actor
    public void secondPublisher() {
      store.commit(second.to(2), first.to(2));
    }

    @Arbiter
    public void end(II_Result r) {
      r.r1 = first.now();
      r.r2 = second.now();
    }
  }
}
