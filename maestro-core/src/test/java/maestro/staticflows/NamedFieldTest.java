package maestro.staticflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.types.OFValueType;

class NamedFieldTest {
  private static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_13);

  static Stream<String> names() {
    return NamedField.all().stream().map(NamedField::name);
  }

  /** Each number below 256, those around the powers of two, and masks. */
  private static List<String> numbers() {
    List<String> numbers = new ArrayList<>();
    LongStream.range(0, 256).forEach(each -> numbers.add(Long.toString(each)));
    for (int bit = 8; bit < 64; bit++) {
      long power = 1L << bit;
      for (long each : new long[] {power - 1, power, power + 1}) {
        numbers.add("0x" + Long.toHexString(each));
        numbers.add(Long.toUnsignedString(each) + "/0x" + Long.toHexString(each));
      }
    }
    numbers.add("0xffffffffffffffff");
    numbers.add("18446744073709551615/0x8000000000000000");
    return numbers;
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldMakeOfEachNumberAnEntryOrSayWhatIsAllowed(String name) throws Exception {
    NamedField<?> field =
        NamedField.all().stream().filter(f -> f.name().equals(name)).findFirst().get();
    int made = 0;
    int refused = 0;
    for (String each : numbers()) {
      try {
        FieldValue<?> value = field.parse(each);
        made += value == null ? 1 : make(value);
      } catch (BadFlowException e) {
        assertThat(e).hasMessageContaining("found '" + each + "'; allowed: ");
        refused++;
      }
    }

    assertThat(made + refused).isEqualTo(numbers().size());
  }

  /** Makes what goes to a switch. */
  private static <F extends OFValueType<F>> int make(FieldValue<F> value)
      throws UnsupportedFlowException {
    Match.Builder match = FACTORY.buildMatch();
    value.addTo(match);
    if (value.field().isSettable()) {
      assertThat(value.field().oxm(FACTORY.oxms(), value.value())).isNotNull();
    }
    return 1;
  }

  @Test
  void shouldTakeTheProtocolsThatOpenFlowCanName() throws Exception {
    NamedField<?> protocol =
        NamedField.all().stream().filter(f -> f.name().equals("ip_proto")).toList().get(0);

    assertThat(protocol.parse("254")).isNotNull();
    assertThatThrownBy(() -> protocol.parse("255"))
        .hasMessage("match: ip_proto: found '255'; allowed: 0 to 254");
  }
}
