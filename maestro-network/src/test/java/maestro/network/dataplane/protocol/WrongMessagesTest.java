package maestro.network.dataplane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.network.dataplane.packet.Frames;
import maestro.network.dataplane.pipeline.Groups;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each wrong request gets the ERROR that the specification names. */
class WrongMessagesTest {
  private static final String IPV4 = "80000a02 0800";
  private static final String TCP = IPV4 + "80001401 06";

  private final Rig13 rig = new Rig13();

  @ParameterizedTest
  @CsvSource({
    "BAD_LEN, 80000a01 08, 1",
    "BAD_LEN of a field that ends late, 80000a04 0800, 1",
    "BAD_WILDCARDS, 80000a02 0800 80001708 0a000001 ff000000, 5",
    "BAD_FIELD, 80005001 08, 6",
    "BAD_FIELD of another class, 00010a02 0800, 6",
    "BAD_VALUE of a priority of 8, 80000c02 1001 80000e01 08, 7",
    "BAD_VALUE of a VLAN without its bit, 80000c02 0001, 7",
    "BAD_MASK, 80000b04 0800 ffff, 8",
    "BAD_PREREQ, 80001a02 0050, 9",
    "BAD_PREREQ of IPv6, 80000a02 0800 80003604 0a000001, 1",
    "BAD_PREREQ of ARP, 80000a02 0800 80002a02 0001, 9",
    "BAD_PREREQ of a priority without a tag, 80000c02 0000 80000e01 01, 9",
    "BAD_PREREQ of MPLS, 80004401 00, 1",
    "DUP_FIELD, 80000a02 0800 80000a02 0800, 10",
  })
  void shouldRefuseAMatch(String name, String fields, int code) {
    rig.expectError(Wire.add(0, fields, ""), 4, code);
    assertThat(name).isNotEmpty();
  }

