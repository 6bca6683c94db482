package maestro.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import maestro.api.PublishedView;
import maestro.api.View;
import org.jspecify.annotations.Nullable;

/**
 * All views of one set of applications, and the stall gate at which batches wait for new values.
 *
 * <p><b>Versions.</b> One immutable {@link Versions} holds all values and is replaced as a whole.
 * So several views change together or not at all, and a reader of one reference sees one version of
 * all views.
 *
 * <p><b>The gate.</b> A view is being made from the publication of one of its inputs until the
 * event stage that publishes the view has run. {@link #awaitMade} waits for the end of that run.
 *
 * <p><b>Threads.</b> The starting thread declares views, before anything else. All later calls are
 * for any thread.
 */
public final class ViewStore {
  private static final long NS_PER_MS = 1_000_000;

  private final Map<String, StoredView<?>> views = new LinkedHashMap<>();
  private final List<StoredView.To<?>> initial = new ArrayList<>();
  private final Object commits = new Object();
  private final Object gate = new Object();

  /** Volatile: replaced as a whole, under {@link #commits}. */
  private volatile Versions latest = new Versions(0);

  /** Does a task of the event thread when there is no such thread; null when there is one. */
  private @Nullable BooleanSupplier events;

  /** Volatile: null until declarations are over. */
  private volatile @Nullable Listener listener;

  /** Is told of publications, on the publishing thread, one at a time. */
  public interface Listener {
    /** The view is about to get another value; no reader sees it yet. */
    void changing(StoredView<?> view);

    /** The view has another value. Called once for each {@link #changing}. */
    void changed(StoredView<?> view);
  }

  /**
   * Declares that an application publishes a view.
   *
   * @throws IllegalStateException when another application publishes it, or an application reads it
   *     as something else
   */
  public <T> PublishedView<T> publishes(
      String application, String name, Class<T> type, T initialValue) {
    StoredView<T> view = view(name);
    if (view.maker() != null) {
      throw new IllegalStateException(
          "the view '%s' is published by '%s' already".formatted(name, view.maker()));
    }
    view.maker(application, type);
    initial.add(new StoredView.To<>(view, type.cast(initialValue)));
    return view;
  }

  /**
   * Declares that an application reads a view.
   *
   * @param type the type of the published values, or a supertype of it
   * @throws IllegalStateException when it is published as something else
   */
  public <T> View<T> reads(String application, String name, Class<T> type) {
    StoredView<T> view = view(name);
    view.reader(application, type);
    return view;
  }

  @SuppressWarnings("unchecked") // the view compares the types of readers and publisher
  private <T> StoredView<T> view(String name) {
    return (StoredView<T>)
        views.computeIfAbsent(name, n -> new StoredView<>(this, n, views.size()));
  }

  /** A view by its name; null when no application has declared it. */
  public @Nullable StoredView<?> find(String name) {
    return views.get(name);
  }

  /** The names of the views that an application publishes. */
  public List<String> made() {
    return views.values().stream().filter(v -> v.maker() != null).map(StoredView::name).toList();
  }

  /** The views that these applications publish. */
  public List<StoredView<?>> madeBy(List<String> applications) {
    List<StoredView<?>> made = new ArrayList<>();
    for (StoredView<?> view : views.values()) {
      String maker = view.maker();
      if (maker != null && applications.contains(maker)) {
        made.add(view);
      }
    }
    return made;
  }

  /**
   * Ends the declarations: views now have their initial values.
   *
   * @param told is told of all publications from now on
   */
  public void begin(Listener told) {
    latest = new Versions(views.size()).with(initial.toArray(StoredView.To<?>[]::new));
    listener = told;
  }

  /** Whether views have values. Any thread; the views stay as they are when they have. */
  public boolean hasBegun() {
    return listener != null;
  }

  /**
   * A thread that waits does the tasks of the event thread instead. Before anything is published.
   *
   * @param runOne runs a task that is due; false when there is none
   */
  public void waitByRunning(BooleanSupplier runOne) {
    events = runOne;
  }

  /** The latest values of all views. */
  public Versions latest() {
    return latest;
  }

  /**
   * Publishes several values together.
   *
   * @throws IllegalStateException before {@link #begin}
   */
  public void commit(PublishedView.Change... changes) {
    StoredView.To<?>[] all =
        Arrays.stream(changes).map(c -> (StoredView.To<?>) c).toArray(StoredView.To<?>[]::new);
    if (listener == null) {
      throw new IllegalStateException(
          "views are published once the controller runs; an initial value is declared");
    }
    synchronized (commits) {
      for (StoredView.To<?> change : all) {
        listener.changing(change.view());
      }
      latest = latest.with(all);
      for (StoredView.To<?> change : all) { // only now: listeners read the new value
        listener.changed(change.view());
      }
    }
  }

  /** A run of the event stage that publishes this view is due. */
  public void beginMaking(StoredView<?> view) {
    view.making().incrementAndGet();
  }

  /** A run of the event stage that publishes this view has ended, also by an exception. */
  public void endMaking(StoredView<?> view) {
    if (view.making().decrementAndGet() == 0) {
      synchronized (gate) {
        gate.notifyAll();
      }
    }
  }

  /** Whether any of these views is being made. Allocates nothing. */
  public boolean isMaking(StoredView<?>[] awaited) {
    for (StoredView<?> view : awaited) {
      if (view.making().get() > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The values at a moment at which none of these views was being made. A publication may begin and
   * end between the check and the read of the values. So the values must be the same before and
   * after the check. Allocates nothing.
   *
   * @return null when one of the views is being made
   */
  @SuppressWarnings("ReferenceEquality") // the same publication, not equal values
  public @Nullable Versions settled(StoredView<?>[] awaited) {
    Versions before = latest;
    while (!isMaking(awaited)) {
      Versions after = latest;
      if (after == before) {
        return after;
      }
      before = after;
    }
    return null;
  }

  /**
   * Waits until none of these views is being made, the limit has passed, or the thread is
   * interrupted.
   *
   * @return whether none is being made
   */
  public boolean awaitMade(StoredView<?>[] awaited, long limitNs) {
    BooleanSupplier running = events;
    if (running != null) {
      while (isMaking(awaited) && running.getAsBoolean()) {
        // the run that makes them is among the tasks
      }
      return !isMaking(awaited);
    }
    long startNs = System.nanoTime();
    synchronized (gate) {
      while (isMaking(awaited)) {
        long leftNs = limitNs - (System.nanoTime() - startNs);
        if (leftNs <= 0) {
          return false;
        }
        try {
          gate.wait(leftNs / NS_PER_MS, (int) (leftNs % NS_PER_MS));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
    }
    return true;
  }
}
