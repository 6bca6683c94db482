package maestro.network.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import maestro.network.Network;
import maestro.network.channel.ControllerAddress;
import maestro.network.dataplane.Controller;
import maestro.network.dataplane.ControllerOutput;
import maestro.network.dataplane.TableSizes;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.NetworkSettings;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFBucket;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFGroupType;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.IPv4AddressWithMask;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;

/** What is typed into a network, and what it answers. */
class ConsoleTest {
  private static final long TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(300);
  private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(5);

  private int version = OpenFlow.VERSION_10;
  private long timeoutNs = PATIENCE_NS;

  /** Runs lines in a network whose switches flood, and returns what is said. */
  private String say(String topology, String... lines) throws Exception {
    NetworkSettings settings = new NetworkSettings(version, 0, TableSizes.USUAL, 0);
    StringWriter said = new StringWriter();
    try (Network network =
        new Network(
            NetworkPlan.named(topology, 1), settings, new ControllerAddress(List.of(), null))) {
      OFFactory factory = ColdCodec.factory(version);
      for (int i = 0; i < network.plan().switchCount(); i++) {
        tell(network.fabric().switchAt(i).controller(), factory, entries(factory));
      }
      PrintWriter out = new PrintWriter(said);
      new Console(network, timeoutNs, out, false)
          .run(new BufferedReader(new StringReader(String.join("\n", lines))));
    }
    return said.toString();
  }

  private static void tell(Controller session, OFFactory factory, List<OFMessage> messages) {
    session.connect(ControllerOutput.NONE);
    byte[] hello = Header.alone(factory.getVersion().getWireVersion(), OpenFlow.HELLO, 1);
    session.handle(ByteBuffer.wrap(hello), 0, hello.length);
    for (OFMessage message : messages) {
      byte[] bytes = ColdCodec.bytes(message);
      session.handle(ByteBuffer.wrap(bytes), 0, bytes.length);
    }
  }

  private static List<OFMessage> entries(OFFactory factory) {
    var flood = List.<OFAction>of(factory.actions().output(OFPort.FLOOD, 0));
    var all =
        factory
            .buildFlowAdd()
            .setMatch(factory.matchWildcardAll())
            .setBufferId(OFBufferId.NO_BUFFER)
            .setOutPort(OFPort.ANY)
            .setPriority(3);
    if (factory.getVersion().getWireVersion() == OpenFlow.VERSION_10) {
      return List.of(all.setActions(flood).build());
    }
    OFBucket bucket =
        factory
            .buildBucket()
            .setWeight(5)
            .setWatchPort(OFPort.ANY)
            .setWatchGroup(OFGroup.ANY)
            .setActions(List.of(factory.actions().output(OFPort.of(1), 0)))
            .build();
    var net =
        factory
            .buildMatch()
            .setExact(MatchField.ETH_TYPE, EthType.IPv4)
            .setMasked(MatchField.IPV4_DST, IPv4AddressWithMask.of("192.168.0.0/16"))
            .build();
    return List.of(
        factory
            .buildGroupAdd()
            .setGroup(OFGroup.of(9))
            .setGroupType(OFGroupType.SELECT)
            .setBuckets(List.of(bucket))
            .build(),
        all.setOutGroup(OFGroup.ANY)
            .setInstructions(List.of(factory.instructions().applyActions(flood)))
            .build(),
        all.setMatch(net)
            .setPriority(7)
            .setInstructions(
                List.of(
                    factory
                        .instructions()
                        .applyActions(List.of(factory.actions().group(OFGroup.of(9))))))
            .build());
  }

  @ParameterizedTest
  @ValueSource(ints = {OpenFlow.VERSION_10, OpenFlow.VERSION_13})
  void shouldPingAndShowTheWay(int spoken) throws Exception {
    version = spoken;
    String said =
        say("linear:3", "ping h1 h3", "ping h3 10.0.0.2 2", "pingall", "pingall6", "ping6 h2 h1");
    assertThat(said).containsPattern("h1 -> h3: [0-9.]+ ms by s1 s2 s3\\R");
    assertThat(said.split("h3 -> h2: ", -1)).hasSize(3);
    assertThat(said.split("lost          0 \\(0.00 %\\)", -1)).as("over IPv6, too").hasSize(3);
    assertThat(said).containsPattern("h2 -> h1: [0-9.]+ ms by s2 s1\\R");
    assertThat(said).contains("pings         6 in ").contains("lost          0 (0.00 %)");
  }

