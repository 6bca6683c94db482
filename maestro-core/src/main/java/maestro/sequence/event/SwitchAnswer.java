package maestro.sequence.event;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The answer of a switch, for an application. It comes on the event thread. So when that thread
 * waits for it, or for what follows from it, it gets an exception at once instead.
 *
 * <p>Threads: any.
 */
final class SwitchAnswer<T> extends CompletableFuture<T> {
  private final EventLoop events;

  SwitchAnswer(EventLoop events) {
    this.events = events;
  }

  @Override
  public T get() throws InterruptedException, ExecutionException {
    mayWait();
    return super.get();
  }

  @Override
  public T get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    mayWait();
    return super.get(timeout, unit);
  }

  @Override
  public T join() {
    mayWait();
    return super.join();
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new SwitchAnswer<>(events);
  }

  private void mayWait() {
    if (!isDone() && events.isCurrent()) {
      throw new IllegalStateException(
          "the event thread waits for the answer of a switch, which would come on this thread; use"
              + " thenAccept or whenComplete");
    }
  }
}