  @Test
  void shouldRefuseAMatchThatIsNone() {
    rig.expectError(Wire.flowMod(0, 0, 1, 0, "0000 0004 00000000"), 4, 0);
    rig.expectError(Wire.flowMod(0, 0, 1, 0, "0001 0003 00000000"), 4, 1);
    rig.expectError(Wire.flowMod(0, 0, 1, 0, "0001 0018 00000000"), 4, 1);
    rig.expectError(Wire.flowMod(0, 0, 1, 0, ""), 1, 6);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5, 0, 5, 6",
    "8, 0, 0, 5, 2",
    "255, 0, 0, 5, 2",
    "255, 1, 0, 5, 2",
    "0, 0, 32, 5, 7",
  })
  void shouldRefuseACommand(int table, int command, int flags, int type, int code) {
    rig.expectError(Wire.flowMod(table, command, 1, flags, Wire.match("")), type, code);
  }

  @ParameterizedTest
  @CsvSource({
    "UNKNOWN_INST, 0007 0008 00000000, 3, 0",
    "a second one, 0005 0008 00000000 0005 0008 00000000, 3, 1",
    "BAD_TABLE_ID behind the last one, 0001 0008 08000000, 3, 2",
    "BAD_TABLE_ID back, 0001 0008 00000000, 3, 2",
    "BAD_EXPERIMENTER, ffff 0008 00000000, 3, 5",
    "BAD_LEN of a GOTO_TABLE, 0001 0010 01000000 0000000000000000, 3, 7",
    "BAD_LEN behind the end, 0004 0010 00000000, 3, 7",
    "INVALID_METER, 0006 0008 00000001, 12, 2",
  })
  void shouldRefuseInstructions(String name, String instructions, int type, int code) {
    rig.expectError(Wire.add(0, "", instructions), type, code);
    assertThat(name).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "BAD_TYPE, 001c 0008 00000000, 0",
    "BAD_LEN, 0000 0008 00000001, 1",
    "BAD_LEN behind the end, 0000 0020 00000001 ffff 000000000000, 1",
    "BAD_EXPERIMENTER, ffff 0008 00000000, 2",
    "BAD_OUT_PORT, 0000 0010 00000005 ffff 000000000000, 4",
    "BAD_OUT_PORT of TABLE in an entry, 0000 0010 fffffff9 ffff 000000000000, 4",
    "BAD_OUT_PORT of ANY, 0000 0010 ffffffff ffff 000000000000, 4",
    "BAD_ARGUMENT of a tag, 0011 0008 0800 0000, 5",
    "BAD_ARGUMENT of a shim, 0013 0008 8100 0000, 5",
    "BAD_QUEUE, 0015 0008 00000008, 8",
    "BAD_OUT_GROUP, 0016 0008 00000001, 9",
    "MATCH_INCONSISTENT, 0019 0010 80001604 0a000001 00000000, 10",
    "BAD_SET_TYPE of IN_PORT, 0019 0010 80000004 00000001 00000000, 13",
    "BAD_SET_TYPE of METADATA, 0019 0010 80000408 0000000000000001, 13",
    "BAD_SET_TYPE of an unknown field, 0019 0010 80005004 00000001 00000000, 13",
    "BAD_SET_TYPE with a mask, 0019 0018 8000070c 000000000001 ffffffffffff 00000000, 13",
    "BAD_SET_LEN, 0019 0010 80000605 0000000001 000000, 14",
    "BAD_SET_ARGUMENT, 0019 0010 80000c02 0005 000000000000, 15",
  })
  void shouldRefuseActions(String name, String actions, int code) {
    String fields = code == 15 ? "80000d04 1000 1000" : "";
    rig.expectError(Wire.add(0, fields, Wire.apply(actions)), 2, code);
    assertThat(name).isNotEmpty();
  }

  @Test
  void shouldLetActionsMakeWhatLaterOnesNeed() {
    String setVlan = "0019 0010 80000c02 1005 000000000000";
    String pushVlan = "0011 0008 8100 0000";
    String setLabel = "0019 0010 80004404 00000007 00000000";
    String pushMpls = "0013 0008 8847 0000";
    rig.expectError(Wire.add(0, "", Wire.apply(setVlan)), 2, 10);
    rig.expectError(Wire.add(0, "", Wire.apply(setLabel + pushMpls)), 2, 10);
    rig.tell(Wire.add(0, "", Wire.apply(pushVlan + setVlan + pushMpls + setLabel)));
    String setPort = "0019 0010 80001a02 0050 000000000000";
    rig.expectError(Wire.add(0, TCP, Wire.apply(pushMpls + setPort)), 2, 10);
    rig.tell(Wire.add(0, TCP, Wire.apply(setPort + pushMpls)));
    assertThat(rig.takeBytes()).isEmpty();
    assertThat(rig.sw.entryCount()).isEqualTo(2);
  }

  @Test
  void shouldRefuseWrongRequestsForPortsTablesAndStatistics() {
    rig.expectError(Wire.of(16, "00000009" + "00".repeat(28)), 7, 0);
    rig.expectError(Wire.of(16, "00000001" + "00".repeat(28)), 7, 1);
    String right = "00000001 00000000 060000007001 0000 ";
    rig.expectError(Wire.of(16, right + "00000002 00000002 00000000 00000000"), 7, 2);
    rig.expectError(Wire.of(16, right), 1, 6);
    rig.expectError(Wire.of(17, "09000000 00000000"), 8, 0);
    rig.expectError(Wire.of(17, "01000000 00000004"), 8, 1);
    rig.expectError(Wire.of(18, "0004 0000 00000000 00000009 00000000"), 1, 11);
    rig.expectError(Wire.of(18, "0005 0000 00000000 00000009 ffffffff"), 9, 0);
    rig.expectError(Wire.of(18, "0005 0000 00000000 00000001 00000008"), 9, 1);
    rig.expectError(Wire.of(18, "0001 0000 00000000" + "09" + "00".repeat(39)), 1, 9);
    rig.expectError(Wire.of(18, "0003 0000"), 1, 6);
    rig.expectError(Wire.of(18, "0063 0000 00000000"), 1, 2);
    rig.expectError(Wire.of(22, "00000009 00000000"), 9, 0);
    rig.expectError(Wire.of(30, ""), 1, 1);
  }

  @Test
  void shouldRefuseWrongGroups() {
    String there = Wire.bucket(Wire.output(2));
    rig.tell(Wire.group(0, 0, 1, there));
    assertThat(rig.takeBytes()).isEmpty();
    rig.expectError(Wire.group(0, 0, 1, there), 6, 0);
    rig.expectError(Wire.group(0, 0, 0xffffff01, there), 6, 1);
    rig.expectError(Wire.group(0, 2, 2, there + there), 6, 1);
    String weighted = Wire.bucket(1, -1, -1, Wire.output(2));
    rig.expectError(Wire.group(0, 0, 2, weighted), 6, 1);
    rig.expectError(Wire.group(0, 2, 2, weighted), 6, 1);
    rig.expectError(Wire.group(1, 0, 2, there), 6, 8);
    rig.expectError(Wire.group(0, 4, 2, there), 6, 10);
    rig.expectError(Wire.group(3, 0, 2, there), 6, 11);
    rig.expectError(Wire.group(0, 0, 2, "0018 0000 ffffffff ffffffff 00000000"), 6, 12);
    rig.expectError(Wire.group(0, 3, 2, there), 6, 13);
    rig.expectError(Wire.group(0, 3, 2, Wire.bucket(0, 9, -1, Wire.output(2))), 6, 13);
    rig.expectError(Wire.group(0, 0, 2, Wire.bucket(Wire.output(9))), 2, 4);
    rig.expectError(Wire.group(0, 0, 2, Wire.bucket(Wire.toGroup(7))), 2, 9);
    rig.tell(Wire.group(0, 0, 2, Wire.bucket(Wire.toGroup(1))));
    assertThat(rig.takeBytes()).isEmpty();
    rig.expectError(Wire.group(1, 0, 1, Wire.bucket(Wire.toGroup(1))), 6, 7);
    rig.expectError(Wire.group(1, 0, 1, Wire.bucket(Wire.toGroup(2))), 6, 7);
    rig.expectError(Wire.group(2, 0, 1, ""), 6, 9);
    for (int id = 3; id <= Groups.MOST_CHAINED; id++) {
      rig.tell(Wire.group(0, 0, id, Wire.bucket(Wire.toGroup(id - 1))));
    }
    assertThat(rig.takeBytes()).isEmpty();
    String toLast = Wire.bucket(Wire.toGroup(Groups.MOST_CHAINED));
    rig.expectError(Wire.group(0, 0, 100, toLast), 6, 5);
    assertThat(rig.receive(1, Frames.udp(2, 80))).isEmpty();
  }

  @Test
  void shouldRefuseWrongMeters() {
    String drop = Wire.band(1, 1000, 0, 0);
    rig.tell(Wire.meter(0, 1, 1, drop));
    assertThat(rig.takeBytes()).isEmpty();
    rig.expectError(Wire.meter(0, 1, 1, drop), 12, 1);
    rig.expectError(Wire.meter(0, 1, 0, drop), 12, 2);
    rig.expectError(Wire.meter(0, 1, 0xffff0001, drop), 12, 2);
    rig.expectError(Wire.meter(1, 1, 2, drop), 12, 3);
    rig.expectError(Wire.meter(3, 1, 2, drop), 12, 4);
    rig.expectError(Wire.meter(0, 3, 2, drop), 12, 5);
    rig.expectError(Wire.meter(0, 16, 2, drop), 12, 5);
    rig.expectError(Wire.meter(0, 1, 2, Wire.band(3, 1, 0, 0)), 12, 8);
    rig.expectError(Wire.meter(0, 1, 2, Wire.band(2, 1, 0, 0)), 12, 9);
    rig.expectError(Wire.meter(0, 1, 2, drop.repeat(Meters.MOST_BANDS + 1)), 12, 11);
    rig.expectError(Wire.of(18, "0009 0000 00000000 00000002 00000000"), 12, 3);
  }
}
