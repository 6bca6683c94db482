package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import maestro.api.Application;
import maestro.api.RefusedException;
import maestro.api.Stages;
import maestro.distribution.Distribution;
import maestro.distribution.DistributionSettings;
import maestro.distribution.DynamicPartition;
import maestro.distribution.FairShare;
import maestro.distribution.RoundRobin;
import maestro.distribution.SharedQueue;
import maestro.distribution.StaticPartition;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;
import maestro.net.conductor.Conductor;
import maestro.net.conductor.TlsHandshakes;
import maestro.net.connection.Connection;
import maestro.net.connection.NioReadiness;
import maestro.net.connection.RequestBatch;
import maestro.net.session.Identity;
import maestro.net.session.Session;
import maestro.net.session.SessionHandler;
import maestro.net.session.SwitchTable;
import maestro.net.socket.BufferBudget;
import maestro.net.socket.BufferPool;
import maestro.net.socket.SharedBuffers;
import maestro.sequence.ApplicationHost;
import maestro.store.Stores;
import maestro.worker.Worker;

/**
 * A controller without threads: the conductor and the workers do their cycles when the test says
 * so, on its thread, by a clock that stands still until it is moved. The sockets are real.
 */
public final class Rig implements AutoCloseable {
  public static final int BATCH_CAPACITY = 8192;
  private static final long PATIENCE_NS = 120_000_000_000L;
  static final long MS = 1_000_000;
  private static final long DUPLICATE_WAIT_NS = 2_000 * MS;

  public final Metrics metrics = new Metrics();
  public final SwitchTable switches = new SwitchTable();
  public final List<Worker> workers = new ArrayList<>();
  final SessionHandler handler;
  private final List<NioReadiness> readiness = new ArrayList<>();
  private final List<FakeSwitch> clients = new ArrayList<>();
  private final Distribution distribution;
  private final Conductor conductor;
  private final TlsHandshakes tls;
  private final SharedBuffers buffers;
  private final RigSetup setup;
  private final ApplicationHost host;

  /** Runs tasks behind what the event thread has to do. */
  private Executor onEventThread;

  private boolean applicationsEnded;
  private boolean eventThreadIsHeld;

  /** Written by the test, read by the event thread, too. */
  private final AtomicLong nowNs = new AtomicLong(1_000 * MS);

  private long perLookNs;
  private boolean closed;

  public static RigSetup setup() {
    return new RigSetup();
  }

