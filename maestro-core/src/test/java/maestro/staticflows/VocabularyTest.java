package maestro.staticflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import maestro.api.openflow.OxmField;
import maestro.api.openflow.OxmValue;
import maestro.config.SwitchNames;
import maestro.openflow.ActionName;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import maestro.openflow.entry.EntryText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * A random value of each field, and each action, is the same after it was written and read as text,
 * in a static flow, and in the messages of OpenFlow 1.0 and 1.3 that are shown to operators.
 */
class VocabularyTest {
  private static final int ROUNDS = 200;

  static List<OxmField> fields() {
    return FlowMatch.FIELDS;
  }

  @Test
  void shouldNumberTheFieldsInTheirOrder() {
    for (int number = 0; number < OxmField.all().size(); number++) {
      OxmField field = OxmField.all().get(number);
      OxmField needed = field.needed();
      assertThat(field.number()).isEqualTo(number);
      assertThat(OxmField.of(number)).contains(field);
      assertThat(OxmField.named(field.text())).contains(field);
      assertThat(needed == null || needed.number() < number).as("after what it needs").isTrue();
    }
    assertThat(OxmField.of(-1)).isEmpty();
    assertThat(OxmField.of(OxmField.all().size())).isEmpty();
    assertThat(OxmField.all())
        .filteredOn(each -> !each.isSendable())
        .containsExactly(OxmField.PBB_ISID);
  }

