package maestro.staticflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import maestro.config.SwitchNames;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/** Static flows as operators write them, and the messages that follow. */
class StaticFlowJsonTest {
  private static final OFFactory FACTORY_10 = ColdCodec.factory(OpenFlow.VERSION_10);
  private static final OFFactory FACTORY_13 = ColdCodec.factory(OpenFlow.VERSION_13);

  private static StaticFlow flow(String match, String actions) throws BadFlowException {
    return StaticFlowJson.read(
        "f",
        "{\"dpid\":\"1\",\"match\":{%s},\"actions\":[%s]}".formatted(match, actions),
        SwitchNames.NONE);
  }

  @Test
  void shouldReadEveryFieldOfAFlow() throws Exception {
    StaticFlow flow =
        StaticFlowJson.read(
            "web.1",
            "{\"hardTimeout\":60,\"idleTimeout\":\"0x10\",\"priority\":7,\"table\":2,"
                + "\"actions\":[\"output:2\",\"output:CONTROLLER\"],"
                + "\"match\":{\"eth_type\":2048,\"in_port\":3},\"dpid\":\"0x2a\"}",
            SwitchNames.NONE);

    assertThat(flow.name()).isEqualTo("web.1");
    assertThat(flow.datapathId()).isEqualTo(42);
    assertThat(flow.table()).isEqualTo(2);
    assertThat(flow.priority()).isEqualTo(7);
    assertThat(flow.idleSeconds()).isEqualTo(16);
    assertThat(flow.hardSeconds()).isEqualTo(60);
    assertThat(flow.match())
        .containsExactly(Map.entry("in_port", "3"), Map.entry("eth_type", "0x800"));
    assertThat(flow.actions()).containsExactly("output:2", "output:controller");
    assertThat(flow.sendsElsewhere()).isTrue();
  }

