package maestro.api;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The stages of an application: a batch stage for flow requests, an event stage for everything
 * else, or both. Immutable.
 */
public final class Stages {
  private final @Nullable Supplier<? extends BatchStage> batch;
  private final @Nullable EventStage events;

  private Stages(@Nullable Supplier<? extends BatchStage> batch, @Nullable EventStage events) {
    this.batch = batch;
    this.events = events;
  }

  /**
   * Stages that handle flow requests.
   *
   * @param newStage makes a stage; called once for each worker, and only that worker uses the stage
   */
  public static Stages batch(Supplier<? extends BatchStage> newStage) {
    return new Stages(Objects.requireNonNull(newStage), null);
  }

  /** Stages that handle events, on the event thread. */
  public static Stages events(EventStage stage) {
    return new Stages(null, Objects.requireNonNull(stage));
  }

  /** The same with this event stage. */
  public Stages andEvents(EventStage stage) {
    return new Stages(batch, Objects.requireNonNull(stage));
  }

  /** The maker of batch stages, when the application handles flow requests. */
  public Optional<Supplier<? extends BatchStage>> batch() {
    return Optional.ofNullable(batch);
  }

  /** The event stage, when the application handles events. */
  public Optional<EventStage> events() {
    return Optional.ofNullable(events);
  }
}
