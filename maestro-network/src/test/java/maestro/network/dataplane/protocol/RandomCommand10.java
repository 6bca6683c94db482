package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import maestro.network.dataplane.protocol.PlainMatch.Bits;

/** FLOW_MODs of OpenFlow 1.0 with random values. */
final class RandomCommand10 {
  private static final int NO_PORT = 0xffff;
  private static final int NO_VLAN = 0xffff;
  private static final int ALL_WILDCARDS = 0x3fffff;

  private RandomCommand10() {}

  static RandomCommand of(Random random, long cookie) {
    int kind = random.nextInt(10);
    int command = kind < 6 ? 0 : kind - 5;
    byte[] match = match(random);
    boolean exact = (ByteBuffer.wrap(match).getInt(0) & ALL_WILDCARDS) == 0;
    int priority = 1 + random.nextInt(3);
    int idle = random.nextInt(3);
    int hard = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0;
    int flags = random.nextInt(4);
    int outPort = random.nextInt(3) == 0 ? 1 + random.nextInt(SwitchRig.PORTS) : NO_PORT;
    List<Integer> outputs = RandomCommand.ports(random);
    int lengthBytes = 72 + 8 * outputs.size();
    ByteBuffer b = ByteBuffer.allocate(lengthBytes);
    b.put((byte) 1).put((byte) 14).putShort((short) lengthBytes).putInt(9).put(match);
    b.putLong(cookie).putShort((short) command).putShort((short) idle);
    b.putShort((short) hard).putShort((short) priority).putInt(-1);
    b.putShort((short) outPort).putShort((short) flags);
    for (int port : outputs) {
      b.putShort((short) 0).putShort((short) 8).putShort((short) port).putShort((short) 0);
    }
    return new RandomCommand(
        b.array(),
        new PlainSwitch.Command(
            command,
            0,
            meant(match),
            exact,
            priority,
            cookie,
            0,
            idle,
            hard,
            flags,
            outPort == NO_PORT ? PlainSwitch.ANY_PORT : outPort,
            outputs,
            0,
            false,
            0,
            0));
  }

  /** Random fields with few values; each wildcarded or not by chance, sometimes none. */
  static byte[] match(Random random) {
    ByteBuffer b = ByteBuffer.allocate(40);
    RandomFrame like = RandomFrame.of(random);
    b.putShort(4, (short) (1 + random.nextInt(SwitchRig.PORTS)));
    b.putShort(6, (short) 0x0200).putInt(8, (int) like.get("src"));
    b.putShort(12, (short) 0x0200).putInt(14, (int) like.get("dst"));
    b.putShort(18, (short) (like.get("tagged") == 1 ? like.get("vlan") : NO_VLAN));
    b.put(20, (byte) like.get("pcp")).putShort(22, (short) like.get("type"));
    b.put(24, (byte) (like.get("dscp") << 2)).put(25, (byte) like.get("protocol"));
    b.putInt(28, (int) like.get("nwSrc")).putInt(32, (int) like.get("nwDst"));
    b.putShort(36, (short) like.get("tpSrc")).putShort(38, (short) like.get("tpDst"));
    if (random.nextInt(4) > 0) {
      int bits = random.nextInt() | (1 << random.nextInt(22));
      int wild = bits & (0xff | 3 << 20);
      wild |= prefixBits(random) << 8 | prefixBits(random) << 14;
      b.putInt(0, wild);
    }
    return b.array();
  }

  private static int prefixBits(Random random) {
    return random.nextBoolean() ? 32 + random.nextInt(32) : 8 * random.nextInt(4);
  }

  /** What a match says, by the specification. */
  private static Map<String, Bits> meant(byte[] match) {
    ByteBuffer b = ByteBuffer.wrap(match);
    int wild = b.getInt(0);
    Map<String, Bits> m = new TreeMap<>();
    put(m, "in", wild & 1, b.getShort(4) & 0xffff);
    put(m, "src", wild & 4, b.getLong(4) & 0xffff_ffff_ffffL);
    put(m, "dst", wild & 8, b.getLong(12) >>> 16);
    int vlan = b.getShort(18) & 0xffff;
    boolean none = (wild & 2) == 0 && vlan == NO_VLAN;
    if (none) {
      m.put("tagged", new Bits(0, 1));
    } else if ((wild & 2) == 0) {
      m.put("tagged", new Bits(1, 1));
      m.put("vlan", new Bits(vlan & 0xfff, 0xfff));
    }
    if (!none && (wild & 1 << 20) == 0) {
      m.put("tagged", new Bits(1, 1));
      m.put("pcp", new Bits(b.get(20) & 7, 7));
    }
    int type = b.getShort(22) & 0xffff;
    put(m, "type", wild & 16, type);
    if ((wild & 16) == 0 && (type == 0x800 || type == 0x806)) {
      int protocol = b.get(25) & 0xff;
      put(m, "protocol", wild & 32, protocol);
      prefix(m, "nwSrc", wild >>> 8 & 63, b.getInt(28));
      prefix(m, "nwDst", wild >>> 14 & 63, b.getInt(32));
      if (type == 0x800) {
        put(m, "dscp", wild & 1 << 21, (b.get(24) & 0xff) >>> 2);
        boolean ports = protocol == 1 || protocol == 6 || protocol == 17;
        if ((wild & 32) == 0 && ports) {
          put(m, "tpSrc", wild & 64, b.getShort(36) & 0xffff);
          put(m, "tpDst", wild & 128, b.getShort(38) & 0xffff);
        }
      }
    }
    return m;
  }

  private static void put(Map<String, Bits> m, String name, int wild, long value) {
    if (wild == 0) {
      m.put(name, new Bits(value, -1));
    }
  }

  private static void prefix(Map<String, Bits> m, String name, int wildBits, int address) {
    if (wildBits < 32) {
      long mask = 0xffff_ffffL >>> wildBits << wildBits;
      m.put(name, new Bits(address & mask, mask));
    }
  }
}
