package maestro.net;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One message of every type that OpenFlow 1.0 and 1.3 know, as long as it gets with one of whatever
 * it lists.
 */
final class SampleMessages {
  private static final int HIGHEST_10 = 21;
  private static final int HIGHEST_13 = 29;

  private SampleMessages() {}

  /** By type. */
  static Map<Integer, byte[]> of(int version) {
    Map<Integer, byte[]> samples = new LinkedHashMap<>();
    int highest = version == 1 ? HIGHEST_10 : HIGHEST_13;
    for (int type = 0; type <= highest; type++) {
      samples.put(type, version == 1 ? of10(type) : of13(type));
    }
    return samples;
  }

  private static byte[] of10(int type) {
    return switch (type) {
      case 0 -> FakeSwitch.hex(Messages.HELLO_10);
      case 1 -> message(1, type, "0003 0002 010e 0048 00000001" + zeros(64));
      case 2, 3 -> message(1, type, "6d616573 74726f");
      case 4 -> message(1, type, "00002320 0000000b 00000001");
      case 6 -> FakeSwitch.hex(Messages.features(1, 0xbad, 1));
      case 8, 9 -> message(1, type, "0000 ffff");
      case 10 -> Messages.packetIn(1, 1);
      case 11 ->
          message(
              1,
              type,
              match10()
                  + "0000000000000001 0001 00 00 00000001 00000000 000a 0000"
                  + "0000000000000001 0000000000000040");
      case 12 -> FakeSwitch.hex(Messages.portStatus(1, 2, 1, 0));
      case 13 -> message(1, type, "ffffffff 0001 0008 0000 0008 fffb 0000" + zeros(60));
      case 14 ->
          message(
              1,
              type,
              match10()
                  + "0000000000000001 0000 000a 0000 0001 ffffffff ffff 0000"
                  + "0000 0008 0002 0000");
      case 15 -> message(1, type, "0001 000000000001 00000000 00000000 00000000 00000000");
      case 16 -> message(1, type, "0001 0000" + match10() + "ff 00 ffff");
      case 17 ->
          message(
              1,
              type,
              "0001 0000 0060 00 00"
                  + match10()
                  + "00000001 00000000 0001 000a 0000 000000000000 0000000000000001"
                  + "0000000000000001 0000000000000040 0000 0008 0002 0000");
      case 20 -> message(1, type, "0001 0000");
      case 21 ->
          message(
              1,
              type,
              "0001 000000000000" + "00000001 0018 0000 0001 0010 00000000 0001 000000000000");
      default -> message(1, type, ""); // a header alone
    };
  }

  private static byte[] of13(int type) {
    return switch (type) {
      case 0 -> FakeSwitch.hex(Messages.HELLO_BOTH);
      case 1 -> message(4, type, "0004 0001 040e 0050 00000001" + zeros(72));
      case 2, 3 -> message(4, type, "6d616573 74726f");
      case 4 -> message(4, type, "00002320 00000015 00000001 00000000");
      case 6 -> FakeSwitch.hex(Messages.features(4, 0xbad));
      case 8, 9 -> message(4, type, "0000 ffff");
      case 10 -> Messages.packetIn(4, 1);
      case 11 ->
          message(
              4,
              type,
              "0000000000000001 0001 00 00 00000001 00000000 000a 0000"
                  + "0000000000000001 0000000000000040"
                  + match13());
      case 12 -> FakeSwitch.hex(Messages.portStatus(4, 2, 1, 0));
      case 13 ->
          message(
              4,
              type,
              "ffffffff 00000001 0010 000000000000"
                  + "0000 0010 fffffffb 0000 000000000000"
                  + zeros(60));
      case 14 ->
          message(
              4,
              type,
              "0000000000000001 0000000000000000 00 00 000a 0000 0001 ffffffff"
                  + "ffffffff ffffffff 0000 0000"
                  + match13()
                  + "0004 0018 00000000 0000 0010 00000002 0000 000000000000");
      case 15 ->
          message(
              4,
              type,
              "0000 00 00 00000001 0020 0000 ffffffff ffffffff 00000000"
                  + "0000 0010 00000002 0000 000000000000");
      case 16 ->
          message(
              4, type, "00000001 00000000 000000000001 0000 00000000 00000000 00000000 00000000");
      case 17 -> message(4, type, "00 000000 00000000");
      case 18 ->
          message(
              4,
              type,
              "0001 0000 00000000 ff 000000 ffffffff ffffffff 00000000" + zeros(16) + match13());
      case 19 -> FakeSwitch.hex(Messages.portDesc(false, 1));
      case 22 -> message(4, type, "00000001 00000000");
      case 23 ->
          message(
              4,
              type,
              "00000001 00000000 00000001 00000001 0020 000000000000 0001 0010 00000000 0001 000000000000");
      case 24, 25 -> message(4, type, "00000001 00000000 0000000000000001");
      case 27, 28 -> message(4, type, "00000007 00000007 00000007 00000007 00000007 00000007");
      case 29 -> message(4, type, "0000 0001 00000001 0001 0010 00000064 0000000a 00000000");
      default -> message(4, type, ""); // a header alone
    };
  }

  private static String match10() {
    return "00000000 0001 000000000001 000000000002 ffff 00 00 0800 00 06 0000 0a000001 0a000002 0050 1000";
  }

  private static String match13() {
    return "0001 0017 80000004 00000001 80000a02 0800 80001401 06 00";
  }

  private static String zeros(int bytes) {
    return "00".repeat(bytes);
  }

  /** A message with a header that is right. */
  static byte[] message(int version, int type, String bodyHex) {
    byte[] body = FakeSwitch.hex(bodyHex);
    return Messages.join(
        FakeSwitch.hex("%02x %02x %04x 00000007".formatted(version, type, 8 + body.length)), body);
  }
}
