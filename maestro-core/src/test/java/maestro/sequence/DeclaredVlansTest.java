package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.api.Vlans;
import maestro.api.Vlans.Egress;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.ConfigLoader;
import org.junit.jupiter.api.Test;

class DeclaredVlansTest {
  private static Vlans vlans(String settings) throws BadConfigurationException {
    return DeclaredVlans.of(ConfigLoader.defaultsWith("maestro.vlans=" + settings).vlans());
  }

  @Test
  void shouldDeclareNothingWhenNothingIsConfigured() throws BadConfigurationException {
    assertThat(DeclaredVlans.of(ConfigLoader.defaultsWith().vlans()).isEmpty()).isTrue();
  }

  @Test
  void shouldDeclareEachKindOfPortWhenConfigured() throws BadConfigurationException {
    Vlans vlans =
        vlans(
            "{ 0x2a { 1 { access = 10 }, 2 { trunk = [10, 20] }, 3 { trunk = [20], native = 10 },"
                + " 4 { trunk = all }, 4294967040 { trunk = all, native = 10 }, 6 { trunk = 30 } } }");

    assertThat(vlans.vlanOf(42, 1, -1)).isEqualTo(10);
    assertThat(vlans.egress(42, 2, 20)).isEqualTo(Egress.TAGGED);
    assertThat(vlans.vlanOf(42, 2, -1)).isEqualTo(Vlans.DROP);
    assertThat(vlans.egress(42, 3, 10)).isEqualTo(Egress.UNTAGGED);
    assertThat(vlans.egress(42, 3, 30)).isEqualTo(Egress.NOT_CARRIED);
    assertThat(vlans.egress(42, 4, 4094)).isEqualTo(Egress.TAGGED);
    assertThat(vlans.vlanOf(42, 4, -1)).isEqualTo(Vlans.DROP);
    assertThat(vlans.egress(42, 0xffff_ff00, 10)).isEqualTo(Egress.UNTAGGED);
    assertThat(vlans.egress(42, 6, 30)).isEqualTo(Egress.TAGGED);
    assertThat(vlans.isDeclared(42, 7)).isFalse();
    assertThat(vlans.isDeclared(1, 1)).isFalse();
  }
}
