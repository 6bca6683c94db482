package maestro.apps.probing;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** Any frame as LLDP; a probe that is found in one can be sent and found again. */
@Tag("fuzz")
class LldpFuzzTest {
  @FuzzTest
  void shouldFindTheSameProbeWhenItIsSentAgain(byte[] frame) {
    Optional<Probe> found = LldpCodec.decode(frame);
    if (found.isPresent()) {
      byte[] again = LldpCodec.encode(found.get(), frame.length);
      assertThat(LldpCodec.decode(again)).isEqualTo(found);
    }
  }
}
