package maestro.sequence;

import com.typesafe.config.Config;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.BatchStage;
import maestro.api.FlowRequest;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
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
  private final Map<String, Application.StageFactory> factories = new HashMap<>();
  private final List<Function<SwitchInfo, ?>> locals = new ArrayList<>();
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
        factories.put(name, configured.application().start(new Context(configured.config())));
      } catch (RuntimeException | LinkageError e) {
        throw new ApplicationStartException(name, e);
      }
    }
  }

  private final class Context implements ApplicationContext {
    private final Config config;

    Context(Config config) {
      this.config = config;
    }

    @Override
    public Config config() {
      return config;
    }

    @Override
    public <T> SwitchLocal<T> switchLocal(Function<SwitchInfo, T> initial) {
      locals.add(initial);
      return new Slot<>(locals.size() - 1);
    }
  }

  private record Slot<T>(int index) implements SwitchLocal<T> {
    @Override
    @SuppressWarnings("unchecked") // the slot's initial function made it
    public T of(FlowRequest request) {
      return (T) ((RequestView) request).connection().session().local(index);
    }
  }

  /** The switch-local state of a switch that has just joined. */
  public Object[] newLocals(SwitchInfo info) {
    Object[] values = new Object[locals.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = locals.get(i).apply(info);
    }
    return values;
  }

  /** A sequence with stages of its own, for one worker. */
  public WorkerSequence newSequence(
      int worker,
      RequestBatch batch,
      int capacity,
      BufferPool pool,
      SwitchTable switches,
      Counters counters) {
    BatchStage[] stages = new BatchStage[order.size()];
    for (int i = 0; i < stages.length; i++) {
      stages[i] = factories.get(order.get(i)).newStage();
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
}
