package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import maestro.api.BadSettingException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouteFlowTest extends RoutedNetwork {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "release = later",
        "waiting-packets = 0",
        "waiting-packets = 1000001",
        "idle-timeout = 20 h",
        "idle-timeout = 500 ms",
        "hard-timeout = -1 s"
      })
  void shouldRefuseSettingsThatMakeNoSense(String settings) {
    assertThatThrownBy(() -> start(settings)).isInstanceOf(BadSettingException.class);
  }
}
