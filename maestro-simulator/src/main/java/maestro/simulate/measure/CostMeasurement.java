package maestro.simulate.measure;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Progress;
import maestro.emulator.report.MachineFacts;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;
import maestro.openflow.PacketInEncoder;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Measures the costs on this machine for the simulator, by the benchmarks of this package and the
 * emulator against the baseline responder. The median of several JVMs counts.
 */
public final class CostMeasurement {
  private static final String TEMPLATE = "costs.template";
  private static final int READ_BYTES = 26_112;
  private static final int SHORT_READ_BYTES = 1_632;
  private static final int WRITE_BYTES = 26_624;
  private static final int SHORT_WRITE_BYTES = 1_664;

  /** A FLOW_MOD of the learning switch, OpenFlow 1.3. */
  private static final int ANSWER_BYTES = 104;

  /** The least time of the controller's own part of a visit; assumed. */
  private static final double LEAST_OWN_PART = 0.1;

  /** Requests of a visit of {@link RequestPathBenchmark}: 64 KiB. */
  private static final double CHOPPED = 65_536.0 / 102;

  private final int forks;
  private final Map<String, Double> ns = new HashMap<>();
  private final Map<String, String> costs = new LinkedHashMap<>();

  private CostMeasurement(int forks) {
    this.forks = forks;
  }

  /**
   * The costs as a file for {@code simulate --costs}. Takes one and a half minutes for each fork.
   *
   * @param forks JVMs in which each benchmark is run
   * @throws IOException when no socket can be opened
   */
  public static String measure(int forks) throws IOException, ScenarioException {
    CostMeasurement measurement = new CostMeasurement(forks);
    measurement.runBenchmarks();
    measurement.kernel();
    measurement.cores();
    measurement.stages();
    measurement.load();
    return measurement.file();
  }

  private void runBenchmarks() {
    try {
      var options =
          new OptionsBuilder()
              .include(CostMeasurement.class.getPackageName() + "\\..*Benchmark")
              .include(RequestPathBenchmark.class.getSimpleName())
              .param("step", "CHOP")
              .param("version", String.valueOf(CycleBenchmark.VERSION))
              .param("hosts", String.valueOf(CycleBenchmark.HOSTS))
              .mode(Mode.AverageTime)
              .timeUnit(TimeUnit.NANOSECONDS)
              .forks(forks)
              .jvmArgsAppend("-Xmx512m", "-XX:AutoBoxCacheMax=65536")
              .warmupIterations(2)
              .warmupTime(TimeValue.seconds(1))
              .measurementIterations(3)
              .measurementTime(TimeValue.milliseconds(700))
              .build();
      for (RunResult result : new Runner(options).run()) {
        add(result);
      }
    } catch (RunnerException e) {
      throw new IllegalStateException(e);
    }
  }

  private void add(RunResult result) {
    var params = result.getParams();
    String name = params.getBenchmark();
    StringBuilder key = new StringBuilder(name.substring(name.lastIndexOf('.') + 1));
    for (String param : params.getParamsKeys()) {
      key.append(' ').append(params.getParam(param));
    }
    double[] scores =
        result.getBenchmarkResults().stream()
            .map(BenchmarkResult::getPrimaryResult)
            .mapToDouble(r -> r.getScore())
            .sorted()
            .toArray();
    ns.put(key.toString(), scores[scores.length / 2]);
  }

  private double of(String benchmark) {
    Double score = ns.get(benchmark);
    if (score == null) {
      throw new IllegalStateException(benchmark + " was not measured; there are " + ns.keySet());
    }
    return score;
  }

  /** Splits a system call into a fixed cost and a cost for each byte. */
  private void kernel() {
    double shortRead = of("read " + SHORT_READ_BYTES);
    double readByte = (of("read " + READ_BYTES) - shortRead) / (READ_BYTES - SHORT_READ_BYTES);
    put("kernel.read-call", shortRead - SHORT_READ_BYTES * readByte);
    put("kernel.read-byte", readByte);
    put("kernel.read-nothing", of("read 0"));
    double shortWrite = of("write " + SHORT_WRITE_BYTES);
    double writeByte =
        (of("write " + WRITE_BYTES) - shortWrite) / (WRITE_BYTES - SHORT_WRITE_BYTES);
    put("kernel.write-call", shortWrite - SHORT_WRITE_BYTES * writeByte);
    put("kernel.write-byte", writeByte);
    double poll = of("poll 0");
    put("kernel.poll-call", poll);
    put(
        "kernel.poll-ready",
        (of("poll " + SocketBenchmark.SOCKETS) - poll) / SocketBenchmark.SOCKETS);
    put("kernel.interest", of("changeAndPoll 0") - poll);
  }

