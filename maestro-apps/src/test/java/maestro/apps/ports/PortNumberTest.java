package maestro.apps.ports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PortNumberTest {
  @Test
  void shouldNameTheSwitchsOwnPort() {
    assertThat(PortNumber.text(0xffff_fffe)).isEqualTo("port LOCAL");
    assertThat(PortNumber.text(7)).isEqualTo("port 7");
  }
}
