package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.Stream;
import maestro.api.openflow.Form10;
import maestro.api.openflow.OxmField;
import maestro.api.openflow.OxmValue;
import maestro.network.FlowText;
import maestro.network.dataplane.packet.Field;
import maestro.network.dataplane.packet.Key;
import maestro.network.dataplane.packet.Operation;
import maestro.network.dataplane.table.Match;
import maestro.openflow.ActionName;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.projectfloodlight.openflow.protocol.OFFactory;

/**
 * The switches of the emulator have the fields and actions of {@link OxmField} and {@link
 * ActionName}: what openflowj writes of a random value is what they read, write and show.
 */
class SwitchVocabularyTest {
  private static final int ROUNDS = 200;
  private static final int MATCH_10_AT = 8;
  private static final int MATCH_13_AT = 48;

  @Test
  void shouldHaveAPlaceForEachField() {
    assertThat(Stream.of(Field.values()).map(each -> each.oxm)).isEqualTo(OxmField.all());
  }

  @Test
  void shouldKnowEachAction() {
    for (ActionName each : ActionName.values()) {
      boolean isKnown = each.type13() >= 0 && each != ActionName.SET_FIELD;
      assertThat(Operation.ofWire(each.type13()) >= 0).as(each.text()).isEqualTo(isKnown);
    }
  }

  @ParameterizedTest
  @EnumSource(OxmField.class)
  void shouldReadAndWriteWhatOpenflowjWritesIn13(OxmField field) throws Exception {
    Random random = new Random(field.number());
    for (int round = 0; round < ROUNDS; round++) {
      OxmValue value = value(field, random);
      Match match = match(value, random);
      byte[] written = MatchCodec13.write(match);
      assertThat(MatchCodec13.read(ByteBuffer.wrap(written), 0).isSame(match)).isTrue();
      if (field.isSendable()) {
        byte[] message = message(OpenFlow.VERSION_13, match);
        assertThat(valueIn(MatchCodec13.read(ByteBuffer.wrap(message), MATCH_13_AT), field))
            .isEqualTo(value);
        assertThat(shown(message)).contains("," + field.text() + "=" + value.text());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(OxmField.class)
  void shouldReadAndWriteWhatOpenflowjWritesIn10(OxmField field) throws Exception {
    Random random = new Random(field.number());
    for (int round = 0; round < ROUNDS && field.form10() != null; round++) {
      OxmValue value = exact(field, random);
      Match match = match(value, null);
      if (!value.isIn10(Field.ETH_TYPE.get(match.key()))) {
        continue;
      }
      byte[] message = message(OpenFlow.VERSION_10, match);
      Match read = MatchCodec10.read(ByteBuffer.wrap(message), MATCH_10_AT);
      byte[] written = MatchCodec10.write(read, false);
      checkForm(written, value, field.form10());

      assertThat(valueIn(read, field).low()).isEqualTo(value.low());
      assertThat(MatchCodec10.read(ByteBuffer.wrap(written), 0).isSame(read)).isTrue();
      assertThat(shown(message)).contains("," + field.text() + "=" + value.text());
    }
  }

  /** The value stands where the table says, and is not wildcarded. */
  private static void checkForm(byte[] written, OxmValue value, Form10 form) {
    long place = 0;
    for (int i = 0; i < form.bytes(); i++) {
      place = place << Byte.SIZE | (written[form.at() + i] & 0xff);
    }
    long wire = value.field() == OxmField.VLAN_VID ? value.low() & Field.VLAN_ID : value.low();
    assertThat(place).isEqualTo(wire & (-1L >>> -(form.bytes() * Byte.SIZE)));
    assertThat(ByteBuffer.wrap(written).getInt(0) >>> form.wildcard() & 1).isZero();
  }

  /** A message with a match, by openflowj. */
  private static byte[] message(int version, Match match) {
    OFFactory factory = ColdCodec.factory(version);
    var builder = factory.buildMatch();
    for (OxmField each : OxmField.all()) {
      OxmValue value = valueIn(match, each);
      if (Field.of(each.number()).isIn(match.key(), match.keyMasks()) && !value.isAny()) {
        assertThat(value.addTo(builder)).as(each.text()).isTrue();
      }
    }
    return ColdCodec.bytes(factory.buildFlowAdd().setMatch(builder.build()).build());
  }

  private static String shown(byte[] message) throws Exception {
    return FlowText.of(ColdCodec.read(ByteBuffer.wrap(message), 0, message.length));
  }

  private static OxmValue valueIn(Match match, OxmField oxm) {
    Field field = Field.of(oxm.number());
    long[] values = match.key();
    long[] masks = match.keyMasks();
    return new OxmValue(
        oxm,
        field.isLong() ? field.upper(values) : 0,
        field.get(values),
        field.isLong() ? field.upper(masks) : 0,
        field.get(masks));
  }

  /** A value with one of each field that it presupposes: a random one, or the first. */
  private static Match match(OxmValue value, @Nullable Random random) {
    long[] values = new long[Key.WORDS];
    long[] masks = new long[Key.WORDS];
    know(value, values, masks);
    OxmField of = value.field();
    for (OxmField each = of.needed(); each != null; each = each.needed()) {
      long[] needed = of.neededValues();
      int which = random == null || needed.length == 0 ? 0 : random.nextInt(needed.length);
      long one = needed.length == 0 ? OxmField.VLAN_PRESENT | 7 : needed[which];
      know(each.value(one), values, masks);
      of = each;
    }
    return new Match(values, masks);
  }

  private static void know(OxmValue value, long[] values, long[] masks) {
    Field field = Field.of(value.field().number());
    field.put(values, value.low());
    field.put(masks, value.lowMask());
    if (field.isLong()) {
      field.putUpper(values, value.high());
      field.putUpper(masks, value.highMask());
    }
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
    long bits = random.nextLong();
    return switch (field) {
      case IN_PORT, IN_PHY_PORT -> field.value(1 + random.nextInt(0xfeff));
      case VLAN_VID -> field.value(OxmField.VLAN_PRESENT | bits);
      case ARP_OP, IP_PROTO -> field.value(Math.floorMod(bits, 255));
      default -> new OxmValue(field, random.nextLong(), bits, -1, -1);
    };
  }
}
