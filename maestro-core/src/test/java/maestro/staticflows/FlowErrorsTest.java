package maestro.staticflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlowErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "0002 0004, 'BAD_ACTION BAD_OUT_PORT (type 2, code 4)'",
    "0003 0002, 'BAD_INSTRUCTION BAD_TABLE_ID (type 3, code 2)'",
    "000c 0002, 'METER_MOD_FAILED INVALID_METER (type 12, code 2)'",
    "ffff 0001, 'ERROR (type 65535, code 1)'",
  })
  void shouldNameWhatTheSwitchSays(String typeAndCode, String text) {
    byte[] error = HexFormat.of().parseHex("0401000c00000001" + typeAndCode.replace(" ", ""));
    assertThat(FlowErrors.text(ByteBuffer.wrap(error), 0, error.length)).isEqualTo(text);
  }
}
