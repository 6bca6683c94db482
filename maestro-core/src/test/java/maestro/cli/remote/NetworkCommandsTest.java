package maestro.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class NetworkCommandsTest {
  private static final String ONE = "00:00:00:00:00:00:00:01";
  private static final String TWO = "00:00:00:00:00:00:00:02";

  @AutoClose private final StubController controller;

  NetworkCommandsTest() throws IOException {
    controller = new StubController();
    controller.answers(
        "/v1/switches", "{'switches':[{'dpid':'%s'},{'dpid':'%s'}]}".formatted(ONE, TWO));
  }

  @Test
  void shouldShowBothDirectionsOfALinkInOneLineWhenThereAreBoth() {
    controller.answers(
        "/v1/links",
        """
        {'known':true,'links':[
         {'from':'A','fromPort':1,'to':'B','toPort':2,'twoWay':true,
          'bitsPerSecond':999,'speedKbps':1000,'load':0.000999},
         {'from':'B','fromPort':2,'to':'A','toPort':1,'twoWay':true,
          'bitsPerSecond':123456,'speedKbps':1000,'load':0.123456},
         {'from':'B','fromPort':4,'to':'C','toPort':4,'twoWay':false,
          'bitsPerSecond':9996000000,'speedKbps':null,'load':null},
         {'from':'B','fromPort':3,'to':'A','toPort':4294967294,'twoWay':false}]}
        """);
    assertThat(controller.run("links")).isZero();
    assertThat(controller.lines())
        .containsExactly(
            "FROM PORT TO PORT DIRECTION BIT/S BACK BIT/S LOAD",
            "A 1 B 2 both 999 123k 12.3 %",
            "B 4 C 4 one 10.0G - -",
            "B 3 A LOCAL one - - -");
  }

  @Test
  void shouldShowNamesBehindDatapathIdsAndPorts() {
    controller.answers(
        "/v1/links",
        """
        {'known':true,'links':[
         {'from':'A','fromName':'core-1','fromPort':1,'fromPortName':'uplink',
          'to':'B','toName':null,'toPort':2,'toPortName':'2','twoWay':false}]}
        """);
    controller.answers(
        "/v1/hosts",
        """
        {'known':true,'count':1,'hosts':[
         {'mac':'M','vlan':7,'dpid':'A','switchName':'core-1','port':4294967294,
          'portName':'LOCAL','addresses':[]}]}
        """);
    controller.answers(
        "/v1/paths?from=core-1&to=B",
        """
        {'hops':[
         {'dpid':'A','switchName':'core-1','inPort':null,'inPortName':null,
          'outPort':1,'outPortName':'uplink','alternatives':1},
         {'dpid':'B','switchName':null,'inPort':2,'inPortName':'2',
          'outPort':null,'outPortName':null,'alternatives':1}]}
        """);
    assertThat(controller.run("links")).isZero();
    assertThat(controller.lines()).contains("A core-1 1 uplink B 2 one - - -");
    assertThat(controller.run("hosts")).isZero();
    assertThat(controller.lines()).contains("M 7 A core-1 LOCAL");
    assertThat(controller.run("path", "core-1", "B")).isZero();
    assertThat(controller.lines()).contains("1 - A core-1 1 uplink", "2 2 B -");
  }

  @Test
  void shouldSayWhichApplicationIsMissingWhenNothingIsLookedFor() {
    controller.answers("/v1/links", "{'known':false,'links':[]}");
    controller.answers("/v1/hosts", "{'known':false,'count':0,'hosts':[]}");
    assertThat(controller.run("links")).isZero();
    assertThat(controller.lines())
        .containsExactly("no application looks for links; discovery does");
    assertThat(controller.run("hosts")).isZero();
    assertThat(controller.lines())
        .containsExactly("no application looks for hosts; host-location does");
  }

  @Test
  void shouldSayHowManyHostsAreLeftOutWhenThereAreMore() {
    controller.answers(
        "/v1/hosts",
        """
        {'known':true,'count':3,'hosts':[
         {'mac':'02:00:00:00:00:01','vlan':7,'dpid':'D','port':4,'addresses':['10.0.0.1','fe80::1']},
         {'mac':'02:00:00:00:00:02','vlan':null,'dpid':'D','port':5,'addresses':[]}]}
        """);
    assertThat(controller.run("hosts")).isZero();
    assertThat(controller.lines())
        .containsExactly(
            "HOST VLAN SWITCH PORT ADDRESSES",
            "02:00:00:00:00:01 7 D 4 10.0.0.1, fe80::1",
            "02:00:00:00:00:02 - D 5",
            "1 more");
  }

  @Test
  void shouldListFlowEntriesWithTheirOwnersWhenAskedInAnyFormOfDatapathId() {
    controller.answers(
        "/v1/switches/" + ONE + "/flows",
        """
        {'whole':false,'flows':[
         {'table':0,'priority':100,'cookie':'0x0000000000000001','application':'route-flow',
          'idleTimeout':10,'hardTimeout':60,'durationSeconds':3.5,'packets':5,'bytes':320,
          'match':{'in_port':'1','eth_dst':'02:00:00:00:00:01'},'actions':['output:2','output:3']},
         {'table':0,'priority':1,'cookie':'0x00000000000000ff','application':null,
          'idleTimeout':0,'hardTimeout':0,'durationSeconds':61,'packets':0,'bytes':0,
          'match':{},'actions':[]}]}
        """);
    for (String id : new String[] {"1", "0x1", "0000000000000001", ONE}) {
      assertThat(controller.run("flows", id)).isZero();
      assertThat(controller.lines())
          .containsExactly(
              "TABLE PRIORITY APPLICATION AGE TIMEOUTS PACKETS BYTES MATCH ACTIONS",
              "0 100 route-flow 3 s idle 10 s, hard 60 s 5 320"
                  + " in_port=1,eth_dst=02:00:00:00:00:01 output:2,output:3",
              "0 1 cookie 0x00000000000000ff 1 min 1 s none 0 0 any drop",
              "the switch has more");
    }
  }

  private void answersPorts() {
    controller.answers(
        "/v1/switches/" + ONE + "/ports",
        """
        [{'port':1,'name':'s1-eth1','up':true,'speedMbps':10000,'peer':{'dpid':'%s','port':3},
          'rxPackets':1,'txPackets':2,'rxBytes':3,'txBytes':18446744073709551614,'rxErrors':5,
          'txErrors':6,'rxDropped':7,'txDropped':8,'asOf':'2026-11-28T12:00:00Z'},
         {'port':4294967294,'name':'s1','up':false,'speedMbps':null,'peer':null,
          'rxPackets':null,'txPackets':null,'rxBytes':null,'txBytes':null,'rxErrors':null,
          'txErrors':null,'rxDropped':null,'txDropped':null,'asOf':null}]
        """
            .formatted(TWO));
  }

  private static final List<String> PORTS =
      List.of(
          "PORT NAME STATE BIT/S PEER RX PACKETS RX BYTES ERRORS DROPPED"
              + " TX PACKETS TX BYTES ERRORS DROPPED",
          "1 s1-eth1 up 10.0G " + TWO + " port 3 1 3 5 7 2 18446744073709551614 6 8",
          "LOCAL s1 down - - - - - - - - - -");

  @Test
  void shouldListPortsWithWhatTheyHaveCounted() {
    answersPorts();
    assertThat(controller.run("ports", "1")).isZero();
    assertThat(controller.lines()).containsExactlyElementsOf(PORTS);
    controller.answers("/v1/switches/core-1/ports", "[]");
    assertThat(controller.run("ports", "core-1")).isZero();
    controller.answers(
        "/v1/switches", "{'switches':[{'dpid':'%s','name':'core-1'}]}".formatted(ONE));
    assertThat(controller.run("ports", "core-2")).isEqualTo(1);
    assertThat(controller.err.toString()).contains("switch core-2 is not connected; near: core-1");
    assertThat(controller.run("ports", "3")).isEqualTo(1);
    assertThat(controller.err.toString()).contains("is not connected; near: " + ONE);
  }

  @Test
  void shouldShowASwitchWithItsPorts() {
    answersPorts();
    controller.answers(
        "/v1/switches/" + ONE,
        """
        {'dpid':'%s','name':'core-1','address':'10.0.0.9:40000','protocol':'OpenFlow 1.3','weight':4,
         'rateLimit':null,'worker':1,'connectedSince':'2026-11-28T12:00:00Z',
         'connectedSeconds':61.5,'requests':10,'lldpFrames':2,'waiting':{'p99Ms':0.25},
         'windows':{'10s':{'rate':5,'offeredRate':null,'fairRate':6,'deviation':-0.1667,
         'wantsMore':true}},'tables':1,'flowEntries':null,'flowMods':3,'errors':4,
         'tableFullErrors':1,'description':{'manufacturer':'Nicira','hardware':'Open vSwitch',
         'software':'3.1.0','serialNumber':'','datapath':''}}
        """
            .formatted(ONE));
    assertThat(controller.run("switch", "1")).isZero();
    List<String> lines = controller.lines();
    assertThat(lines.subList(0, 9))
        .containsExactly(
            "Switch " + ONE + " core-1 at 10.0.0.9:40000",
            "",
            "connected 1 min 1 s, since 2026-11-28T12:00:00Z, OpenFlow 1.3, worker 1",
            "description Nicira Open vSwitch 3.1.0",
            "requests 10, 2 LLDP frames; over 10 s: got 5.0/s of >5.0/s, fair 6.0/s (-16.7 %),"
                + " waits 0.250 ms at p99",
            "weight 4, no rate limit",
            "tables 1 table; entries not checked yet; 3 FLOW_MODs sent",
            "errors 4, table full 1",
            "");
    assertThat(lines.subList(9, lines.size())).containsExactlyElementsOf(PORTS);
  }

  @Test
  void shouldNameReservedPortsAsOpenVSwitchDoesWhenEntriesHaveThem() {
    String entry =
        "{'table':0,'priority':1,'cookie':'0x1','application':null,'idleTimeout':0,"
            + "'hardTimeout':0,'durationSeconds':1,'packets':0,'bytes':0,'match':{'in_port':'%s'},"
            + "'actions':['output:%s','write-output:7']}";
    controller.answers(
        "/v1/switches/" + ONE + "/flows",
        "{'whole':true,'flows':[%s,%s]}"
            .formatted(entry.formatted("local", "controller"), entry.formatted("9", "in_port")));
    assertThat(controller.run("flows", "1")).isZero();
    assertThat(controller.lines().subList(1, 3))
        .containsExactly(
            "0 1 cookie 0x1 1 s none 0 0 in_port=LOCAL output:CONTROLLER,write-output:7",
            "0 1 cookie 0x1 1 s none 0 0 in_port=9 output:IN_PORT,write-output:7");
  }

  @Test
  void shouldNameNearSwitchesWhenTheSwitchIsNotConnected() {
    controller.refuses("GET /v1/switches/00:00:00:00:00:00:00:03/flows", 404, "no such switch");
    assertThat(controller.run("flows", "3")).isEqualTo(1);
    assertThat(controller.err.toString())
        .isEqualTo(
            "maestro: switch 00:00:00:00:00:00:00:03 is not connected; near ones: %s, %s%n"
                .formatted(ONE, TWO));
    assertThat(controller.run("flows", "0xabcdef0123456789")).isEqualTo(1);
    assertThat(controller.err.toString())
        .contains("ab:cd:ef:01:23:45:67:89 is not connected; maestro switches lists those");
    assertThat(controller.run("flows", "00x1")).isEqualTo(2);
    assertThat(controller.err.toString()).contains("found '00x1'; allowed: ");
  }

  @Test
  void shouldSayWhyWhenAConnectedSwitchDoesNotAnswer() {
    controller.refuses("GET /v1/switches/" + ONE + "/flows", 504, "the switch does not answer");
    assertThat(controller.run("flows", "1")).isEqualTo(1);
    assertThat(controller.err.toString())
        .isEqualTo("maestro: " + controller.url() + ": the switch does not answer\n");
  }

  @Test
  void shouldShowEachHopWhenAPathIsKnown() {
    controller.answers(
        "/v1/paths?from=10.0.0.1&to=02%3A00%3A00%3A00%3A00%3A02",
        """
        {'hops':[{'dpid':'A','inPort':3,'outPort':1,'alternatives':2},
                 {'dpid':'B','inPort':1,'outPort':null,'alternatives':1}]}
        """);
    assertThat(controller.run("path", "10.0.0.1", "02:00:00:00:00:02")).isZero();
    assertThat(controller.lines())
        .containsExactly(
            "HOP IN SWITCH OUT LINKS TO CHOOSE FROM",
            "1 3 A 1 2, by a hash of the addresses",
            "2 1 B -");
  }

  @Test
  void shouldSayWhyWhenThereIsNoPath() {
    controller.refuses("GET /v1/paths?from=1&to=2", 404, "there is no path");
    controller.refuses("GET /v1/paths?from=1&to=9", 404, "there is no path");
    assertThat(controller.run("path", "1", "2")).isEqualTo(1);
    assertThat(controller.err.toString())
        .isEqualTo("maestro: " + controller.url() + ": there is no path\n");
    assertThat(controller.run("path", "1", "9")).isEqualTo(1);
    assertThat(controller.err.toString()).contains("00:09 is not connected; near ones: ");
  }

  @Test
  void shouldBeAWrongCommandLineWhenTheControllerRefusesAnArgument() {
    controller.refuses("GET /v1/paths?from=9&to=here", 400, "to: found here; allowed: a host");

    assertThat(controller.run("path", "9", "here")).isEqualTo(2);
    assertThat(controller.err.toString())
        .isEqualTo(
            "maestro path: %s: to: found here; allowed: a host; help: maestro path --help%n"
                .formatted(controller.url()));
    assertThat(controller.asked).hasSize(1);
  }

  @Test
  void shouldChangeAWeightAndNoteWhenTheSwitchIsNotConnected() {
    controller.answers(
        "PUT /v1/switches/" + ONE + "/weight", 200, "application/json", "{'changed':'it is 5'}");
    controller.answers(
        "PUT /v1/switches/00:00:00:00:00:00:00:0a/weight",
        200,
        "application/json",
        "{'changed':'it is 6'}");

    assertThat(controller.run("weight", "1", "5")).isZero();
    assertThat(controller.out.toString()).isEqualTo("it is 5\n");
    assertThat(controller.err.toString()).isEmpty();
    assertThat(controller.asked).contains("PUT /v1/switches/" + ONE + "/weight  {\"weight\":5}");

    assertThat(controller.run("weight", "10", "6", "--json")).isZero();
    assertThat(controller.out.toString()).isEqualTo("{\"changed\":\"it is 6\"}\n");
    assertThat(controller.err.toString()).contains("00:0a is not connected; near ones: ");
  }

  @Test
  void shouldNotAskWhenAWeightIsOutOfBounds() {
    assertThat(controller.run("weight", "1", "0")).isEqualTo(2);
    assertThat(controller.err.toString())
        .isEqualTo(
            "maestro weight: N: found '0'; allowed: 1 to 1000; help: maestro weight --help\n");
    assertThat(controller.run("weight", "1", "1001")).isEqualTo(2);
    assertThat(controller.asked).isEmpty();
  }

  @Test
  void shouldPassOnWhyWhenAChangeIsRefused() {
    controller.refuses("PUT /v1/switches/" + ONE + "/weight", 403, "the token is for reading");
    assertThat(controller.run("weight", "1", "5")).isEqualTo(1);
    assertThat(controller.err.toString())
        .isEqualTo("maestro: " + controller.url() + ": the token is for reading\n");
  }
}
