package maestro.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.api.PublishedView;
import maestro.api.View;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ViewStoreTest {
  private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

  private final ViewStore store = new ViewStore();
  private final List<String> told = new ArrayList<>();

  /** A batch as the platform makes it, bound to what was the latest when it began. */
  private record Batch(Versions versions) implements FlowBatch, SeesViews {
    @Override
    public int count() {
      return 0;
    }

    @Override
    public boolean next() {
      return false;
    }

    @Override
    public FlowRequest request() {
      throw new IllegalStateException("there is none");
    }

    @Override
    public void rewind() {}
  }

  private final class Tell implements ViewStore.Listener {
    @Override
    public void changing(StoredView<?> view) {
      told.add("changing " + view.name() + " from " + view.now());
    }

    @Override
    public void changed(StoredView<?> view) {
      told.add("changed " + view.name() + " to " + view.now());
    }
  }

  @Test
  void shouldShowTheInitialValueUntilSomethingIsPublished() {
    View<String> reader = store.reads("b", "name", String.class);
    PublishedView<String> maker = store.publishes("a", "name", String.class, "first");
    store.begin(new Tell());
    assertThat(reader.now()).isEqualTo("first");
    maker.publish("second");
    assertThat(reader.now()).isEqualTo("second");
    assertThat(maker.now()).isEqualTo("second");
    assertThat(told).containsExactly("changing name from first", "changed name to second");
    assertThat(store.made()).containsExactly("name");
    assertThat(store.find("name").maker()).isEqualTo("a");
    assertThat(store.find("other")).isNull();
  }

  @Test
  void shouldTellOfAChangeOnlyWhenAllViewsShowTheirNewValues() {
    PublishedView<String> one = store.publishes("a", "one", String.class, "1");
    PublishedView<Integer> two = store.publishes("a", "two", Integer.class, 1);
    store.begin(new Tell());
    store.commit(one.to("2"), two.to(2));
    assertThat(told)
        .containsExactly(
            "changing one from 1", "changing two from 1", "changed one to 2", "changed two to 2");
  }

  @Test
  void shouldChangeNothingWhenAChangeIsMadeAndNotPublished() {
    PublishedView<String> one = store.publishes("a", "one", String.class, "1");
    store.begin(new Tell());
    assertThat(one.to("2")).isNotNull();
    assertThat(one.now()).isEqualTo("1");
    assertThat(told).isEmpty();
  }

  @Test
  void shouldShowABatchOneVersionWhateverIsPublishedMeanwhile() {
    PublishedView<String> one = store.publishes("a", "one", String.class, "1");
    PublishedView<String> two = store.publishes("b", "two", String.class, "1");
    store.begin(new Tell());
    Batch batch = new Batch(store.latest());
    one.publish("2");
    two.publish("2");
    assertThat(one.at(batch)).isEqualTo("1");
    assertThat(two.at(batch)).isEqualTo("1");
    assertThat(two.at(new Batch(store.latest()))).isEqualTo("2");
  }

  @Test
  void shouldShowAllOrNothingOfACommitWhenReadConcurrently() throws Exception {
    List<PublishedView<Integer>> views = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      views.add(store.publishes("a", "v" + i, Integer.class, 0));
    }
    PublishedView<Integer> alone = store.publishes("b", "alone", Integer.class, 0);
    store.begin(new Silent());
    AtomicBoolean over = new AtomicBoolean();
    CountDownLatch reading = new CountDownLatch(2);
    // Of their own: the common pool may have one thread only, and these wait for each other.
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<CompletableFuture<Integer>> readers = new ArrayList<>();
    for (int r = 0; r < 2; r++) {
      readers.add(CompletableFuture.supplyAsync(() -> read(views, reading, over), threads));
    }
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 1; i <= 20_000; i++) {
                alone.publish(i);
              }
            },
            threads);
    reading.await();
    for (int i = 1; i <= 50_000; i++) {
      store.commit(views.get(0).to(i), views.get(1).to(i), views.get(2).to(i));
    }
    other.join();
    over.set(true);
    for (CompletableFuture<Integer> reader : readers) {
      assertThat(reader.join()).as("batches that saw half a commit").isZero();
    }
    threads.shutdown();
    assertThat(alone.now()).as("another maker's values are not undone").isEqualTo(20_000);
    assertThat(views.get(2).now()).isEqualTo(50_000);
  }

  private int read(List<PublishedView<Integer>> views, CountDownLatch reading, AtomicBoolean over) {
    int mixed = 0;
    int last = 0;
    while (!over.get()) {
      Batch batch = new Batch(store.latest());
      int first = views.get(0).at(batch);
      if (views.get(1).at(batch) != first || views.get(2).at(batch) != first || first < last) {
        mixed++;
      }
      last = first;
      reading.countDown();
    }
    return mixed;
  }

  private static final class Silent implements ViewStore.Listener {
    @Override
    public void changing(StoredView<?> view) {}

    @Override
    public void changed(StoredView<?> view) {}
  }

  @Test
  void shouldRefuseASecondMakerOfAView() {
    store.publishes("a", "one", String.class, "1");
    assertThatThrownBy(() -> store.publishes("b", "one", String.class, "1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the view 'one' is published by 'a' already");
  }

  @Test
  void shouldRefuseAViewWhenItsTypeIsOfAnotherClassLoader() throws Exception {
    Class<?> mine = Silent.class;
    URL classes = mine.getProtectionDomain().getCodeSource().getLocation();
    // As if a second jar had brought a class of the same name along.
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader()) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            return name.startsWith(ViewStore.class.getName() + "$")
                ? Class.forName(name)
                : super.findClass(name);
          }
        }) {
      Class<?> theirs = loader.loadClass(mine.getName());
      store.reads("reader", "one", mine);
      assertThatThrownBy(() -> store.publishes("maker", "one", theirs, null))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(
              "the view 'one' is read as %s of Maestro by 'reader' and is published as %s of Maestro"
                  .formatted(mine.getName(), mine.getName()))
          .hasMessageContaining("allowed: the same type or a supertype");
    }
  }

  @Test
  void shouldShowAViewAsASupertypeWhicheverIsDeclaredFirst() {
    View<CharSequence> early = store.reads("early", "name", CharSequence.class);
    PublishedView<String> maker = store.publishes("maker", "name", String.class, "first");
    View<Object> late = store.reads("late", "name", Object.class);
    store.begin(new Tell());
    maker.publish("second");
    assertThat(early.now()).isEqualTo("second");
    assertThat(late.now()).isEqualTo("second");
  }

  @Test
  void shouldRefuseASubtypeAndAnotherTypeWhicheverIsDeclaredFirst() {
    String allowed =
        "; allowed: the same type or a supertype, from the API, the jar of both, or a package that"
            + " one jar exports to the other";
    store.publishes("maker", "one", CharSequence.class, "first");
    assertThatThrownBy(() -> store.reads("late", "one", String.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the view 'one' is read as java.lang.String by 'late' and is published as"
                + " java.lang.CharSequence by 'maker'"
                + allowed);
    store.reads("early", "two", Integer.class);
    store.reads("early", "two", Object.class);
    assertThatThrownBy(() -> store.publishes("maker", "two", String.class, ""))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the view 'two' is read as java.lang.Integer by 'early' and is published as"
                + " java.lang.String by 'maker'"
                + allowed);
  }

  @Test
  void shouldRefuseAValueOfAnotherTypeAndAPublicationBeforeTheStart() {
    PublishedView<String> view = store.publishes("a", "one", String.class, "1");
    assertThatThrownBy(() -> view.publish("2"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("once the controller runs");
    store.begin(new Tell());
    @SuppressWarnings({"unchecked", "rawtypes"})
    PublishedView<Object> careless = (PublishedView) view;
    assertThatThrownBy(() -> careless.publish(5)).isInstanceOf(ClassCastException.class);
    assertThat(view.now()).isEqualTo("1");
  }

  @Test
  void shouldWaitAtTheGateUntilEveryRunThatMakesTheViewIsOver() throws Exception {
    store.publishes("a", "one", String.class, "1");
    StoredView<?>[] awaited = {store.find("one")};
    store.begin(new Tell());
    store.awaitMade(awaited, MINUTE_NS);
    store.beginMaking(awaited[0]);
    store.beginMaking(awaited[0]);
    assertThat(store.isMaking(awaited)).isTrue();
    Thread waiter = new Thread(() -> store.awaitMade(awaited, MINUTE_NS));
    waiter.start();
    awaitWaiting(waiter);
    store.endMaking(awaited[0]);
    assertThat(store.isMaking(awaited)).isTrue();
    awaitWaiting(waiter);
    store.endMaking(awaited[0]);
    waiter.join(TimeUnit.MINUTES.toMillis(1));
    assertThat(waiter.isAlive()).isFalse();
    assertThat(store.isMaking(awaited)).isFalse();
  }

  @Test
  void shouldGoOnWhenTheGateStaysClosedForTooLongOrTheThreadIsInterrupted() {
    store.publishes("a", "one", String.class, "1");
    StoredView<?>[] awaited = {store.find("one")};
    store.begin(new Tell());
    store.beginMaking(awaited[0]);
    assertThat(store.awaitMade(awaited, 1)).isFalse();
    Thread.currentThread().interrupt();
    assertThat(store.awaitMade(awaited, MINUTE_NS)).isFalse();
    assertThat(Thread.interrupted()).as("it stays interrupted").isTrue();
    assertThat(store.isMaking(awaited)).isTrue();
  }

  @Test
  void shouldShowNoValuesWhenAViewIsBeingMade() {
    PublishedView<String> view = store.publishes("a", "one", String.class, "1");
    StoredView<?>[] awaited = {store.find("one")};
    store.begin(new Tell());
    assertThat(store.settled(awaited)).isSameAs(store.latest());
    store.beginMaking(awaited[0]);
    view.publish("2");
    assertThat(store.settled(awaited)).isNull();
    assertThat(store.settled(new StoredView<?>[0])).isSameAs(store.latest());
    store.endMaking(awaited[0]);
    assertThat(store.settled(awaited)).isSameAs(store.latest());
  }

  private static void awaitWaiting(Thread thread) {
    Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
  }
}
