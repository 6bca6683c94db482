package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PortNumberTest {
  @Test
  void shouldNameReservedPortsAsOpenVSwitchDoes() {
    assertThat(PortNumber.text(OpenFlow.PORT_IN_PORT)).isEqualTo("IN_PORT");
    assertThat(PortNumber.text(OpenFlow.PORT_TABLE)).isEqualTo("TABLE");
    assertThat(PortNumber.text(OpenFlow.PORT_NORMAL)).isEqualTo("NORMAL");
    assertThat(PortNumber.text(OpenFlow.PORT_FLOOD)).isEqualTo("FLOOD");
    assertThat(PortNumber.text(OpenFlow.PORT_ALL)).isEqualTo("ALL");
    assertThat(PortNumber.text(OpenFlow.PORT_CONTROLLER)).isEqualTo("CONTROLLER");
    assertThat(PortNumber.text(OpenFlow.PORT_LOCAL)).isEqualTo("LOCAL");
    assertThat(PortNumber.text(OpenFlow.PORT_ANY)).isEqualTo("ANY");
  }

  @Test
  void shouldWriteOtherPortsAsNumbers() {
    assertThat(PortNumber.text(0)).isEqualTo("0");
    assertThat(PortNumber.text(0x7fff_ffff)).isEqualTo("2147483647");
    assertThat(PortNumber.text(0xffff_ff00)).isEqualTo("4294967040");
  }

  @Test
  void shouldKnowTheNamesOfReservedPorts() {
    assertThat(PortNumber.isName("LOCAL")).isTrue();
    assertThat(PortNumber.isName("local")).isFalse();
    assertThat(PortNumber.isName("1")).isFalse();
  }
}
