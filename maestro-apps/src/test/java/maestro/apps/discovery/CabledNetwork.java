package maestro.apps.discovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import maestro.api.EventStage;
import maestro.api.ReceivedFrame;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.apps.probing.LldpCodec;
import maestro.apps.probing.Probing;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches;
import maestro.apps.testkit.LogOfClass;
import org.junit.jupiter.api.AutoClose;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;

/** Probing and discovery together, over cables that the test lays. */
abstract class CabledNetwork {
  static final Duration PAUSE = Duration.ofMillis(100);
  static final Link UP = new Link(1, 1, 2, 1);

  FakePlatform platform =
      FakePlatform.withSettings("probing", "spread = 0 s").withApplication("discovery");
  EventStage probing = platform.start(new Probing()).events().orElseThrow();
  EventStage discovery = platform.start(new Discovery()).events().orElseThrow();
  final List<Link> cables = new ArrayList<>();

  /** Whether an unmanaged switch, which drops LLDP, is in each cable. */
  boolean dropsLldp;

  @AutoClose final LogOfClass log = new LogOfClass(Discovery.class);

  List<String> lines() {
    return log.lines();
  }

  List<String> warnings() {
    return log.warnings();
  }

  void cable(Link link) {
    cables.add(link);
  }

  SwitchInfo join(long datapathId, int portCount) {
    SwitchInfo info = platform.switches().add(datapathId, portCount);
    discovery.onSwitchJoined(info);
    return info;
  }

  void rounds(int count) {
    for (int i = 0; i < count; i++) {
      round();
    }
  }

  /** A round of probes goes over the cables, and time goes on. */
  void round() {
    carry(sendProbes());
    discovery.onTimer();
    platform.advance(Duration.ofSeconds(1));
  }

  List<FakeSwitches.SentMessage> sendProbes() {
    probing.onTimer();
    return platform.switches().takeSent();
  }

  void carry(List<FakeSwitches.SentMessage> probes) {
    for (FakeSwitches.SentMessage sent : probes) {
      OFPacketOut message = (OFPacketOut) sent.message();
      int port = ((OFActionOutput) message.getActions().get(0)).getPort().getPortNumber();
      if (dropsLldp && LldpCodec.decode(message.getData()).orElseThrow().direct()) {
        continue;
      }
      for (Link link : cables) {
        if (link.from() == sent.datapathId() && link.fromPort() == port) {
          platform
              .switches()
              .find(link.to())
              .ifPresent(
                  to -> discovery.onLldp(new ReceivedFrame(to, link.toPort(), message.getData())));
        }
      }
    }
  }

  Topology topology() {
    return platform.valueOf("topology", Topology.class);
  }
}
