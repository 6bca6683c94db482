package maestro.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SwitchNamesTest {
  private static final String DPID = "00:00:00:00:00:00:00:2a";
  private static final SwitchNames NAMES =
      new SwitchNames(
          Map.of(42L, "core-1", -1L, "last"),
          Map.of(42L, Map.of(3, "uplink", 0xffff_fffe, "self"), 7L, Map.of(1, "$1")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "switch D joined | switch D (core-1) joined",
        "D: 2 entries; D leaves | D (core-1): 2 entries; D (core-1) leaves",
        "link up: D port 3 to ff:ff:ff:ff:ff:ff:ff:ff port 4"
            + " | link up: D (core-1) port 3 (uplink) to ff:ff:ff:ff:ff:ff:ff:ff (last) port 4",
        "D port LOCAL | D (core-1) port LOCAL (self)",
        "D port 33 (s1-eth33) | D (core-1) port 33 (s1-eth33)",
        "00:00:00:00:00:00:00:07 port 1 | 00:00:00:00:00:00:00:07 port 1 ($1)",
        "00:00:00:00:00:00:00:08 port 3 | 00:00:00:00:00:00:00:08 port 3",
        "host 00:00:00:00:00:2a | host 00:00:00:00:00:2a",
        "sha256:D:00 is no switch | sha256:D:00 is no switch",
        "00:D | 00:D",
        "D0 | D0",
        "D port 99999999999 | D (core-1) port 99999999999"
      })
  void shouldStandBehindDatapathIdsAndPorts(String text, String named) {
    assertThat(NAMES.inText(text.replace("D", DPID))).isEqualTo(named.replace("D", DPID));
    assertThat(SwitchNames.NONE.inText(text)).isSameAs(text);
  }

  @Test
  void shouldLeadToTheSwitch() {
    assertThat(NAMES.datapathId("core-1")).contains(42L);
    assertThat(NAMES.datapathId("core-2")).isEmpty();
    assertThat(NAMES.of(42)).contains("core-1");
    assertThat(NAMES.of(43)).isEmpty();
    assertThat(NAMES.ofPort(43, 3)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "Core_1.rack-7", "x1234567890123456789012345678901", "abcdef"})
  void shouldBeAName(String text) {
    assertThat(SwitchNames.isName(text)).isTrue();
  }

  /** What is a datapath id would lead to two switches. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1a",
        "-a",
        "42",
        "0x2a",
        "a b",
        "a:b",
        "ä",
        "abcdefabcdefabcd",
        "x12345678901234567890123456789012"
      })
  void shouldBeNoName(String text) {
    assertThat(SwitchNames.isName(text)).isFalse();
  }
}
