package maestro.staticflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import maestro.api.openflow.OxmField;
import maestro.api.openflow.OxmValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFVersion;

class FlowMatchTest {
  private static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_13);

  static Stream<String> names() {
    return FlowMatch.FIELDS.stream().map(OxmField::text);
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
    OxmField field = OxmField.named(name).orElseThrow();
    int made = 0;
    int refused = 0;
    for (String each : numbers()) {
      try {
        make(FlowMatch.value(field, each));
        made++;
      } catch (BadFlowException e) {
        assertThat(e).hasMessageContaining("found '" + each + "'; allowed: ");
        refused++;
      }
    }

    assertThat(made + refused).isEqualTo(numbers().size());
  }

  /** Makes what goes to a switch. */
  private static void make(OxmValue value) {
    assertThat(value.addTo(FACTORY.buildMatch())).isTrue();
    if (value.field().isSettable()) {
      assertThat(value.oxm(FACTORY.oxms())).isNotNull();
    }
  }

  @Test
  void shouldTakeTheProtocolsThatOpenFlowCanName() throws Exception {
    assertThat(FlowMatch.value(OxmField.IP_PROTO, "254").low()).isEqualTo(254);
    assertThat(FlowMatch.value(OxmField.IP_PROTO, "tcp").low()).isEqualTo(6);
    assertThatThrownBy(() -> FlowMatch.value(OxmField.IP_PROTO, "255"))
        .hasMessage(
            "match: ip_proto: found '255'; allowed: 0 to 254, or one of icmp, icmpv6, sctp, tcp,"
                + " udp");
  }
}
