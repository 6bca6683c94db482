package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

/** A network of real switches whose controller reads its configuration anew. */
class ReloadedNetworkIT extends OnTriangle {
  private static final String ROUTES = "0x726f7574652d666c";
  private static final String IN_FORCE = "the new configuration is in force";
  private static final int RELOADS = 3;

  /**
   * What is asked at once after a reload was lost for three seconds when nothing is handed over.
   */
  @EachSwitchVersion
  void shouldAnswerTheFirstPacketsOfNewFlowsAtOnceAfterAReload(String version) throws Exception {
    try (PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller =
            StartedController.startWith(
                "routing.conf", "--set", "applications.route-flow.idle-timeout=1 s");
        Triangle network = new Triangle(ovs, folder, controller.port(), version)) {
      for (int host = 1; host <= 3; host++) {
        network.awaitReachable(host, host % 3 + 1);
      }
      controller.awaitLog("topology: 3 switches, 6 one-way links", 1);
      for (int reload = 1; reload <= RELOADS; reload++) {
        network.awaitNone(ROUTES);
        controller.hangUp();
        controller.awaitLog(IN_FORCE, reload);
        for (int host = 1; host <= 3; host++) {
          assertThat(network.reaches(host, host % 3 + 1))
              .as("reload %d, from host %d: %s", reload, host, controller.log())
              .isTrue();
        }
      }
      String afterwards = controller.log().substring(controller.log().indexOf(IN_FORCE));
      assertThat(afterwards).doesNotContain("link ", " left: ", " WARN ", " ERROR ");
    }
  }
}