  @Test
  void shouldReadWholeNumbersWithAPointOrAnExponent() throws Exception {
    StaticFlow flow =
        StaticFlowJson.read(
            "f",
            "{\"hardTimeout\":6e1,\"priority\":30.00,\"table\":0e-99,\"actions\":[],"
                + "\"match\":{\"in_port\":30E-1},\"dpid\":4.2e1}",
            SwitchNames.NONE);

    assertThat(flow.datapathId()).isEqualTo(42);
    assertThat(flow.table()).isZero();
    assertThat(flow.priority()).isEqualTo(30);
    assertThat(flow.hardSeconds()).isEqualTo(60);
    assertThat(flow.match()).containsExactly(Map.entry("in_port", "3"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | actions: found nothing; allowed: a list, empty to drop; of output:PORT",
        "{\"actions\":[]} | dpid: found nothing; allowed: \"00:00:00:00:00:00:00:2a\","
            + " 000000000000002a, 0x2a or 42",
        "{\"dpid\":\"x\",\"actions\":[]} | dpid: found 'x'; allowed: ",
        "{\"dpid\":1.5,\"actions\":[]} | dpid: found '1.5'; allowed: a whole number, or a text",
        "{\"dpid\":1e99,\"actions\":[]} | dpid: found '1e99'; allowed: a whole number, or a text",
        "{\"dpid\":1e-2147483649,\"actions\":[]} | dpid: found '1e-2147483649'; allowed: a whole",
        "{\"dpid\":1e999999999999,\"actions\":[]} | dpid: found '1e999999999999'; allowed: a whole",
        "{\"dpid\":1,\"actions\":[],\"name\":0} | name: found no text; allowed: 1 to 64 of the",
        "{\"dpid\":1,\"actions\":[],\"name\":null} | name: found no text; allowed: 1 to 64 of the",
        "{\"dpid\":1,\"actions\":[],\"priority\":-30.0} | priority: found '-30'; allowed: 0 to"
            + " 65535",
        "{\"dpid\":null,\"actions\":[]} | dpid: found neither a number nor a text",
        "{\"dpid\":true,\"actions\":[]} | dpid: found neither a number nor a text",
        "{\"dpid\":1,\"actions\":[],\"prio\":1} | field: found 'prio'; allowed: dpid, table,"
            + " priority",
        "{\"dpid\":1,\"actions\":[],\"priority\":65536} | priority: found '65536'; allowed: 0 to"
            + " 65535",
        "{\"dpid\":1,\"actions\":[],\"priority\":-1} | priority: found '-1'; allowed: 0 to 65535",
        "{\"dpid\":1,\"actions\":[],\"table\":255} | table: found '255'; allowed: 0 to 254",
        "{\"dpid\":1,\"actions\":[],\"name\":\"g\"} | name: found 'g'; allowed: that of the flow,"
            + " f",
        "{\"dpid\":1,\"actions\":{}} | actions: found no list; allowed: a list",
        "{\"dpid\":1,\"actions\":[1]} | actions[0]: found no text; allowed: output:PORT",
        "{\"dpid\":1,\"actions\":[\"output:0\"]} | actions[0]: found 'output:0'; allowed: output:"
            + " and a port",
        "{\"dpid\":1,\"actions\":[\"goto-table:0\"]} | actions[0]: found 'goto-table:0'; allowed:"
            + " goto-table: and a later",
        "{\"dpid\":1,\"table\":3,\"actions\":[\"goto-table:3\"]} | actions: found goto-table:3 in"
            + " table 3",
        "{\"dpid\":1,\"actions\":[\"set-field:in_port=1\"]} | actions[0]: found"
            + " 'set-field:in_port=1'; allowed: set-field",
        "{\"dpid\":1,\"actions\":[\"set-field:ipv4_dst=10.0.0.0/8\"]} | actions[0]: found"
            + " 'set-field:ipv4_dst=10.0.0.0/8'; allowed: a value without",
        "{\"dpid\":1,\"actions\":[\"jump\"]} | actions[0]: found 'jump'; allowed: output:PORT",
        "{\"dpid\":1,\"actions\":[],\"match\":[]} | match: found no object",
        "{\"dpid\":1,\"actions\":[],\"match\":{\"dl_type\":1}} | match: found 'dl_type'; allowed:"
            + " in_port, in_phy_port, metadata, eth_dst",
        "{\"dpid\":1,\"actions\":[],\"match\":{\"eth_type\":\"ip\"}} | match: eth_type: found 'ip';"
            + " allowed: 0 to 0xffff",
        "{\"dpid\":1,\"actions\":[],\"match\":{\"tcp_dst\":80}} | match: tcp_dst: found without"
            + " ip_proto 6; allowed: with it",
        "{\"dpid\":1,\"actions\":[],\"match\":{\"ipv4_dst\":\"10.0.0.1\"}} | match: ipv4_dst: found"
            + " without eth_type 0x800",
        "[] | the flow is no JSON object",
        "{\"dpid\":1,\"actions\":[]} x | the body is not JSON: ",
        "{\"dpid\":1,\"actions\":[]} {} | unexpected text after the JSON object",
        "{\"dpid\":1,\"dpid\":2,\"actions\":[]} | the body is not JSON: Duplicate field 'dpid'",
      })
  void shouldSayWhatIsAllowedWhenAFlowHasAMistake(String body, String message) {
    assertThatThrownBy(() -> StaticFlowJson.read("f", body, SwitchNames.NONE))
        .isInstanceOf(BadFlowException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a/b", "..", "\u00e4", "a\n"})
  void shouldRefuseANameThatIsNone(String name) {
    assertThatThrownBy(
            () -> StaticFlowJson.read(name, "{\"dpid\":1,\"actions\":[]}", SwitchNames.NONE))
        .isInstanceOf(BadFlowException.class)
        .hasMessageStartingWith("name: found '")
        .hasMessageEndingWith("allowed: 1 to 64 of the characters A-Z a-z 0-9 . _ -");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"in_port\":\"LOCAL\" | in_port=local",
        "\"eth_dst\":\"AA:bb:CC:00:00:01/ff:00:00:00:00:00\" |"
            + " eth_dst=aa:00:00:00:00:00/ff:00:00:00:00:00",
        "\"vlan_vid\":\"0x1005\" | vlan_vid=5",
        "\"vlan_vid\":\"untagged\" | vlan_vid=untagged",
        "\"vlan_vid\":\"any\",\"vlan_pcp\":3 | vlan_vid=any vlan_pcp=3",
        "\"eth_type\":\"0x0800\",\"ipv4_src\":\"10.1.2.3/255.0.0.0\" | eth_type=0x800"
            + " ipv4_src=10.0.0.0/8",
        "\"eth_type\":\"0x800\",\"ipv4_src\":\"10.1.2.3/32\" | eth_type=0x800 ipv4_src=10.1.2.3",
        "\"eth_type\":\"0x800\",\"ipv4_src\":\"0.0.0.0/0\" | eth_type=0x800",
        "\"eth_type\":\"0x86dd\",\"ipv6_dst\":\"2001:DB8::1/32\" | eth_type=0x86dd"
            + " ipv6_dst=2001:db8::/32",
        "\"eth_type\":\"0x86dd\",\"ipv6_dst\":\"::ffff:10.0.0.1\" | eth_type=0x86dd"
            + " ipv6_dst=::ffff:a00:1",
        "\"eth_type\":\"0x806\",\"arp_op\":1,\"arp_tpa\":\"10.0.0.1\" | eth_type=0x806 arp_op=1"
            + " arp_tpa=10.0.0.1",
        "\"metadata\":\"0x12/0xf0\" | metadata=0x10/0xf0",
      })
  void shouldWriteEqualMatchesInOneWay(String match, String shown) throws Exception {
    StaticFlow flow = flow(match, "");
    String texts =
        String.join(
            " ",
            flow.match().entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
    assertThat(texts).isEqualTo(shown);
    assertThat(readable(flow.add(FACTORY_13, 1)).getPriority()).isEqualTo(32768);
  }

  private static OFFlowMod readable(OFFlowMod message) throws Exception {
    byte[] bytes = ColdCodec.bytes(message);
    return (OFFlowMod) ColdCodec.read(ByteBuffer.wrap(bytes), 0, bytes.length);
  }

  @ParameterizedTest
  @CsvSource({
    "group:7, groups",
    "meter:1, meters",
    "goto-table:1, goto-table",
    "set-queue:1, set-queue",
    "dec-ttl, dec-ttl",
    "push-vlan:0x8100, push-vlan: set-field:vlan_vid=VLAN adds a tag there",
    "write-output:1, 'action sets (write-, clear-actions)'",
    "set-field:arp_op=1, set-field:arp_op"
  })
  void shouldSayWhatOpenFlow10DoesNotHave(String action, String what) throws Exception {
    StaticFlow flow = flow("", '"' + action + '"');

    assertThatThrownBy(() -> flow.add(FACTORY_10, 1))
        .isInstanceOf(UnsupportedFlowException.class)
        .hasMessage("OpenFlow 1.0 has no " + what);
    assertThat(readable(flow.add(FACTORY_13, 1)).getInstructions()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"eth_dst\":\"01:00:00:00:00:00/01:00:00:00:00:00\" | match of eth_dst with this mask:"
            + " 01:00:00:00:00:00/01:00:00:00:00:00",
        "\"eth_type\":\"0x86dd\",\"ipv6_dst\":\"::1\" | match of ipv6_dst",
        "\"metadata\":1 | match of metadata",
        "\"eth_type\":\"ipv6\",\"ip_proto\":\"tcp\" | match of ip_proto",
        "\"eth_type\":\"ipv4\",\"ip_proto\":132,\"sctp_dst\":7 | match of sctp_dst",
        "\"eth_type\":\"arp\",\"arp_op\":256 | match of arp_op",
      })
  void shouldSayWhichMatchOpenFlow10DoesNotHave(String match, String what) throws Exception {
    StaticFlow flow = flow(match, "");

    assertThatThrownBy(() -> flow.add(FACTORY_10, 1)).hasMessage("OpenFlow 1.0 has no " + what);
    assertThat(readable(flow.add(FACTORY_13, 1)).getMatch()).isNotNull();
  }

  @Test
  void shouldSetFieldsInBothVersions() throws Exception {
    StaticFlow flow =
        flow(
            "\"eth_type\":\"0x800\",\"ip_proto\":6",
            List.of(
                    "eth_dst=00:00:00:00:00:02",
                    "ipv4_dst=10.0.0.2",
                    "vlan_vid=5",
                    "tcp_dst=80",
                    "ip_dscp=46",
                    "vlan_pcp=3")
                .stream()
                .map(each -> "\"set_field:" + each + "\"")
                .reduce((a, b) -> a + "," + b)
                .orElseThrow());

    assertThat(readable(flow.add(FACTORY_10, 1)).getActions())
        .extracting(each -> each.getType().name())
        .containsExactly(
            "SET_DL_DST", "SET_NW_DST", "SET_VLAN_VID", "SET_TP_DST", "SET_NW_TOS", "SET_VLAN_PCP");
    assertThat(readable(flow.add(FACTORY_10, 1)).getActions().get(4).toString())
        .contains("nwTos=184");
    assertThat(readable(flow.add(FACTORY_13, 1)).getInstructions()).hasSize(1);
  }

  @Test
  void shouldHaveAnotherCookieWhenTheContentIsAnother() throws Exception {
    StaticFlow one = flow("\"in_port\":1", "\"output:2\"");

    assertThat(flow("\"in_port\":\"0x1\"", "\"output:2\"")).isEqualTo(one).hasSameHashCodeAs(one);
    assertThat(flow("\"in_port\":1", "\"output:3\"").cookie()).isNotEqualTo(one.cookie());
    assertThat(one.cookie() >>> 24).isEqualTo(0x006d61b3e0L);
  }

  private static final SwitchNames NAMES =
      new SwitchNames(
          Map.of(42L, "core-1", 43L, "core-2"),
          Map.of(42L, Map.of(3, "uplink", 0xffff_fffe, "flood", 4, "self")));

  private static StaticFlow named(String dpid, String inPort, String action)
      throws BadFlowException {
    return StaticFlowJson.read(
        "f",
        "{\"dpid\":\"%s\",\"match\":{\"in_port\":\"%s\"},\"actions\":[\"%s\"]}"
            .formatted(dpid, inPort, action),
        NAMES);
  }

  @Test
  void shouldTakeTheNamesOfASwitchAndItsPorts() throws Exception {
    StaticFlow flow = named("core-1", "uplink", "output:self");
    assertThat(flow.datapathId()).isEqualTo(42);
    assertThat(flow.match()).containsExactly(Map.entry("in_port", "3"));
    assertThat(flow.actions()).containsExactly("output:4");
    assertThat(named("42", "1", "write-output:uplink").actions()).containsExactly("write-output:3");
    assertThat(named("core-1", "flood", "output:flood").match())
        .as("no port by which packets come in, so it is a name")
        .containsExactly(Map.entry("in_port", "local"));
    assertThat(named("core-1", "1", "output:flood").actions())
        .as("a reserved port")
        .containsExactly("output:flood");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "core-3 | 1 | output:1 | dpid: found 'core-3'; allowed: \"00:00:00:00:00:00:00:2a\","
            + " 000000000000002a, 0x2a or 42, or a name in maestro.switches: core-1, core-2; did"
            + " you mean 'core-1'?",
        "core-1 | uplnk | output:1 | match: in_port: found 'uplnk'; allowed: 1 to 4294967039,"
            + " or local, or a name of a port of this switch in maestro.switches: flood, self,"
            + " uplink; did you mean 'uplink'?",
        "core-1 | 1 | output:downlink | actions[0]: found 'downlink'; allowed: a port number from"
            + " 1, controller, in_port, flood, all, local, normal, table, or a name of a port of"
            + " this switch in maestro.switches: flood, self, uplink",
        "core-2 | uplink | output:1 | match: in_port: found 'uplink'; allowed: 1 to 4294967039,"
            + " or local",
      })
  void shouldSayWhichNamesThereAre(String dpid, String inPort, String action, String message) {
    assertThatThrownBy(() -> named(dpid, inPort, action))
        .isInstanceOf(BadFlowException.class)
        .hasMessage(message);
  }
}
