package maestro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ByteChannel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import maestro.api.Application;
import maestro.config.MaestroConfig;
import maestro.net.socket.MemoryChannel;
import maestro.sequence.ApplicationHost;
import maestro.sequence.application.ApplicationState;
import maestro.sequence.event.ApplicationAnswer;
import maestro.sequence.event.DrivenEvents;
import maestro.thread.Duty;

/**
 * A controller without threads, for switches in this process: the owner of the clock runs its
 * duties, in a fixed order. Computing takes no time on that clock. It has no TLS, and {@link
 * Maestro#reloads} is not for it.
 *
 * <p>One thread calls all methods.
 */
public final class DrivenMaestro implements AutoCloseable {
  private static final long TICK_NS = 100_000_000;

  /** The most rounds without an end; more are a fault, as two applications that wake each other. */
  private static final int MOST_ROUNDS = 1_000_000;

  private final LongSupplier clock;
  private final DrivenEvents events;
  private final Maestro maestro;
  private long tickNs;
  private int connected;

  private DrivenMaestro(DrivenEvents events, Maestro maestro) {
    this.clock = events.clock();
    this.events = events;
    this.maestro = maestro;
    this.tickNs = clock.getAsLong();
  }

  /**
   * Starts a controller.
   *
   * @param found all applications in the jars, as for {@link Maestro#start(MaestroConfig, List,
   *     List)}, which names the exceptions, too
   * @param clock nanoseconds
   */
  public static DrivenMaestro start(
      MaestroConfig config,
      List<ApplicationHost.Configured> applications,
      List<Application> found,
      LongSupplier clock)
      throws IOException {
    DrivenEvents events = new DrivenEvents(clock);
    return new DrivenMaestro(events, new Maestro(config, applications, found, events));
  }

  /**
   * A switch in this process connects.
   *
   * @return the switch's end
   */
  public ByteChannel connect() throws IOException {
    MemoryChannel channel = new MemoryChannel(++connected);
    maestro.conductor().join(channel);
    return channel.peer();
  }

  /** Does all that is due. Returns how much that was. */
  public int doWork() {
    tickNs = clock.getAsLong() + TICK_NS;
    int all = 0;
    int done;
    int rounds = 0;
    do {
      done = round();
      all += done;
      if (++rounds > MOST_ROUNDS) {
        throw new IllegalStateException("the controller finds no end at one moment");
      }
    } while (done > 0);
    return all;
  }

  private int round() {
    int done;
    try {
      done = maestro.conductor().doWork(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (Duty duty : maestro.workers().duties()) {
      while (events.runOne()) {
        done++;
      }
      done += run(duty);
    }
    return done;
  }

  private static int run(Duty duty) {
    try {
      return duty.doWork(0);
    } catch (Exception e) {
      duty.failed(e);
      return 1;
    }
  }

  /** When {@link #doWork} has something to do, if no switch sends anything. */
  public long nextNs() {
    long next = events.nextNs();
    return next != DrivenEvents.NEVER && next - tickNs < 0 ? next : tickNs;
  }

  /** The applications that run, with their faults. */
  public List<ApplicationState> applications() {
    return maestro.applications().states();
  }

  /** The mistakes of stages that were found, a line each; none unless stages are checked. */
  public List<String> findings() {
    return maestro.applications().requests().findings();
  }

  /**
   * Lets an application answer a request by REST; the answer is there after {@link #doWork}, unless
   * the application gives it later.
   *
   * @param path the parts of the path behind the application's name
   */
  public CompletableFuture<ApplicationAnswer> answer(
      String application, String method, List<String> path, String body) {
    return maestro.applications().answer(application, method, path, Map.of(), body);
  }

  /** Closes every connection and ends the applications. */
  @Override
  public void close() {
    maestro.close();
  }
}
