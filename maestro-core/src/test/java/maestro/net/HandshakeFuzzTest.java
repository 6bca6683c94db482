package maestro.net;

import com.code_intelligence.jazzer.api.BugDetectors;
import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import maestro.net.BesideGoodSwitch.Phase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Any bytes at any point of the handshake and behind it, in one or two pieces, at a controller with
 * a good switch.
 */
@Tag("fuzz")
class HandshakeFuzzTest {
  @AutoClose private static BesideGoodSwitch beside;

  @BeforeAll
  static void start() {
    beside = new BesideGoodSwitch(4, Rig.setup());
  }

  @FuzzTest
  void shouldSurviveWhateverASwitchSays(FuzzedDataProvider data) {
    BugDetectors.allowNetworkConnections();
    int version = data.consumeBoolean() ? 1 : 4;
    FakeSwitch client = beside.attacker(data.pickValue(Phase.values()), version);
    int cut = data.consumeInt(0, 255);
    byte[] bytes = data.consumeRemainingAsBytes();
    if (cut < bytes.length) {
      client.send(Arrays.copyOf(bytes, cut));
      beside.rig.pump();
      bytes = Arrays.copyOfRange(bytes, cut, bytes.length);
    }
    client.trySend(ByteBuffer.wrap(bytes));
    beside.rig.pump();
    beside.outcome(client, "what the fuzzer found");
    beside.forget(client);
  }
}