  private void cores() {
    double wakeUp = of("wake");
    put("kernel.park", wakeUp);
    put("kernel.wake-up", wakeUp);
    put("kernel.wake-latency", of("wakeAndSee") - wakeUp);
    put("memory.line", of("handOver") / 2); // there and back
  }

  /**
   * The costs of a cycle without its system calls. System calls are cheaper in a cycle than alone,
   * since other work keeps more in the cache. When they would leave nothing for a visit, they are
   * lowered.
   */
  private void stages() {
    int switches = CycleBenchmark.SWITCHES;
    double apart = of("cycles " + CycleBenchmark.Kind.SHORT_APART);
    double together = of("cycles " + CycleBenchmark.Kind.SHORT_TOGETHER);
    double visits = CycleBenchmark.LONG_VISITS;
    double request =
        (of("cycles " + CycleBenchmark.Kind.LONG) - visits * apart)
            / (switches * (CycleBenchmark.LONG_REQUESTS - visits * CycleBenchmark.SHORT_REQUESTS));
    double batch = (apart - together) / (switches - CycleBenchmark.FEW_BATCHES);
    put("stage.batch", batch);
    double visit =
        apart / switches
            - CycleBenchmark.SHORT_REQUESTS * request
            - cost("stage.batch")
            - cost("kernel.poll-ready");
    double calls = cost("kernel.read-call") + cost("kernel.write-call");
    double inCycle = Math.min(1, (1 - LEAST_OWN_PART) * visit / calls);
    put("kernel.read-call", cost("kernel.read-call") * inCycle);
    put("kernel.write-call", cost("kernel.write-call") * inCycle);
    put("stage.visit", visit - calls * inCycle);

    int requestBytes = PacketInEncoder.bytes(CycleBenchmark.VERSION, SwitchStream.FRAME_BYTES);
    double readNs = requestBytes * cost("kernel.read-byte");
    put(
        "stage.chop",
        of("visit " + CycleBenchmark.HOSTS + " CHOP " + CycleBenchmark.VERSION) / CHOPPED - readNs);
    put(
        "stage.request",
        request - cost("stage.chop") - readNs - ANSWER_BYTES * cost("kernel.write-byte"));
    costs.put("stage.answer-bytes", String.valueOf(ANSWER_BYTES));
  }

  /** One load thread against a responder that costs less than it does, on another core. */
  private void load() throws IOException, ScenarioException {
    double request = requestNs("max", 79);
    put("load.request", request);
    put("load.call", requestNs("ping-pong", 64) - request);
  }

  private double requestNs(String mode, int switches) throws IOException, ScenarioException {
    double[] each = new double[forks];
    for (int i = 0; i < forks; i++) {
      try (BaselineResponder responder =
          BaselineResponder.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .start()) {
        var scenario =
            ScenarioFile.defaultsWith(
                "load=" + mode,
                "network.switches=" + switches,
                "durations.warm-up=1s",
                "durations.measure=2s");
        each[i] =
            1e9
                / Emulation.run(scenario, responder.address(), Progress.NONE)
                    .throughputRequestsPerSecond();
      }
    }
    Arrays.sort(each);
    return each[forks / 2];
  }

  /** The difference of two measurements may be noise around 0. */
  private void put(String key, double measuredNs) {
    costs.put(key, String.format(Locale.ROOT, "%.4g", Math.max(0.001, measuredNs)));
  }

  private double cost(String key) {
    return Double.parseDouble(costs.get(key));
  }

  private String file() throws IOException {
    MachineFacts machine = Emulation.machine();
    costs.put("date", LocalDate.now(ZoneId.systemDefault()).toString());
    costs.put("forks", String.valueOf(forks));
    costs.put("machine", machine.cores() + ", " + machine.processor() + ", " + machine.os());
    costs.put("jvm", machine.jvm());
    String text;
    try (InputStream in = CostMeasurement.class.getResourceAsStream(TEMPLATE)) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    for (Map.Entry<String, String> cost : costs.entrySet()) {
      text = text.replace("{" + cost.getKey() + "}", cost.getValue());
    }
    return text;
  }
}
