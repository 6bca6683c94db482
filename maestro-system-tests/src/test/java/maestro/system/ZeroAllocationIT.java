package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import maestro.Maestro;
import maestro.bench.shutdown.LoadingSwitch;
import maestro.config.MaestroConfig;
import maestro.config.file.LoadedConfig;
import maestro.control.ControlListener;
import maestro.control.rest.Operations;
import maestro.emulator.engine.LoadRun;
import maestro.metrics.Counter;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The hot path law: in steady state a worker allocates nothing, whatever the strategy. */
class ZeroAllocationIT {
  private static final long WARM_UP_REQUESTS = 500_000;
  private static final long REQUESTS = 1_000_000;
  private static final int LIMITED_SWITCHES = 8;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @CsvSource({
    "shared-queue, 1, true",
    "static-partition, 1, true",
    "dynamic-partition, 1, true",
    "round-robin, 1, true",
    "fair-share, 1, true",
    "static-partition, 4, false",
    "fair-share, 4, false",
  })
  void shouldAllocateNothingPerRequestWhenInSteadyState(
      String strategy, int version, boolean buffered) throws Exception {
    try (Maestro maestro = InProcess.controller(strategy, 1)) {
      allocatesNothing(maestro, version, buffered);
    }
  }

  /** Each request has the sequence of its port, its switch or its VLAN. */
  @Tag("soak")
  @Test
  void shouldAllocateNothingPerRequestWhenSequencesShareRequests() throws Exception {
    String run = "{ on = flow-request, run = [learning-switch], when { %s } }";
    Map<String, String> sequences =
        Map.of(
            "sequences.ports",
            run.formatted("ports = [\"1/1\", \"1/2\", \"2/3\"]"),
            "sequences.switches",
            run.formatted("switches = [3, 4, 5, 6, 7, 8], vlans = [10]"));
    try (Maestro maestro = InProcess.controller("fair-share", 1, sequences, List.of())) {
      allocatesNothing(maestro, OpenFlow.VERSION_13, false);
    }
  }

  private void allocatesNothing(Maestro maestro, int version, boolean buffered) throws Exception {
    Allocation allocation = new Allocation(maestro, 0);
    LoadRun run =
        new LoadRun(
            InProcess.fullSpeed(32, version, buffered, 120 * InProcess.SECOND_NS),
            maestro.address());
    run.run(
        (stage, done, total, answered) -> {
          if (allocation.isOver()) {
            run.stop();
          }
        });
    assertThat(allocation.requests()).isGreaterThanOrEqualTo(REQUESTS);
    assertThat(allocation.bytes())
        .as("bytes allocated over %d requests", allocation.requests())
        .isZero();
  }

  /**
   * They send blindly, so that much of it is above the limit, and to a destination that nobody
   * knows: all of their ports storm, and what tells the event thread of it allocates nothing
   * either.
   */
  @Tag("soak")
  @ParameterizedTest
  @CsvSource({
    "static-partition, drop",
    "fair-share, drop",
    "shared-queue, wait",
    "static-partition, wait",
    "dynamic-partition, wait",
    "round-robin, wait",
    "fair-share, wait",
  })
  void shouldAllocateNothingPerRequestWhenRatesAreLimited(String strategy, String over)
      throws Exception {
    Map<String, String> limit =
        Map.of(
            "maestro.rate-limit.requests",
            "100000",
            "maestro.rate-limit.switches.\"00:00:00:00:00:00:00:01\"", // above it on any machine
            "1000",
            "maestro.rate-limit.over",
            over);
    try (Maestro maestro = InProcess.controller(strategy, 1, limit, List.of())) {
      List<LoadingSwitch> switches = new ArrayList<>();
      for (int i = 1; i <= LIMITED_SWITCHES; i++) {
        SocketChannel socket = SocketChannel.open(maestro.address());
        socket.configureBlocking(false);
        switches.add(new LoadingSwitch(socket, i, OpenFlow.MAX_MESSAGE_BYTES, 0));
      }
      Allocation allocation = new Allocation(maestro, 0);
      while (!allocation.isOver()) {
        switches.forEach(LoadingSwitch::work);
      }
      for (LoadingSwitch each : switches) {
        each.close();
      }
      if (over.equals("drop")) {
        assertThat(maestro.metrics().total(Counter.REQUESTS_DROPPED)).isPositive();
      }
      assertThat(allocation.requests()).isGreaterThanOrEqualTo(REQUESTS);
      assertThat(allocation.bytes())
          .as("bytes allocated over %d requests", allocation.requests())
          .isZero();
    }
  }

