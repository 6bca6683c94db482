package maestro.sequence;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import maestro.api.Announcer;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.BackgroundTask;
import maestro.api.BatchStage;
import maestro.api.FlowRequest;
import maestro.api.PublishedView;
import maestro.api.SharedTable;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.Switches;
import maestro.api.View;
import maestro.metrics.Counters;
import maestro.net.BufferPool;
import maestro.net.RequestBatch;
import maestro.net.SwitchTable;

/**
 * The applications of a controller, started, and the order they run in on a flow request.
 *
 * <p>Threads: made and asked for sequences on the starting thread; {@link #newLocals} is for any.
 */
public final class ApplicationHost {
  private final Map<String, Stages> factories = new HashMap<>();
  private final List<Local> locals = new ArrayList<>();
  private final List<String> order;
  private final FaultLog faults = new FaultLog();

  /**
   * An application and its settings.
   *
   * @param application not started yet
   * @param config its defaults with the operator's values over them
   */
  public record Configured(Application application, Config config) {}

  /**
   * Starts the applications.
   *
   * @param applications each once
   * @param order their names in the order they run in; one may stand in it more than once
   * @throws ApplicationStartException when one throws
   */
  public ApplicationHost(List<Configured> applications, List<String> order) {
    this.order = List.copyOf(order);
    for (Configured configured : applications) {
      String name = configured.application().name();
      try {
        Context context = new Context(name, configured.config());
        factories.put(name, Objects.requireNonNull(configured.application().start(context)));
      } catch (RuntimeException | LinkageError e) {
        throw new ApplicationStartException(name, e);
      }
    }
  }

  /** What an application keeps for each switch. */
  private record Local(String application, Function<SwitchInfo, ?> initial) {}

  private final class Context implements ApplicationContext {
    private final String application;
    private final Config config;

    Context(String application, Config config) {
      this.application = application;
      this.config = config;
    }

    @Override
    public Config config() {
      return config;
    }

    @Override
    public <T> SwitchLocal<T> switchLocal(Function<SwitchInfo, T> initial) {
      locals.add(new Local(application, initial));
      return new Slot<>(locals.size() - 1);
    }

    @Override
    public Switches switches() {
      throw new UnsupportedOperationException();
    }

    @Override
    public SharedTable sharedTable(int capacity) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T> PublishedView<T> publishes(String name, Class<T> type, T initial) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T> View<T> reads(String name, Class<T> type) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T> Announcer<T> announces(String name, Class<T> type) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void background(String name, BackgroundTask task) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void publishTogether(PublishedView.Change... changes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void later(Runnable task) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Cancellable after(Duration delay, Runnable task) {
      throw new UnsupportedOperationException();
    }
  }

  private record Slot<T>(int index) implements SwitchLocal<T> {
    @Override
    @SuppressWarnings("unchecked") // the slot's initial function made it
    public T of(FlowRequest request) {
      return (T) ((RequestView) request).connection().session().local(index);
    }
  }

  /**
   * The switch-local state of a switch that has just joined.
   *
   * @throws IllegalStateException when an application throws: it cannot serve this switch
   */
  public Object[] newLocals(SwitchInfo info) {
    Object[] values = new Object[locals.size()];
    for (int i = 0; i < values.length; i++) {
      Local local = locals.get(i);
      try {
        values[i] = local.initial().apply(info);
      } catch (RuntimeException | LinkageError e) {
        faults.report(local.application(), 0, e);
        throw new IllegalStateException(
            "application " + local.application() + " made no state for it: " + e, e);
      }
    }
    return values;
  }

  /**
   * A sequence with stages of its own, for one worker.
   *
   * @throws ApplicationStartException when an application throws
   */
  public WorkerSequence newSequence(
      int worker,
      RequestBatch batch,
      int capacity,
      BufferPool pool,
      SwitchTable switches,
      Counters counters) {
    BatchStage[] stages = new BatchStage[order.size()];
    for (int i = 0; i < stages.length; i++) {
      stages[i] = newStage(order.get(i));
    }
    return new WorkerSequence(
        worker,
        batch,
        capacity,
        pool,
        switches,
        counters,
        faults,
        order.toArray(String[]::new),
        stages);
  }

  private BatchStage newStage(String name) {
    try {
      return Objects.requireNonNull(
          factories.get(name).batch().orElseThrow().get(), "its stage is null");
    } catch (RuntimeException | LinkageError e) {
      throw new ApplicationStartException(name, e);
    }
  }
}
