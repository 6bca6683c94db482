package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OpenFlowTest {
  @Test
  void shouldMapReservedPortsBothWays() {
    assertThat(OpenFlow.port10To13(0xfff8)).isEqualTo(OpenFlow.PORT_IN_PORT);
    assertThat(OpenFlow.port10To13(0xfff9)).isEqualTo(OpenFlow.PORT_TABLE);
    assertThat(OpenFlow.port10To13(0xfffa)).isEqualTo(OpenFlow.PORT_NORMAL);
    assertThat(OpenFlow.port10To13(0xfffb)).isEqualTo(OpenFlow.PORT_FLOOD);
    assertThat(OpenFlow.port10To13(0xfffc)).isEqualTo(OpenFlow.PORT_ALL);
    assertThat(OpenFlow.port10To13(0xfffd)).isEqualTo(OpenFlow.PORT_CONTROLLER);
    assertThat(OpenFlow.port10To13(0xfffe)).isEqualTo(OpenFlow.PORT_LOCAL);
    assertThat(OpenFlow.port10To13(0xffff)).isEqualTo(OpenFlow.PORT_ANY);
    assertThat(OpenFlow.port10To13(0xff00)).isEqualTo(OpenFlow.PORT_MAX);
  }

  @Test
  void shouldReturnTheSamePortWhenMappedThereAndBack() {
    for (int wire = 0; wire <= 0xffff; wire++) {
      assertThat(OpenFlow.port13To10(OpenFlow.port10To13(wire))).isEqualTo(wire);
      assertThat(OpenFlow.port10To13((short) wire)).isEqualTo(OpenFlow.port10To13(wire));
    }
  }

  @Test
  void shouldBecomeNoneWhenVersion10CannotExpressThePort() {
    for (int port :
        new int[] {
          0xff00, 0xfffe, 0xffff, 0x10001, 70000, Integer.MAX_VALUE, Integer.MIN_VALUE, 0xfffffeff
        }) {
      assertThat(OpenFlow.port13To10(port)).as("port %x", port).isEqualTo(0xffff);
    }
    assertThat(OpenFlow.port13To10(0xfeff)).isEqualTo(0xfeff);
  }

  @Test
  void shouldNumberTypesByVersion() {
    assertThat(OpenFlow.barrierRequest(1)).isEqualTo(18);
    assertThat(OpenFlow.barrierReply(1)).isEqualTo(19);
    assertThat(OpenFlow.barrierRequest(4)).isEqualTo(20);
    assertThat(OpenFlow.barrierReply(4)).isEqualTo(21);
    assertThat(OpenFlow.statsRequest(1)).isEqualTo(16);
    assertThat(OpenFlow.statsReply(1)).isEqualTo(17);
    assertThat(OpenFlow.statsRequest(4)).isEqualTo(18);
    assertThat(OpenFlow.statsReply(4)).isEqualTo(19);
    assertThat(OpenFlow.roleRequest()).isEqualTo(24);
    assertThat(OpenFlow.roleReply()).isEqualTo(25);
  }
}
