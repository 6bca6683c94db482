package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorNamesTest {
  @ParameterizedTest
  @CsvSource({
    "04, 0000 0001, HELLO_FAILED EPERM",
    "04, 0001 0006, BAD_REQUEST BAD_LEN",
    "04, 0002 0004, BAD_ACTION BAD_OUT_PORT",
    "04, 0003 0002, BAD_INSTRUCTION BAD_TABLE_ID",
    "04, 0004 0006, BAD_MATCH BAD_FIELD",
    "04, 0005 0001, FLOW_MOD_FAILED TABLE_FULL",
    "04, 0006 0008, GROUP_MOD_FAILED UNKNOWN_GROUP",
    "04, 0007 0000, PORT_MOD_FAILED BAD_PORT",
    "04, 0008 0000, TABLE_MOD_FAILED BAD_TABLE",
    "04, 0009 0001, QUEUE_OP_FAILED BAD_QUEUE",
    "04, 000a 0000, SWITCH_CONFIG_FAILED BAD_FLAGS",
    "04, 000b 0000, ROLE_REQUEST_FAILED STALE",
    "04, 000c 0002, METER_MOD_FAILED INVALID_METER",
    "04, 000d 0005, TABLE_FEATURES_FAILED EPERM",
    "01, 0003 0000, FLOW_MOD_FAILED ALL_TABLES_FULL",
    "01, 0005 0000, QUEUE_OP_FAILED BAD_PORT",
    "04, 0001 4d61, ''", // no such code
    "01, 000c 0002, ''", // no such type in 1.0
    "04, ffff 0001, ''", // of a vendor
    "06, 0001 0001, ''", // of a version that is not spoken here
  })
  void shouldNameTypeAndCodeOfEachVersion(String version, String typeAndCode, String names) {
    ByteBuffer error =
        bytes(version + "01001000000001" + typeAndCode.replace(" ", "") + "00000000");
    int type = Short.toUnsignedInt(error.getShort(8));
    int code = Short.toUnsignedInt(error.getShort(10));
    String blank = names.isEmpty() ? "" : " ";
    assertThat(ErrorNames.of(error, 0, error.capacity()))
        .isEqualTo("ERROR %s%s(type %d, code %d)", names, blank, type, code);
  }

  @Test
  void shouldSayThatTheTypeIsMissingWhenTheMessageIsTooShort() {
    ByteBuffer error = bytes("0401000a000000010001");
    assertThat(ErrorNames.of(error, 0, error.capacity())).isEqualTo("ERROR without a type");
  }

  private static ByteBuffer bytes(String hex) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
  }
}