  @Test
  void shouldLosePingsWhileACableIsCutAndNoneWhenItIsMended() throws Exception {
    timeoutNs = TIMEOUT_NS;
    String lost = say("linear:3", "link s2 s3 down", "links", "ping h1 h3");
    assertThat(lost).contains("s2-eth2 s3-eth1 cut").contains("s1-eth1 s2-eth1 up");
    assertThat(lost).contains("h1 -> h3: lost");
    timeoutNs = PATIENCE_NS;
    String mended =
        say(
            "linear:3",
            "link s2 s3 down",
            "link h1 s1 down",
            "link s3 s2 up",
            "link s1 h1 up",
            "ping h1 h3");
    assertThat(mended).contains("ms by s1 s2 s3");
  }

  @Test
  void shouldTakeAPortOffAndSeeItAtBothEnds() throws Exception {
    timeoutNs = TIMEOUT_NS;
    String said =
        say("linear:2", "port s1 1 down", "links", "ping h1 h2", "port s1 eth1 up", "links");
    assertThat(said)
        .contains("s1-eth1 s2-eth1 down")
        .contains("lost")
        .contains("s1-eth1 s2-eth1 up");
  }

  @Test
  void shouldForgetTheEntriesOfASwitchThatStops() throws Exception {
    timeoutNs = TIMEOUT_NS;
    String said =
        say(
            "linear:3",
            "switch s2 stop",
            "switches",
            "links",
            "ping h1 h3",
            "switch s2 start",
            "dump-flows s2");
    assertThat(said).contains("s2: 3 ports, 0 flow entries, stopped");
    assertThat(said).contains("s1-eth1 s2-eth1 down");
    assertThat(said).contains("h1 -> h3: lost");
    assertThat(said).endsWith("*** s2" + System.lineSeparator());
  }

  @Test
  void shouldDumpEntriesAndGroupsInTheFormOfOvsOfctl() throws Exception {
    version = OpenFlow.VERSION_13;
    String said = say("linear:1", "dump-flows", "dump-groups s1");
    assertThat(said).contains("table=0, n_packets=0, n_bytes=0, priority=3 actions=output:flood");
    assertThat(said).contains("priority=7,eth_type=0x800,ipv4_dst=192.168.0.0/16 actions=group:9");
    assertThat(said).contains("group_id=9,type=select,bucket=weight:5,actions=output:1");
  }

  @Test
  void shouldListHosts() throws Exception {
    assertThat(say("linear:2", "hosts")).contains("h2: 10.0.0.2, 02:00:00:00:00:01, at s2-eth2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pnig h1 h2|found command 'pnig'; allowed: ping, pingall, ping6, pingall6, link",
        "ping h1|allowed: ping HOST HOST [TIMES]",
        "ping h1 h9|found host 'h9'; allowed: h1 to h2",
        "ping h1 h1|allowed: two different hosts",
        "ping h1 h2 0|found '0'; allowed: 1 to 10000",
        "link s1 s2 dwon|found 'dwon'; allowed: down, up",
        "link s1 h2 down|found no link between s1 and h2; 'links' lists them",
        "link h1 h2 down|found no link between h1 and h2; 'links' lists them",
        "link s1 s3 down|found switch 's3'; allowed: s1 to s2",
        "port s1 7 down|found port '7'; allowed: 1 to 2 of s1",
        "switch s1 restart|found 'restart'; allowed: start, stop",
        "dump-flows s1 s2|allowed: dump-flows [SWITCH]",
        "sleep long|found 'long'; allowed: 0 to 86400",
      })
  void shouldAnswerAMistakeInOneLine(String line, String problem) throws Exception {
    String said = say("linear:2", "", "# a comment", line, "exit", "hosts");
    assertThat(said.lines()).singleElement().asString().startsWith("mistake: " + problem);
  }

  @Test
  void shouldNameEveryCommandInItsHelp() throws Exception {
    String said = say("linear:1", "help # and a comment");
    assertThat(said)
        .contains("ping HOST HOST", "pingall", "dump-groups", "switch SWITCH start|stop", "exit");
  }
}
