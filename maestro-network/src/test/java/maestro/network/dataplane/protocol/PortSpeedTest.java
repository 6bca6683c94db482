package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import maestro.network.dataplane.PortSpeed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFPortFeatures;
import org.projectfloodlight.openflow.protocol.OFPortStatus;

class PortSpeedTest {
  @ParameterizedTest
  @CsvSource({
    "1, PF_10MB_FD", "10000, PF_10MB_FD", "31000, PF_10MB_FD", "32000, PF_100MB_FD",
    "100000, PF_100MB_FD", "500000, PF_1GB_FD", "1000000, PF_1GB_FD", "10000000, PF_10GB_FD",
    "4294967295, PF_10GB_FD"
  })
  void shouldSayTheNearestSpeedIn10(long kbps, OFPortFeatures speed) {
    Rig10 rig = new Rig10();
    rig.sw.setSpeed(2, kbps);
    OFFeaturesReply reply = rig.answer(Rig10.OF.buildFeaturesRequest().build());
    List<OFPortDesc> ports = reply.getPorts();
    assertThat(ports.get(1).getCurr()).containsExactlyInAnyOrder(speed, OFPortFeatures.PF_COPPER);
    assertThat(ports.get(2).getCurr())
        .as("of a port without a bound")
        .containsExactlyInAnyOrder(OFPortFeatures.PF_1GB_FD, OFPortFeatures.PF_COPPER);

    rig.sw.setLink(2, true);
    OFMessage status = rig.take().get(0);
    assertThat(((OFPortStatus) status).getDesc().getCurr()).contains(speed);
  }

  @Test
  void shouldBeAtLeastOneKilobitAndAtMostWhat32BitsHold() {
    assertThat(PortSpeed.kbps(0)).isEqualTo(1_000_000);
    assertThat(PortSpeed.kbps(1)).isEqualTo(1);
    assertThat(PortSpeed.kbps(20_000_000)).isEqualTo(20_000);
    assertThat(PortSpeed.kbps(Long.MAX_VALUE)).isEqualTo(4_294_967_295L);
  }
}