  /** The control thread allocates for its answers, and no worker does. */
  @Tag("soak")
  @ParameterizedTest
  @ValueSource(strings = {"shared-queue", "round-robin", "fair-share"})
  void shouldAllocateNothingPerRequestWhenScrapedAndProbed(String strategy) throws Exception {
    Map<String, String> listen = Map.of("maestro.control.listen", "\"127.0.0.1:0\"");
    try (Maestro maestro = InProcess.controller(strategy, 1, listen, List.of());
        ControlListener listener = ControlListener.bind(maestro.config().control()).orElseThrow();
        Scraper scraper = new Scraper(listener)) {
      listener.serve(maestro, new NoOperations());
      allocatesNothing(maestro, OpenFlow.VERSION_10, true);
      assertThat(scraper.scrapes()).isPositive();
      assertThat(maestro.probingDelays().orElseThrow().all().count()).isPositive();
    }
  }

  /** Reads the metrics and what the page shows, again and again without a pause. */
  private static final class Scraper implements AutoCloseable {
    private static final List<String> PATHS = List.of("/metrics", "/v1/status", "/v1/switches");

    private final String url;
    private final AtomicLong scrapes = new AtomicLong();
    private final Thread thread = new Thread(this::run, "scraper");

    /** Volatile: set by the thread of the test. */
    private volatile boolean closed;

    Scraper(ControlListener listener) {
      url = "http://127.0.0.1:" + listener.address().getPort();
      thread.start();
    }

    private void run() {
      try {
        while (!closed) {
          for (String path : PATHS) {
            try (InputStream answer = URI.create(url + path).toURL().openStream()) {
              answer.readAllBytes();
            }
          }
          scrapes.incrementAndGet();
        }
      } catch (IOException e) {
        if (!closed) {
          throw new UncheckedIOException(e);
        }
      }
    }

    long scrapes() {
      return scrapes.get();
    }

    @Override
    public void close() {
      closed = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Nobody changes anything. */
  private static final class NoOperations implements Operations {
    @Override
    public LoadedConfig config() {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<List<String>> reload(String origin) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<List<String>> change(UnaryOperator<MaestroConfig> change) {
      throw new UnsupportedOperationException();
    }
  }

  /** TLS libraries allocate: so much for a request, of records with about 200 of them each. */
  @Tag("soak")
  @ParameterizedTest
  @CsvSource({"boringssl, 2", "jdk, 600"})
  void shouldAllocateLittlePerRequestWhenSwitchesSpeakTls(
      String provider, int mostBytesPerRequest, @TempDir Path folder) throws Exception {
    Path files = folder.resolve("pki");
    InProcess.makeCertificates(files);
    try (Maestro maestro = InProcess.tlsController("fair-share", 1, files, provider)) {
      Allocation allocation = new Allocation(maestro, mostBytesPerRequest);
      LoadRun run =
          new LoadRun(
              InProcess.fullSpeed(32, 4, true, 120 * InProcess.SECOND_NS),
              maestro.address(),
              InProcess.tlsSwitches(files));
      run.run(
          (stage, done, total, answered) -> {
            if (allocation.isOver()) {
              run.stop();
            }
          });
      double bytes = (double) allocation.bytes() / allocation.requests();
      System.out.printf("TLS by %s: %.2f bytes allocated per request%n", provider, bytes);
      assertThat(bytes).isLessThan(mostBytesPerRequest);
    }
  }

  /**
   * What the workers allocated over a million requests, again and again until it is no more than it
   * may be: the buffer pools grow to the number of connections that were ever busy at the same
   * time, and where that ends is a matter of chance.
   */
  private final class Allocation {
    private static final int MAX_WINDOWS = 9;

    private final Maestro maestro;
    private final int mostBytesPerRequest;
    private long fromRequests;
    private long fromBytes;
    private long requests;
    private long bytes;
    private int windows;

    Allocation(Maestro maestro, int mostBytesPerRequest) {
      this.maestro = maestro;
      this.mostBytesPerRequest = mostBytesPerRequest;
    }

    boolean isOver() {
      long served = maestro.metrics().total(Counter.REQUESTS);
      if (fromRequests == 0 && served >= WARM_UP_REQUESTS) {
        begin();
      } else if (fromRequests > 0 && served - fromRequests >= REQUESTS) {
        requests = served - fromRequests;
        bytes = allocatedBytes() - fromBytes;
        windows++;
        begin();
      }
      return windows == MAX_WINDOWS
          || (windows > 0 && (bytes == 0 || bytes < mostBytesPerRequest * requests));
    }

    private void begin() {
      fromBytes = allocatedBytes();
      fromRequests = maestro.metrics().total(Counter.REQUESTS);
    }

    private long allocatedBytes() {
      return maestro.workerThreadIds().stream().mapToLong(threads::getThreadAllocatedBytes).sum();
    }

    long requests() {
      return requests;
    }

    long bytes() {
      return bytes;
    }
  }
}
