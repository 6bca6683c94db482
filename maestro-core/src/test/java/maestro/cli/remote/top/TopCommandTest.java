package maestro.cli.remote.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import maestro.cli.remote.StubController;
import maestro.cli.remote.client.ControlClient;
import maestro.cli.remote.client.ControlException;
import maestro.cli.remote.client.JsonValue;
import maestro.cli.remote.text.Window;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TopCommandTest {
  private static final String STATUS =
      """
      {'version':'1','listen':'L','state':'ok','concerns':['c'],'uptimeSeconds':5,'switches':2,
       'probingDelay':{'lastMs':0.12,'windows':{'10s':{'meanMs':0.0915,'p99Ms':12.5}}},
       'windows':{'10s':{'rate':30,'wantingMore':1}}}
      """;
  private static final String SWITCH =
      "{'dpid':'%s','weight':1,'waiting':{'p99Ms':1.25},'worker':0,'congested':false,'windows':{'10s':{'rate':%s,"
          + "'offeredRate':%2$s,'fairRate':20,'deviation':%s,'wantsMore':false}}}";
  private static final String WORKERS =
      """
      {'time':'2026-11-24T10:00:0%1$s','workers':[
       {'worker':0,'ibt':10,'requests':%2$d,'batches':%3$d,'busySeconds':%4$s,'cpuSeconds':%4$s},
       {'worker':1,'ibt':20,'requests':0,'batches':0,'cpuSeconds':0}]}
      """;

  @AutoClose private final StubController controller;

  TopCommandTest() throws IOException {
    controller = new StubController();
    controller.answers("/v1/status", STATUS);
    controller.answers(
        "/v1/switches",
        "{'switches':[%s,%s,%s]}"
            .formatted(
                SWITCH.formatted("A", 10, -0.5),
                SWITCH.formatted("B", 20, 0.25),
                SWITCH.formatted("C", 15, -0.75)));
    controller.answers("/v1/workers", WORKERS.formatted("0.5Z", 100, 10, "1.0"));
  }

  @Test
  void shouldOrderSwitchesByRateAndWorkersByThresholdWhenNotToldOtherwise() {
    assertThat(controller.run("top", "--once")).isZero();
    assertThat(controller.lines())
        .containsExactly(
            "Maestro 1 on L: ok; up 5 s; 2 switches; 30.0 requests/s over 10 s, 1 want more",
            "a light switch waits 0.120 ms now; over 10 s: 0.092 ms mean, 12.5 ms p99",
            "! c",
            "",
            "WORKER IBT REQUESTS/s REQUESTS/BATCH BUSY CPU",
            "1 20 - - - -",
            "0 10 - - - -",
            "",
            "SWITCH OFFERED/s GOT/s FAIR/s DEVIATION P99 WAIT WEIGHT WORKER STATE",
            "B 20.0 20.0 20.0 +25.0 % 1.25 ms 1 0",
            "C 15.0 15.0 20.0 -75.0 % 1.25 ms 1 0",
            "A 10.0 10.0 20.0 -50.0 % 1.25 ms 1 0");
  }

  @Test
  void shouldOrderSwitchesAsTold() {
    assertThat(controller.run("top", "--once", "--sort=deviation")).isZero();
    assertThat(controller.lines().subList(9, 12))
        .extracting(line -> line.substring(0, 1))
        .containsExactly("C", "A", "B");
    assertThat(controller.run("top", "--once", "--sort=dpid")).isZero();
    assertThat(controller.lines().subList(9, 12))
        .extracting(line -> line.substring(0, 1))
        .containsExactly("A", "B", "C");
    assertThat(controller.run("top", "--once", "--sort=name")).isEqualTo(2);
  }

  @Test
  void shouldPrintOneDocumentWhenJsonIsAskedFor() throws IOException {
    assertThat(controller.run("top", "--once", "--json")).isZero();
    JsonValue all = JsonValue.parse(controller.out.toString());
    assertThat(all.at("status", "listen").text()).isEqualTo("L");
    assertThat(all.at("switches").items()).hasSize(3);
    assertThat(all.at("workers").items()).hasSize(2);
  }

  @Test
  void shouldShowWhatWorkersDidBetweenTwoAnswers() throws IOException {
    WorkerRates rates = new WorkerRates();
    rates.update(workers("0.5Z", 100, 10, "1.0"));
    assertThat(rates.requests("0")).isEqualTo("-");
    rates.update(workers("2.5Z", 1100, 30, "2.5"));
    rates.update(workers("2.5Z", 1100, 30, "2.5")); // the same answer again
    assertThat(rates.requests("0")).isEqualTo("500");
    assertThat(rates.requestsInABatch("0")).isEqualTo("50.0");
    assertThat(rates.cpu("0")).isEqualTo("75 %");
    assertThat(rates.busy("0")).isEqualTo("75 %");
    assertThat(rates.requestsInABatch("1")).isEqualTo("-");
    rates.update(workers("3.5Z", 5, 1, "0.1")); // the controller was started again
    assertThat(rates.requests("0")).isEqualTo("-");
  }

  @Test
  void shouldLeaveOutWhatHasNoRoom() throws IOException, ControlException, InterruptedException {
    TopSource.Answers answers =
        new TopSource(
                new ControlClient(URI.create(controller.url()), Optional.empty(), Optional.empty()))
            .read();
    List<String> lines = new TopFrame(Window.TEN_SECONDS, SwitchOrder.RATE).lines(answers, 11);
    assertThat(lines).hasSize(11);
    assertThat(lines.get(6)).isEmpty(); // one of the two workers is left out
    assertThat(lines.get(8)).startsWith("B");
  }

  private static JsonValue workers(String second, int requests, int batches, String cpu)
      throws IOException {
    return JsonValue.parse(WORKERS.formatted(second, requests, batches, cpu).replace('\'', '"'));
  }

  @Test
  void shouldEndWhenNobodyReads() {
    PrintStream before = System.out;
    System.setOut(
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
              }

              @Override
              public void flush() throws IOException {
                throw new IOException("Broken pipe");
              }
            }));
    try {
      assertThat(controller.run("top")).isZero();
    } finally {
      System.setOut(before);
    }
  }
}
