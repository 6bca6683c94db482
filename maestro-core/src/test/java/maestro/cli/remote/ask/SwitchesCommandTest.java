package maestro.cli.remote.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import maestro.cli.remote.StubController;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SwitchesCommandTest {
  private static final String SWITCHES =
      """
      {'time':'2026-11-24T10:00:00Z','switches':[
       {'dpid':'00:00:00:00:00:00:00:01','address':'127.0.0.1:40000','protocol':'OpenFlow 1.3',
        'weight':2,'rateLimit':null,'worker':0,'connectedSeconds':90061,'requests':7,
        'congested':false,'ports':4,'waiting':{'meanMs':0.1,'p50Ms':0.1,'p99Ms':0.25},
        'windows':{'10s':{'rate':900,'offeredRate':null,'fairRate':1000,'deviation':-0.1,
                          'wantsMore':true},
                   '1s':{'rate':5,'offeredRate':5,'fairRate':5,'deviation':0,'wantsMore':false}}},
       {'dpid':'00:00:00:00:00:00:00:02','address':'127.0.0.1:40002','protocol':'OpenFlow 1.0',
        'weight':1,'rateLimit':500,'worker':-1,'connectedSeconds':3,'requests':0,
        'congested':true,'ports':0,'windows':{}}]}
      """;

  @AutoClose private final StubController controller;

  SwitchesCommandTest() throws IOException {
    controller = new StubController();
    controller.answers("/v1/switches", SWITCHES);
  }

  @Test
  void shouldListSwitchesWithTheirSharesWhenAsked() {
    assertThat(controller.run("switches")).isZero();
    assertThat(controller.out.toString().lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "SWITCH OFFERED/s GOT/s FAIR/s DEVIATION P99 WAIT WEIGHT LIMIT/s WORKER PORTS UP"
                + " PROTOCOL ADDRESS STATE",
            "00:00:00:00:00:00:00:01 >900 900 1000 -10.0 % 0.250 ms 2 - 0 4 1 d 1 h OpenFlow 1.3"
                + " 127.0.0.1:40000 wants more",
            "00:00:00:00:00:00:00:02 - - - - - 1 500 - 0 3 s OpenFlow 1.0 127.0.0.1:40002"
                + " does not read");
  }

  @Test
  void shouldTakeAnotherWindowWhenTold() {
    assertThat(controller.run("switches", "--window", "1s")).isZero();
    assertThat(controller.out.toString()).containsPattern("01 +5.0 +5.0 +5.0 +\\+0.0 %");
    assertThat(controller.run("switches", "--window", "2s")).isEqualTo(2);
    assertThat(controller.err.toString()).contains("found '2s'; allowed: 1s, 10s, 60s");
  }

  @Test
  void shouldPrintTheAnswerAsItIsWhenJsonIsAskedFor() {
    assertThat(controller.run("switches", "--json")).isZero();
    assertThat(controller.out.toString()).isEqualTo(SWITCHES.replace('\'', '"'));
  }

  @Test
  void shouldSayThatTheControllerIsTooOldWhenItHasNoSuchEndpoint() throws IOException {
    try (StubController old = new StubController()) {
      old.answers("/v1/openapi.json", "{'paths':{'/v1/status':{}}}");
      assertThat(old.run("switches")).isEqualTo(1);
      assertThat(old.err.toString())
          .isEqualTo(
              "maestro: the controller at "
                  + old.url()
                  + " is too old for this command: it has no /v1/switches\n");
    }
  }
}