  Rig(RigSetup setup) {
    this.setup = setup;
    buffers = new SharedBuffers(64 * 1024, new BufferBudget(setup.memoryBytes));
    host =
        new ApplicationHost(
            Stream.concat(Stream.of(eventThreadHolder()), setup.applications.stream())
                .map(app -> new ApplicationHost.Configured(app, ConfigFactory.empty()))
                .toList(),
            List.of(),
            List.of(),
            RigConfiguration.of(setup.applications, setup.sequences, setup.settings),
            switches,
            metrics,
            nowNs::get,
            Stores.inMemory(1 << 20),
            null,
            null);
    host.begin();
    Identity identity =
        new Identity(switches, setup.duplicates, DUPLICATE_WAIT_NS, setup.binding, metrics);
    handler =
        new SessionHandler(
            this::nowNs, id -> 1, setup.limitOf, switches, host, metrics, identity, setup.roles);
    distribution = distribution();
    try {
      tls =
          setup.tls == null
              ? null
              : new TlsHandshakes(setup.tls, buffers, handler, 2 * setup.timeoutsNs);
      conductor =
          new Conductor(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
              distribution,
              handler,
              buffers,
              setup.connectionSettings(),
              readiness.size(),
              tls,
              BitSet::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (int i = 0; i < setup.workers; i++) {
      var counters = metrics.newThread();
      BufferPool pool = new BufferPool(buffers);
      RequestBatch batch = new RequestBatch(setup.batchCapacity);
      workers.add(
          new Worker(
              distribution.schedule(i),
              setup.isBatchPerVisit(),
              setup.policy.apply(setup.bound),
              setup.bound,
              host.requests().newSequence(i, batch, setup.batchCapacity, pool, counters),
              batch,
              pool,
              counters,
              this::nowNs));
    }
  }

  /** An application in no sequence, through which the rig waits for the event thread. */
  private Application eventThreadHolder() {
    return new TestApplication(
        "rig",
        context -> {
          onEventThread = context::later;
          return Stages.batch(() -> (requests, out) -> {});
        });
  }

  private Distribution distribution() {
    DistributionSettings settings = setup.distributionSettings();
    if (setup.own != null) {
      return setup.own.apply(settings, readiness(setup.workers));
    }
    return switch (setup.strategy) {
      case SHARED_QUEUE -> new SharedQueue(settings, readiness(1), false);
      case STATIC_PARTITION -> new StaticPartition(settings, readiness(setup.workers));
      case DYNAMIC_PARTITION -> new DynamicPartition(settings, readiness(setup.workers));
      case ROUND_ROBIN -> new RoundRobin(settings, readiness(1)[0]);
      case FAIR_SHARE -> new FairShare(settings, readiness(setup.workers));
    };
  }

  private NioReadiness[] readiness(int count) {
    for (int i = 0; i < count; i++) {
      readiness.add(new NioReadiness(i, nowNs::get));
    }
    return readiness.toArray(NioReadiness[]::new);
  }

  /** The time now; looking may make it pass. */
  public long nowNs() {
    return nowNs.addAndGet(perLookNs);
  }

  /** From now on, so much time passes with each look at the clock. */
  public void tickEachLookAtTheClock(long ns) {
    perLookNs = ns;
  }

  /** Lets time pass, tick by tick, and everybody do a few cycles at each. */
  public void pass(long ms) {
    for (long left = ms; left > 0; left -= 100) {
      nowNs.addAndGet(Math.min(left, 100) * MS);
      pump();
    }
  }

  /** Only the clock moves. */
  public void moveClock(long ns) {
    nowNs.addAndGet(ns);
  }

  /** Connects a switch that says nothing yet. */
  public FakeSwitch connect() {
    FakeSwitch client = connectPlain();
    if (tls != null) {
      client.secure(setup.clientTls, buffers);
      until(() -> hasShakenHands(client));
    }
    return client;
  }

  /** Connects somebody who speaks no TLS, or not yet. */
  FakeSwitch connectPlain() {
    FakeSwitch client = new FakeSwitch(conductor.address(), setup.clientBufferBytes);
    clients.add(client);
    return client;
  }

  /** Closes a switch's end and forgets it. */
  public void disconnect(FakeSwitch client) {
    client.close();
    clients.remove(client);
  }

  private static boolean hasShakenHands(FakeSwitch client) {
    try {
      return client.shakeHands();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connects a switch and makes it ready; what it was sent has been taken. */
  public FakeSwitch join(int version, long datapathId) {
    FakeSwitch client = connect();
    client.send(version == 1 ? Messages.HELLO_10 : Messages.HELLO_BOTH);
    client.send(Messages.features(version, datapathId));
    if (version != 1) {
      client.send(Messages.portDesc(false, 1, 2));
    }
    until(() -> switches.get(datapathId) != null && Session.of(switches.get(datapathId)).isReady());
    settle();
    client.take();
    return client;
  }

  /**
   * Until nothing is left to do, on the event thread neither: what has joined has been asked for
   * its entries, so that no write to its socket comes after it was disconnected.
   */
  public void settle() {
    pump();
    awaitEventThread();
    pump();
  }

  /**
   * Until the event thread has done what it was given. It asks a switch that has joined for its
   * entries; while it writes to that socket, the kernel may hold back what the switch sends.
   */
  private void awaitEventThread() {
    if (applicationsEnded || eventThreadIsHeld) {
      return;
    }
    CountDownLatch done = new CountDownLatch(1);
    onEventThread.execute(done::countDown);
    try {
      assertThat(done.await(PATIENCE_NS, TimeUnit.NANOSECONDS)).as("event thread").isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The test holds the event thread in an application, so nothing here waits for it. */
  public void holdEventThread() {
    eventThreadIsHeld = true;
  }

  /** One cycle of everybody. */
  public int cycle() {
    int done = conduct() + shakeHands();
    for (Distribution.Helper helper : distribution.helpers()) {
      done += helper.doWork(0);
    }
    for (Worker worker : workers) {
      done += worker.doWork();
    }
    return done;
  }

  private int shakeHands() {
    try {
      return tls == null ? 0 : tls.doWork(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One cycle of the conductor. */
  public int conduct() {
    try {
      return conductor.doWork(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connections that were closed and whose sockets are not yet. */
  int closingCount() {
    return conductor.closingCount();
  }

  /** One cycle of the strategy's own threads. */
  public void help() {
    distribution.helpers().forEach(helper -> helper.doWork(0));
  }

  /** One cycle of one worker. */
  public int work(int worker) {
    return workers.get(worker).doWork();
  }

  /** Cycles until nothing is left to do. */
  public void pump() {
    for (int idle = 0; idle < 4; ) {
      idle = cycle() == 0 ? idle + 1 : 0;
    }
  }

  /** A switch sends messages, and nothing is left to do. */
  public void tell(FakeSwitch client, byte[] messages) {
    client.send(messages);
    pump();
  }

  /** The same in hexadecimal. */
  public void tell(FakeSwitch client, String messages) {
    tell(client, FakeSwitch.hex(messages));
  }

  /** The same; what the switch has been sent. */
  public List<byte[]> ask(FakeSwitch client, byte[] messages) {
    tell(client, messages);
    return client.take();
  }

  public List<byte[]> ask(FakeSwitch client, String messages) {
    return ask(client, FakeSwitch.hex(messages));
  }

  /** Cycles until something is so; fails when it does not become so. */
  public void until(BooleanSupplier condition) {
    long startNs = System.nanoTime();
    while (!condition.getAsBoolean()) {
      cycle();
      if (System.nanoTime() - startNs > PATIENCE_NS) {
        throw new AssertionError("it is not so after two minutes");
      }
    }
  }

  /** Cycles until it is completed; the result. */
  public <T> T answer(CompletableFuture<T> asked) {
    until(asked::isDone);
    return asked.join();
  }

  /** Cycles until it has failed; with what it must have failed. */
  public RefusedException refusal(CompletableFuture<?> asked) {
    until(asked::isDone);
    AtomicReference<RefusedException> refused = new AtomicReference<>();
    assertThatThrownBy(asked::get)
        .isInstanceOf(ExecutionException.class)
        .satisfies(e -> refused.set((RefusedException) e.getCause()));
    return refused.get();
  }

  /** Cycles until so many messages have come; those. */
  public List<byte[]> await(FakeSwitch client, int count) {
    List<byte[]> all = new ArrayList<>();
    until(
        () -> {
          all.addAll(client.take());
          return all.size() >= count;
        });
    return all;
  }

  /** As when others take the applications' place. */
  public void endApplications() {
    applicationsEnded = true;
    host.end();
  }

  /** The conductor looks for applications that do not come back; the workers that are stuck. */
  public BitSet checkApplications() {
    return host.stuckWorkers();
  }

  public BufferBudget budget() {
    return buffers.budget();
  }

  /** The mistakes that a check of the stages has found. */
  public List<String> findings() {
    return host.requests().findings();
  }

  /** How many exceptions each application has thrown. */
  public Map<String, Integer> faults() {
    return host.faults();
  }

  /** The connection of a switch whose features are known. */
  public Connection connection(long datapathId) {
    return switches.get(datapathId);
  }

  public long counted(Counter counter) {
    return metrics.total(counter);
  }

  public InetSocketAddress address() {
    return conductor.address();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    clients.forEach(FakeSwitch::close); // before the conductor, which would wait for them to read
    try {
      conductor.close();
      if (tls != null) {
        tls.close();
      }
      host.end();
      for (NioReadiness each : readiness) {
        each.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
