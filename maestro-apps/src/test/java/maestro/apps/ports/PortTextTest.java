package maestro.apps.ports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PortTextTest {
  @Test
  void shouldNameTheSwitchsOwnPort() {
    assertThat(PortText.of(0xffff_fffe)).isEqualTo("port LOCAL");
    assertThat(PortText.of(7)).isEqualTo("port 7");
  }
}
