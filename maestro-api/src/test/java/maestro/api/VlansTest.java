package maestro.api;

import static maestro.api.Vlans.DROP;
import static maestro.api.Vlans.UNTAGGED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import maestro.api.Vlans.Egress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VlansTest {
  private static final int NONE = -1;
  private static final int HIGH_PORT = 0xffff_ff00;
  private static final int ACCESS = 1;
  private static final int TRUNK = 2;
  private static final int WITH_NATIVE = 3;
  private static final int ALL = 4;
  private static final int ALL_WITH_NATIVE = HIGH_PORT;
  private static final int UNDECLARED = 6;

  private final Vlans vlans =
      Vlans.builder()
          .access(-2, ACCESS, 10)
          .trunk(-2, TRUNK, 10, 20)
          .trunkWithNative(-2, WITH_NATIVE, 10, 20)
          .trunkOfAll(-2, ALL)
          .trunkOfAllWithNative(-2, ALL_WITH_NATIVE, 10)
          .access(7, ACCESS, 4094)
          .build();

  @ParameterizedTest
  @CsvSource({
    // port, tag, VLAN
    "1, -1, 10",
    "1, 0, 10",
    "1, 10, -2",
    "1, 20, -2",
    "2, -1, -2",
    "2, 0, -2",
    "2, 10, 10",
    "2, 20, 20",
    "2, 30, -2",
    "3, -1, 10",
    "3, 0, 10",
    "3, 10, 10",
    "3, 20, 20",
    "3, 30, -2",
    "4, -1, -2",
    "4, 1, 1",
    "4, 4094, 4094",
    "4, 4095, -2",
    "-256, -1, 10",
    "-256, 0, 10",
    "-256, 10, 10",
    "-256, 4094, 4094",
    "6, -1, -1",
    "6, 0, -1",
    "6, 1, 1",
    "6, 4094, 4094",
    "6, 4095, -2"
  })
  void shouldSayTheVlanWhenAPacketComesIn(int port, int tag, int vlan) {
    assertThat(vlans.vlanOf(-2, port, tag)).isEqualTo(vlan);
    assertThat(vlans.of(-2).vlanOf(port, tag)).isEqualTo(vlan);
  }

  @ParameterizedTest
  @CsvSource({
    "1, -1, NOT_CARRIED",
    "1, 10, UNTAGGED",
    "1, 20, NOT_CARRIED",
    "2, -1, NOT_CARRIED",
    "2, 10, TAGGED",
    "2, 20, TAGGED",
    "2, 30, NOT_CARRIED",
    "3, -1, NOT_CARRIED",
    "3, 10, UNTAGGED",
    "3, 20, TAGGED",
    "3, 30, NOT_CARRIED",
    "4, -1, NOT_CARRIED",
    "4, 1, TAGGED",
    "4, 4094, TAGGED",
    "-256, -1, NOT_CARRIED",
    "-256, 10, UNTAGGED",
    "-256, 11, TAGGED",
    "6, -1, UNTAGGED",
    "6, 1, TAGGED",
    "6, 4094, TAGGED"
  })
  void shouldSayHowAVlanLeavesWhenAskedForAPort(int port, int vlan, Egress egress) {
    assertThat(vlans.egress(-2, port, vlan)).isEqualTo(egress);
  }

  @Test
  void shouldKnowWhatIsDeclaredWhenAsked() {
    assertThat(vlans.isEmpty()).isFalse();
    assertThat(vlans.isDeclared(-2, HIGH_PORT)).isTrue();
    assertThat(vlans.isDeclared(-2, UNDECLARED)).isFalse();
    assertThat(vlans.isDeclared(7, ACCESS)).isTrue();
    assertThat(vlans.isDeclared(8, ACCESS)).isFalse();
    assertThat(vlans.of(8)).isSameAs(Vlans.Ports.NONE);
    assertThat(vlans.vlanOf(8, ACCESS, NONE)).isEqualTo(UNTAGGED);
    assertThat(vlans.isUntaggedSomewhere(4094)).isTrue();
    assertThat(vlans.isUntaggedSomewhere(20)).isFalse();
    assertThat(Vlans.NONE.isEmpty()).isTrue();
    assertThat(Vlans.NONE.vlanOf(1, 1, 5)).isEqualTo(5);
    assertThat(Vlans.NONE.vlanOf(1, 1, 4095)).isEqualTo(DROP);
  }

  @Test
  void shouldGiveEachHostAKeyOfItsOwnWhenItsVlanOrAddressDiffers() {
    long address = 0xfedc_ba98_7654L;
    assertThat(Vlans.hostKey(UNTAGGED, address)).isEqualTo(address);
    for (int vlan : new int[] {UNTAGGED, 1, 10, 4094}) {
      long key = Vlans.hostKey(vlan, address);
      assertThat(key >>> SharedTable.ADDRESS_BITS).isZero();
      assertThat(Vlans.vlanOfKey(key)).isEqualTo(vlan);
      assertThat(Vlans.addressOfKey(key)).isEqualTo(address);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "4095"})
  void shouldRefuseAVlanWhenThereIsNoSuch(int vlan) {
    assertThatThrownBy(() -> Vlans.builder().access(1, 1, vlan))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("VLAN " + vlan + "; allowed: 1 to 4094");
    assertThatThrownBy(() -> Vlans.builder().trunk(1, 1, 5, vlan))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
