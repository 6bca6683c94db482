package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import maestro.config.SwitchNames;
import maestro.staticflows.BadFlowException;
import maestro.staticflows.StaticFlowJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The document allows the values in static flows that the controller takes, and no others. */
class StaticFlowDocumentTest {
  private static final Map<String, Object> BODY =
      Map.of("$ref", "#/components/schemas/StaticFlowBody");

  private final Map<String, Object> document = document();

  private static Map<String, Object> document() {
    try (InputStream in = Rest.class.getResourceAsStream("openapi.json")) {
      byte[] bytes = Objects.requireNonNull(in).readAllBytes();
      return JsonSchema.parse(new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> mistakes(String body) {
    return new JsonSchema(document).mistakes(BODY, JsonSchema.parse(body));
  }

  private static String flow(String fields) {
    return "{\"dpid\":1," + fields.replace('\'', '"') + "}";
  }

  @Test
  void shouldNameTheFieldsThatTheControllerKnows() {
    Object match = JsonSchema.object(schema("StaticFlowBody").get("properties")).get("match");
    TreeSet<String> names =
        new TreeSet<>(JsonSchema.object(JsonSchema.object(match).get("properties")).keySet());

    assertThatThrownBy(
            () -> StaticFlowJson.read("f", flow("'actions':[],'match':{'x':1}"), SwitchNames.NONE))
        .isInstanceOfSatisfying(
            BadFlowException.class,
            e -> {
              String allowed = String.valueOf(e.getMessage()).replaceFirst(".*allowed: ", "");
              assertThat(names).containsExactlyInAnyOrder(allowed.split(", "));
            });
  }

  private Map<String, Object> schema(String name) {
    Object components = document.get("components");
    return JsonSchema.object(
        JsonSchema.object(JsonSchema.object(components).get("schemas")).get(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'actions':[]",
        "'actions':[],'priority':30.0,'table':'0xfe','idleTimeout':65535,'name':'f'",
        "'actions':['output:1','output:4294967039','output:in_port','output:0x1f']",
        "'actions':['set-field:eth_dst=00:00:00:00:00:02','set-field:vlan_vid=4095']",
        "'actions':['set-field:ipv6_dst=2001:db8::1','write-set-field:ipv4_src=10.0.0.1']",
        "'actions':['group:0','set-queue:7','dec-ttl','push-vlan:0x88a8','pop-mpls:0x800']",
        "'actions':['meter:1','clear-actions','write-output:1','goto-table:254']",
        "'actions':[],'match':{'in_port':'local','metadata':'0x12/0xf0','vlan_vid':'any'}",
        "'actions':[],'match':{'eth_dst':'01:00:00:00:00:00/01:00:00:00:00:00'}",
        "'actions':[],'match':{'eth_type':2048,'ipv4_src':'10.0.0.0/255.0.0.0'}",
        "'actions':[],'match':{'eth_type':'0x800','ipv4_src':'10.0.0.0/8','ip_dscp':63}",
        "'actions':[],'match':{'eth_type':'0x86dd','ipv6_src':'::/0','ipv6_dst':'fe80::1/64'}",
        "'actions':[],'match':{'eth_type':'ipv4','ip_proto':'tcp','tcp_dst':80}",
        "'actions':[],'match':{'vlan_vid':'0x1000/0x100f','in_port':1,'in_phy_port':2}",
        "'actions':[],'match':{'eth_type':'ipv6','ipv6_exthdr':'0x1ff/0x110'}",
        "'actions':['set-field:eth_type=arp','set-field:ip_proto=udp','set-nw-ttl:255']",
        "'actions':['push-pbb:0x88e7','pop-pbb','copy-ttl-in','set-mpls-ttl:0x10','dec-mpls-ttl']",
        "'actions':[],'match':{'eth_type':34887,'mpls_label':'1048575','mpls_bos':1}",
      })
  void shouldDescribeAFlowThatTheControllerTakes(String fields) throws Exception {
    String body = flow(fields);

    assertThat(StaticFlowJson.read("f", body, SwitchNames.NONE).datapathId()).isEqualTo(1);
    assertThat(mistakes(body)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'actions':['output:0']",
        "'actions':['output:1eth']",
        "'actions':['output:4294967040']",
        "'actions':['set-field:in_port=1']",
        "'actions':['set-field:nothing=1']",
        "'actions':['set-field:ipv4_dst=10.0.0.0/8']",
        "'actions':['set-field:vlan_vid=untagged']",
        "'actions':['group:4294967041']",
        "'actions':['meter:0']",
        "'actions':[],'name':0",
        "'actions':[],'priority':0.5",
        "'actions':[],'priority':65536",
        "'actions':[],'match':{'in_port':0}",
        "'actions':[],'match':{'vlan_vid':4096}",
        "'actions':[],'match':{'metadata':'1/0'}",
        "'actions':[],'match':{'eth_dst':1}",
        "'actions':[],'match':{'eth_type':2048,'ip_dscp':64}",
        "'actions':[],'match':{'eth_type':2048,'ipv4_src':'10.0.0.0/33'}",
        "'actions':[],'match':{'eth_type':34525,'ipv6_src':'1:2'}",
        "'actions':['set-nw-ttl:256']",
        "'actions':['push-pbb:0x8847']",
        "'actions':[],'match':{'eth_type':'ip'}",
        "'actions':[],'match':{'vlan_vid':'0x1000/0x0'}",
        "'actions':[],'match':{'eth_type':34525,'ipv6_exthdr':512}",
        "'actions':[],'match':{'dl_type':1}",
      })
  void shouldDescribeNoFlowThatTheControllerRefuses(String fields) {
    String body = flow(fields);

    assertThatThrownBy(() -> StaticFlowJson.read("f", body, SwitchNames.NONE))
        .isInstanceOf(BadFlowException.class);
    assertThat(mistakes(body)).isNotEmpty();
  }
}
