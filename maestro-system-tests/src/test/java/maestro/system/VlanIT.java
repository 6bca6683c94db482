package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import maestro.system.VlanNetwork.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** VLANs on Open vSwitch: one address in two of them, and ports that are declared. */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class VlanIT {
  private static final String[] PROGRAMS = {
    "ovs-vswitchd", "ovsdb-server", "ovs-vsctl", "ovs-ofctl", "ping", "tcpdump", "tshark"
  };
  private static final int UNTAGGED = -1;
  private static final int PINGS = 25;
  private static final String SENDER = "02:00:00:00:00:01";

  /** The address that two hosts have, in different VLANs. */
  private static final String SAME = "02:00:00:00:00:99";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"OpenFlow10", "OpenFlow13"})
  void shouldKeepTheSameAddressApartWhenNothingIsDeclared(String version) throws Exception {
    try (Rigs rigs = Rigs.acquire(PROGRAMS);
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = StartedController.startWith("learning-switch.conf");
        VlanNetwork network = new VlanNetwork(ovs, version)) {
      assertThat(rigs).isNotNull();
      network.switches(1, controller.port());
      // Untagged first: the entries that they make do not look at tags.
      network.trunk(1, 1, 1);
      network.trunk(3, 1, 3);
      network.member(11, 1, UNTAGGED, SENDER, "10.78.0.1/24");
      network.member(33, 3, UNTAGGED, SAME, "10.78.0.3/24");
      network.awaitPing(11, "10.78.0.3");
      network.trunk(2, 1, 2);
      network.trunk(4, 1, 4);
      network.member(1, 1, 10, SENDER, "10.78.10.1/24");
      network.member(2, 2, 10, SAME, "10.78.10.2/24");
      network.member(3, 3, 20, SAME, "10.78.20.3/24");
      network.member(4, 4, 20, "02:00:00:00:00:04", "10.78.20.4/24");

      Recording atThree = network.recordTrunk(3, folder.resolve("three.pcap"));
      network.awaitPing(1, "10.78.10.2");
      network.awaitPing(4, "10.78.20.3");
      Process inTen = network.startPing(1, "10.78.10.2", PINGS);
      Process inTwenty = network.startPing(4, "10.78.20.3", PINGS);

      assertThat(VlanNetwork.received(inTen)).as("VLAN 10").isEqualTo(PINGS);
      assertThat(VlanNetwork.received(inTwenty)).as("VLAN 20").isEqualTo(PINGS);
      assertThat(network.ping(11, "10.78.0.3", 3)).as("untagged").isEqualTo(3);
      assertThat(atThree.frames("vlan.id == 10 && eth.dst == " + SAME))
          .as("frames of VLAN 10 at the host in VLAN 20")
          .isEmpty();
      controller.stopCleanly();
    }
  }

  @EachSwitchVersion
  void shouldTranslateAndStayInTheVlanWhenPortsAreDeclared(String version) throws Exception {
    try (Rigs rigs = Rigs.acquire(PROGRAMS);
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller =
            start(
                "learning-switch.conf",
                "{ 1 { 1 { access = 10 }, 2 { trunk = [10, 20] }, 3 { access = 20 },"
                    + " 4 { trunk = [20], native = 10 } } }");
        VlanNetwork network = new VlanNetwork(ovs, version)) {
      assertThat(rigs).isNotNull();
      network.switches(1, controller.port());
      network.host(1, 1, 1, SAME, "10.78.10.1/24");
      network.host(3, 1, 3, SAME, "10.78.20.3/24", "10.78.10.3/24");
      network.trunk(2, 1, 2);
      network.member(2, 2, 10, "02:00:00:00:00:02", "10.78.10.2/24");
      network.member(22, 2, 20, "02:00:00:00:00:02", "10.78.20.2/24");
      network.trunk(4, 1, 4);
      network.member(4, 4, UNTAGGED, "02:00:00:00:00:04", "10.78.10.4/24");
      network.member(44, 4, 20, "02:00:00:00:00:04", "10.78.20.4/24");

      network.awaitPing(1, "10.78.10.2");
      network.awaitPing(3, "10.78.20.2");
      Process access = network.startPing(1, "10.78.10.2", PINGS);
      Process other = network.startPing(3, "10.78.20.2", PINGS);
      Process toNative = network.startPing(2, "10.78.10.4", PINGS);
      Process toTagged = network.startPing(3, "10.78.20.4", PINGS);
      assertThat(VlanNetwork.received(access)).as("access to trunk").isEqualTo(PINGS);
      assertThat(VlanNetwork.received(other)).as("the same address").isEqualTo(PINGS);
      assertThat(VlanNetwork.received(toNative)).as("trunk to native").isGreaterThan(PINGS - 2);
      assertThat(VlanNetwork.received(toTagged)).as("access to trunk").isGreaterThan(PINGS - 2);

      broadcastsStayInTheirVlan(network, "10.78.10.99");
      assertThat(network.ping(1, "10.78.10.3", 2)).as("from VLAN 10 to VLAN 20").isZero();
      controller.stopCleanly();
    }
  }

  /** Host 1 of VLAN 10 asks for somebody who is not there. */
  private void broadcastsStayInTheirVlan(VlanNetwork network, String nobody)
      throws IOException, InterruptedException {
    Recording atTwo = network.recordTrunk(2, folder.resolve("two.pcap"));
    Recording atThree = network.record(3, folder.resolve("three.pcap"));
    Recording atFour = network.recordTrunk(4, folder.resolve("four.pcap"));
    assertThat(network.ping(1, nobody, 3)).isZero();
    String asked = "arp.dst.proto_ipv4 == " + nobody;
    assertThat(atTwo.count(asked + " && vlan.id == 10")).as("a trunk").isPositive();
    assertThat(atFour.count(asked + " && !vlan")).as("native").isPositive();
    assertThat(atThree.count(asked)).as("another VLAN").isZero();
    assertThat(atTwo.count(asked + " && !(vlan.id == 10)")).as("a trunk, otherwise").isZero();
    assertThat(atFour.count(asked + " && vlan")).as("native, otherwise").isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "OpenFlow10, at-once",
    "OpenFlow13, at-once",
    "OpenFlow10, confirmed",
    "OpenFlow13, confirmed"
  })
  void shouldRouteEachVlanByItselfWhenPortsAreDeclared(String version, String release)
      throws Exception {
    String ports = "1 { access = 10 }, 2 { access = 20 }, 3 { trunk = [20], native = 10 }";
    try (Rigs rigs = Rigs.acquire(PROGRAMS);
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller =
            start(
                "routing.conf",
                "{ 1 { %s }, 3 { %s, 4 { trunk = [10, 20] } } }".formatted(ports, ports),
                "--set",
                "applications.route-flow.release=" + release);
        VlanNetwork network = new VlanNetwork(ovs, version)) {
      assertThat(rigs).isNotNull();
      network.switches(3, controller.port());
      network.host(1, 1, 1, SENDER, "10.78.10.1/24");
      network.host(3, 1, 2, SAME, "10.78.20.3/24");
      network.host(5, 3, 1, SAME, "10.78.10.5/24");
      network.trunk(2, 3, 4);
      network.member(2, 2, 10, "02:00:00:00:00:02", "10.78.10.2/24");
      network.member(22, 2, 20, "02:00:00:00:00:02", "10.78.20.2/24");
      network.trunk(4, 3, 3);
      network.member(4, 4, UNTAGGED, "02:00:00:00:00:04", "10.78.10.4/24");
      network.member(44, 4, 20, "02:00:00:00:00:04", "10.78.20.4/24");

      network.awaitPing(1, "10.78.10.2");
      network.awaitPing(3, "10.78.20.2");
      network.awaitPing(5, "10.78.10.1");
      Process translated = network.startPing(1, "10.78.10.2", PINGS);
      Process same = network.startPing(1, "10.78.10.5", PINGS);
      Process other = network.startPing(3, "10.78.20.4", PINGS);
      Process ofNative = network.startPing(4, "10.78.10.5", PINGS);
      assertThat(VlanNetwork.received(translated)).as("access to trunk").isEqualTo(PINGS);
      assertThat(VlanNetwork.received(same)).as("the same address").isEqualTo(PINGS);
      assertThat(VlanNetwork.received(other)).as("in VLAN 20").isGreaterThan(PINGS - 2);
      assertThat(VlanNetwork.received(ofNative)).as("native").isGreaterThan(PINGS - 2);
      assertThat(network.flows(2))
          .as("between switches VLANs have tags")
          .anyMatch(flow -> flow.contains("dl_vlan=10,"))
          .anyMatch(flow -> flow.contains("dl_vlan=20,"));

      broadcastsStayInTheirVlan(network, "10.78.10.99");
      controller.stopCleanly();
    }
  }

  @EachSwitchVersion
  void shouldAnswerIpv6NeighboursWhenTheyAreKnown(String version) throws Exception {
    try (Rigs rigs = Rigs.acquire(PROGRAMS);
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller =
            start("routing.conf", "{ 1 { 1 { access = 10 } }, 2 { 2 { trunk = [10] } } }");
        VlanNetwork network = new VlanNetwork(ovs, version)) {
      assertThat(rigs).isNotNull();
      network.switches(2, controller.port());
      network.host(1, 1, 1, SENDER, "fd78::1/64");
      network.trunk(2, 2, 2);
      network.member(2, 2, 10, "02:00:00:00:00:02", "fd78::2/64");
      network.awaitPing(1, "fd78::2"); // which host 2 answers itself: now it is known
      network.forgetNeighbours(1, "eth0");

      Recording atOne = network.record(1, folder.resolve("one.pcap"));
      Recording atTwo = network.record(2, folder.resolve("two.pcap"));
      assertThat(network.ping(1, "fd78::2", 3)).isEqualTo(3);

      assertThat(atTwo.frames("icmpv6.type == 135 && ipv6.dst == ff02::1:ff00:2"))
          .as("nobody else is asked")
          .isEmpty();
      assertThat(
              atOne.frames(
                  "icmpv6.type == 136 && ipv6.src == fd78::2 && ipv6.hlim == 255"
                      + " && icmpv6.nd.na.flag.s == 1 && icmpv6.nd.na.flag.o == 0"
                      + " && icmpv6.checksum.status == \"Good\""
                      + " && icmpv6.opt.linkaddr == 02:00:00:00:00:02"
                      + " && eth.src == 02:00:00:00:00:02 && eth.dst == 02:00:00:00:00:01"
                      + " && !_ws.expert.severity"))
          .as("the controller's answer, which does not override as the host's own does")
          .isNotEmpty();
      controller.stopCleanly();
    }
  }

  private static StartedController start(String configuration, String vlans, String... options)
      throws IOException {
    String[] all = new String[options.length + 2];
    all[0] = "--set";
    all[1] = "maestro.vlans=" + vlans;
    System.arraycopy(options, 0, all, 2, options.length);
    return StartedController.startWith(configuration, all);
  }
}
