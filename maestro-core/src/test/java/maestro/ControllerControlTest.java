package maestro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import maestro.config.file.ConfigLoader;
import org.junit.jupiter.api.Test;

class ControllerControlTest {
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

  @Test
  void shouldChangeTheDelayBoundOfARunningControllerWhenToldByJmx() throws Exception {
    ObjectName name;
    try (Maestro maestro =
        Maestro.start(ConfigLoader.defaultsWith("maestro.listen=\"127.0.0.1:0\""), List.of())) {
      maestro.exposeByJmx();
      name = new ObjectName("maestro:type=Controller,port=" + maestro.address().getPort());
      assertThat(server.getAttribute(name, "DelayUpperBoundMicros")).isEqualTo(3000.0);
      server.setAttribute(name, new Attribute("DelayUpperBoundMicros", 500.0));
      assertThat(maestro.delayBound().ns()).isEqualTo(500_000);
      assertThatThrownBy(
              () -> server.setAttribute(name, new Attribute("DelayUpperBoundMicros", 1.0)))
          .isInstanceOf(RuntimeMBeanException.class)
          .hasMessageContaining("allowed: 10 to 10000000");
      assertThat(maestro.delayBound().ns()).isEqualTo(500_000);
      assertThat(server.getAttribute(name, "SwitchCount")).isEqualTo(0);
    }
    assertThat(server.isRegistered(name)).isFalse();
  }

  @Test
  void shouldNotStayRegisteredWhenItIsClosedBeforeItWasExposed() throws Exception {
    Maestro maestro =
        Maestro.start(ConfigLoader.defaultsWith("maestro.listen=\"127.0.0.1:0\""), List.of());
    maestro.close();
    maestro.exposeByJmx();

    int port = maestro.address().getPort();
    assertThat(server.isRegistered(new ObjectName("maestro:type=Controller,port=" + port)))
        .isFalse();
  }
}
