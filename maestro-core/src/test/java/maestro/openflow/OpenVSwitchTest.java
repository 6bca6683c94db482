package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import maestro.testkit.Programs;
import org.junit.jupiter.api.Test;

/** A fourth opinion: Open vSwitch prints every message that we write as what we meant by it. */
class OpenVSwitchTest {
  @Test
  void shouldPrintWhatWeMeant() throws IOException, InterruptedException {
    assumeTrue(Programs.isInstalled("ovs-ofctl"), "ovs-ofctl is not installed");
    for (EncodedMessages.Encoded message : EncodedMessages.all()) {
      String hex = Bytes.toHex(message.bytes());
      List<String> lines = Programs.run(List.of("ovs-ofctl", "ofp-print", hex));
      String printed = String.join(" ", lines).replaceFirst("( \\(OF1.3\\))? \\(xid=\\w+\\):", ":");
      assertThat(printed.replaceAll(" +", " ")).as(hex).startsWith(message.ovs());
    }
  }
}
