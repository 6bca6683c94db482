package maestro.staticflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import maestro.api.openflow.OxmField;
import maestro.config.SwitchNames;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Tag;
import org.projectfloodlight.openflow.protocol.OFFactory;

/**
 * Any text as a static flow: it is refused in words, or it is read, written, read again as the same
 * flow, and becomes messages that can be read.
 */
@Tag("fuzz")
class StaticFlowFuzzTest {
  private static final int MOST_MESSAGE_BYTES = 4096;

  @FuzzTest
  void shouldReadBodyOrSayWhatIsWrong(byte[] body) throws Exception {
    check(new String(body, StandardCharsets.UTF_8));
  }

  @FuzzTest
  void shouldReadFieldAndActionOrSayWhatIsWrong(FuzzedDataProvider data) throws Exception {
    List<String> fields = FlowMatch.FIELDS.stream().map(OxmField::text).toList();
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("dpid", "1");
      json.writeObjectFieldStart("match");
      json.writeStringField("eth_type", data.pickValue(List.of("0x800", "0x86dd", "0x806", "1")));
      json.writeStringField("ip_proto", data.pickValue(List.of("6", "17", "58", "1")));
      String field = data.pickValue(fields);
      if (!field.equals("eth_type") && !field.equals("ip_proto")) {
        json.writeStringField(field, data.consumeString(40));
      }
      json.writeEndObject();
      json.writeArrayFieldStart("actions");
      json.writeString("set-field:" + data.pickValue(fields) + "=" + data.consumeString(40));
      json.writeString(data.consumeString(20));
      json.writeEndArray();
      json.writeEndObject();
    }
    check(text.toString());
  }

  private static void check(String body) throws IOException, MalformedMessageException {
    StaticFlow flow;
    try {
      flow = StaticFlowJson.read("f", body, SwitchNames.NONE);
    } catch (BadFlowException e) {
      assertThat(e.text()).isNotBlank().hasSizeLessThan(2000);
      return;
    }
    assertThat(again(flow)).isEqualTo(flow);
    for (int version : new int[] {OpenFlow.VERSION_10, OpenFlow.VERSION_13}) {
      OFFactory factory = ColdCodec.factory(version);
      try {
        byte[] add = ColdCodec.bytes(flow.add(factory, 7));
        assertThat(add).hasSizeLessThan(MOST_MESSAGE_BYTES);
        assertThat(ColdCodec.read(ByteBuffer.wrap(add), 0, add.length)).isNotNull();
        byte[] remove = ColdCodec.bytes(flow.remove(factory));
        assertThat(ColdCodec.read(ByteBuffer.wrap(remove), 0, remove.length)).isNotNull();
      } catch (UnsupportedFlowException e) {
        assertThat(version).isEqualTo(OpenFlow.VERSION_10);
      }
    }
  }

  private static StaticFlow again(StaticFlow flow) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      StaticFlowJson.writeFields(json, flow);
      json.writeEndObject();
    }
    try {
      return StaticFlowJson.read("f", text.toString(), SwitchNames.NONE);
    } catch (BadFlowException e) {
      throw new AssertionError(text.toString(), e);
    }
  }
}
