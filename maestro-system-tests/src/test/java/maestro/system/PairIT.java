package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Real switches with two controllers as one, of which the active one is killed. */
class PairIT extends OnTriangle {
  private static final String MASTER = ": this controller is master";

  private static StartedController start(String name, List<Integer> ports) throws IOException {
    return StartedController.startWith(
        "routing.conf",
        "--set",
        "maestro.control.static-flows=\"\"",
        "--set",
        "maestro.cluster.self=" + name,
        "--set",
        "maestro.cluster.members.a=127.0.0.1:" + ports.get(0),
        "--set",
        "maestro.cluster.members.b=127.0.0.1:" + ports.get(1));
  }

  private static List<Integer> freePorts() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket one = new ServerSocket(0, 1, here);
        ServerSocket other = new ServerSocket(0, 1, here)) {
      return List.of(one.getLocalPort(), other.getLocalPort());
    }
  }

  @Test
  void shouldLoseNoPingWhenTheActiveControllerIsKilled() throws Exception {
    List<Integer> ports = freePorts();
    try (StartedController a = start("a", ports);
        StartedController b = start("b", ports);
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        Triangle triangle = new Triangle(ovs, folder, a.port(), "OpenFlow13")) {
      b.awaitLog("has a, b", 1);
      triangle.giveChannels(a.port(), b.port());
      a.awaitLog(MASTER, 3);
      b.awaitLog(": this controller is standby", 3);
      List<Triangle.Pings> pings = new ArrayList<>();
      for (int host : List.of(2, 3)) {
        triangle.awaitReachable(1, host);
        pings.add(triangle.ping(1, host));
      }
      pings.forEach(each -> each.awaitAnswers(50)); // the other one has the state by then
      a.kill();

      b.awaitLog(MASTER, 3);
      pings.forEach(each -> each.awaitAnswers(20));
      for (Triangle.Pings each : pings) {
        assertThat(each.lost()).as(b::describe).isZero();
      }
      triangle.awaitReachable(2, 3); // which have not met before
    }
  }
}