  @ParameterizedTest
  @EnumSource(OxmField.class)
  void shouldReadTheTextsOfAFieldAsTheyWereWritten(OxmField field) {
    Random random = new Random(field.number());
    for (int round = 0; round < ROUNDS; round++) {
      OxmValue value = value(field, random);
      assertThat(field.parse(value.text())).as(value.text()).contains(value);
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void shouldShowAMatchInTheWordsInWhichItIsRead(OxmField field) throws Exception {
    Random random = new Random(field.number());
    int said10 = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Map<String, String> match = match(field, random);
      StaticFlow flow = flow(match, List.of());

      assertThat(flow.match()).isEqualTo(match);
      assertThat(again(flow)).isEqualTo(flow);
      assertThat(EntryText.match(sent(flow, OpenFlow.VERSION_13).getMatch())).isEqualTo(match);
      try {
        OFFlowMod sent = sent(flow, OpenFlow.VERSION_10);
        assertThat(EntryText.match(sent.getMatch())).isEqualTo(match);
        said10++;
      } catch (UnsupportedFlowException e) {
        assertThat(e.text()).startsWith("OpenFlow 1.0 has no match of ");
      }
    }
    assertThat(said10 > 0).as("in OpenFlow 1.0").isEqualTo(field.form10() != null);
  }

  @ParameterizedTest
  @MethodSource("fields")
  void shouldShowASetFieldInTheWordsInWhichItIsRead(OxmField field) throws Exception {
    Random random = new Random(field.number());
    for (int round = 0; round < ROUNDS && field.isSettable(); round++) {
      OxmValue value = exact(field, random);
      if (!value.text().equals("untagged")) {
        shouldShow("set-field:" + field.text() + "=" + value.text(), isSet10(field));
      }
    }
  }

  private static boolean isSet10(OxmField field) {
    return field.form10() != null
        && field.form10().setAction() >= 0
        // 1.0 does not say of which protocol a port is
        && field != OxmField.UDP_SRC
        && field != OxmField.UDP_DST;
  }

  @ParameterizedTest
  @EnumSource(value = ActionName.class, names = "ENQUEUE", mode = EnumSource.Mode.EXCLUDE)
  void shouldShowAnActionInTheWordsInWhichItIsRead(ActionName action) throws Exception {
    Random random = new Random(1);
    for (int round = 0; round < ROUNDS; round++) {
      String argument =
          switch (action) {
            case OUTPUT -> pick(random, "7", "controller", "in_port", "flood", "all", "local");
            case GROUP, SET_QUEUE -> Integer.toString(random.nextInt(1 << 30));
            case SET_NW_TTL, SET_MPLS_TTL -> Integer.toString(random.nextInt(256));
            case PUSH_VLAN -> pick(random, "0x8100", "0x88a8");
            case PUSH_MPLS -> pick(random, "0x8847", "0x8848");
            case POP_MPLS -> "0x" + Integer.toHexString(random.nextInt(1 << 16));
            case PUSH_PBB -> "0x88e7";
            case SET_FIELD -> "eth_dst=00:00:00:00:00:07";
            default -> "";
          };
      String text = action.text() + (argument.isEmpty() ? "" : ":" + argument);
      shouldShow(text, List.of("output", "pop-vlan", "set-field").contains(action.text()));
    }
  }

  private static String pick(Random random, String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  private static void shouldShow(String action, boolean in10) throws Exception {
    StaticFlow flow = flow(Map.of(), List.of(action));
    assertThat(flow.actions()).containsExactly(action);
    assertThat(EntryText.instructions(sent(flow, OpenFlow.VERSION_13).getInstructions()))
        .containsExactly(action);
    if (in10) {
      assertThat(EntryText.actions(sent(flow, OpenFlow.VERSION_10).getActions()))
          .containsExactly(action);
    }
  }

  @Test
  void shouldShowInstructionsInTheWordsInWhichTheyAreRead() throws Exception {
    List<String> all =
        List.of(
            "meter:3",
            "push-vlan:0x8100",
            "output:1",
            "clear-actions",
            "write-group:7",
            "write-output:controller",
            "goto-table:9");

    OFFlowMod sent = sent(flow(Map.of(), all), OpenFlow.VERSION_13);

    assertThat(EntryText.instructions(sent.getInstructions())).isEqualTo(all);
  }

  /** A random value, and one of each field that it presupposes. */
  private static Map<String, String> match(OxmField field, Random random) {
    List<OxmValue> values = new ArrayList<>(List.of(value(field, random)));
    for (OxmField each = field.needed(), of = field;
        each != null;
        of = each, each = each.needed()) {
      long[] needed = of.neededValues();
      values.add(
          0,
          needed.length > 0
              ? each.value(needed[random.nextInt(needed.length)])
              : each == OxmField.VLAN_VID ? each.parse("any").orElseThrow() : exact(each, random));
    }
    if (field.form10() != null && values.get(0).field() == OxmField.VLAN_VID) {
      values.set(0, OxmField.VLAN_VID.value(OxmField.VLAN_PRESENT | random.nextInt(4096)));
    }
    return values.stream()
        .collect(
            Collectors.toMap(
                each -> each.field().text(), OxmValue::text, (a, b) -> a, LinkedHashMap::new));
  }

  private static OxmValue value(OxmField field, Random random) {
    if (!field.isMaskable() || random.nextBoolean()) {
      return exact(field, random);
    }
    OxmValue masked =
        new OxmValue(
            field, random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    return masked.isAny() || masked.isExact() ? exact(field, random) : masked;
  }

  private static OxmValue exact(OxmField field, Random random) {
    return switch (field) {
      case IN_PORT, IN_PHY_PORT -> field.value(1 + random.nextInt(0xfeff));
      case VLAN_VID ->
          field.value(random.nextInt(4) == 0 ? 0 : OxmField.VLAN_PRESENT | random.nextInt(4096));
      case IP_PROTO -> field.value(random.nextInt(255));
      default -> new OxmValue(field, random.nextLong(), random.nextLong(), -1, -1);
    };
  }

  private static StaticFlow flow(Map<String, String> match, List<String> actions)
      throws BadFlowException {
    String fields =
        match.entrySet().stream()
            .map(each -> "\"%s\":\"%s\"".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining(","));
    String list = actions.stream().map(each -> '"' + each + '"').collect(Collectors.joining(","));
    return StaticFlowJson.read(
        "f",
        "{\"dpid\":1,\"match\":{%s},\"actions\":[%s]}".formatted(fields, list),
        SwitchNames.NONE);
  }

  private static StaticFlow again(StaticFlow flow) throws IOException, BadFlowException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      StaticFlowJson.writeFields(json, flow);
      json.writeEndObject();
    }
    return StaticFlowJson.read("f", text.toString(), SwitchNames.NONE);
  }

  /** The message that adds it, as a switch reads it. */
  private static OFFlowMod sent(StaticFlow flow, int version)
      throws UnsupportedFlowException, MalformedMessageException {
    byte[] bytes = ColdCodec.bytes(flow.add(ColdCodec.factory(version), 1));
    return (OFFlowMod) ColdCodec.read(ByteBuffer.wrap(bytes), 0, bytes.length);
  }
}
