package maestro.network.dataplane.protocol;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import maestro.network.dataplane.protocol.PlainMatch.Bits;

/** FLOW_MODs of OpenFlow 1.3 with random values, for the first tables of a switch. */
final class RandomCommand13 {
  private static final int TABLES = 3;
  private static final int ARP = 0x806;
  private static final int IPV4 = 0x800;

  private RandomCommand13() {}

  static RandomCommand of(Random random, long cookie) {
    int kind = random.nextInt(12);
    int command = kind < 7 ? 0 : (kind - 7) % 4 + 1;
    int table = random.nextInt(TABLES);
    boolean goes = table + 1 < TABLES && random.nextInt(3) > 0;
    PlainSwitch.Command c =
        new PlainSwitch.Command(
            command,
            command >= 3 && random.nextInt(3) == 0 ? PlainSwitch.ALL_TABLES : table,
            match(random, table),
            false,
            random.nextInt(3),
            cookie,
            random.nextInt(3) == 0 ? 1 : 0,
            random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0,
            random.nextInt(6) == 0 ? 1 + random.nextInt(3) : 0,
            random.nextInt(8),
            random.nextInt(3) == 0 ? 1 + random.nextInt(SwitchRig.PORTS) : PlainSwitch.ANY_PORT,
            RandomCommand.ports(random),
            random.nextInt(SwitchRig.PORTS + 1),
            random.nextInt(4) == 0,
            random.nextInt(3),
            goes ? table + 1 : 0);
    return new RandomCommand(message(c), c);
  }

  /** Random fields with few values, of those that the specification allows together. */
  private static Map<String, Bits> match(Random random, int table) {
    Map<String, Bits> m = new LinkedHashMap<>();
    RandomFrame like = RandomFrame.of(random);
    keep(m, random, 3, "in", 1 + random.nextInt(SwitchRig.PORTS), 0xffff_ffffL);
    if (table > 0) {
      keep(m, random, 3, "metadata", random.nextInt(3), 0xf);
    }
    long allEth = 0xffff_ffff_ffffL;
    keep(m, random, 3, "dst", like.get("dst"), random.nextBoolean() ? allEth : allEth - 1);
    keep(m, random, 6, "src", like.get("src"), allEth);
    keep(m, random, 2, "type", like.get("type"), 0xffff);
    if (random.nextInt(3) == 0) {
      m.put("tagged", new Bits(like.get("tagged"), 1));
      m.put("vlan", new Bits(like.get("vlan"), 0xfff));
      if (like.get("tagged") == 1) {
        keep(m, random, 3, "pcp", like.get("pcp"), 7);
      }
    }
    long type = m.containsKey("type") ? like.get("type") : 0;
    if (type == IPV4) {
      keep(m, random, 6, "dscp", like.get("dscp"), 0x3f);
    }
    if (type == IPV4 || type == ARP) {
      keep(m, random, 2, "protocol", like.get("protocol"), type == ARP ? 0xffff : 0xff);
      keep(m, random, 3, "nwSrc", like.get("nwSrc"), prefix(random));
      keep(m, random, 6, "nwDst", like.get("nwDst"), prefix(random));
    }
    if (type == IPV4 && m.containsKey("protocol")) {
      long all = like.get("protocol") == 1 ? 0xff : 0xffff;
      keep(m, random, 6, "tpSrc", like.get("tpSrc"), all);
      keep(m, random, 3, "tpDst", like.get("tpDst"), all);
    }
    return m;
  }

  private static long prefix(Random random) {
    return 0xffff_ffffL << (8 * random.nextInt(4)) & 0xffff_ffffL;
  }

  /** Keeps a field once in so many times. */
  private static void keep(
      Map<String, Bits> m, Random random, int times, String name, long value, long mask) {
    if (random.nextInt(times) == 0) {
      m.put(name, new Bits(value & mask, mask));
    }
  }

  private static byte[] message(PlainSwitch.Command c) {
    StringBuilder instructions = new StringBuilder();
    if (c.next() != 0) {
      instructions.append(String.format("0001 0008 %02x 000000", c.next()));
    }
    if (c.metadata() != 0) {
      instructions.append(String.format("0002 0018 00000000 %016x %016x", c.metadata(), 0xf));
    }
    if (c.written() != 0) {
      instructions.append("0003 0018 00000000").append(Wire.output(c.written()));
    }
    List<String> outputs = c.applied().stream().map(Wire::output).toList();
    if (!outputs.isEmpty()) {
      instructions.append(Wire.apply(String.join("", outputs)));
    }
    if (c.clears()) {
      instructions.append("0005 0008 00000000");
    }
    return Wire.of(
        14,
        String.format(
                "%016x %016x %02x %02x %04x %04x %04x ffffffff %08x ffffffff %04x 0000",
                c.cookie(),
                c.cookieMask(),
                c.table(),
                c.command(),
                c.idle(),
                c.hard(),
                c.priority(),
                c.outPort(),
                c.flags())
            + Wire.match(fields(c.match()))
            + instructions);
  }

  private static String fields(Map<String, Bits> m) {
    StringBuilder fields = new StringBuilder();
    m.forEach(
        (name, bits) -> {
          if (!name.equals("tagged")) {
            long tag = name.equals("vlan") ? m.get("tagged").value() << 12 : 0;
            fields.append(field(name, bits, bits.value() | tag, m));
          }
        });
    return fields.toString();
  }

  private static String field(String name, Bits bits, long value, Map<String, Bits> m) {
    boolean arp = m.containsKey("type") && m.get("type").value() == ARP;
    int transport = arp || !m.containsKey("protocol") ? 0 : (int) m.get("protocol").value();
    return switch (name) {
      case "in" -> field(0, 4, value);
      case "metadata" -> masked(2, 8, bits);
      case "dst" -> masked(3, 6, bits);
      case "src" -> field(4, 6, value);
      case "type" -> field(5, 2, value);
      case "vlan" -> field(6, 2, value);
      case "pcp" -> field(7, 1, value);
      case "dscp" -> field(8, 1, value);
      case "protocol" -> arp ? field(21, 2, value) : field(10, 1, value);
      case "nwSrc" -> masked(arp ? 22 : 11, 4, bits);
      case "nwDst" -> masked(arp ? 23 : 12, 4, bits);
      default -> {
        int second = name.equals("tpDst") ? 1 : 0;
        yield switch (transport) {
          case 1 -> field(19 + second, 1, value);
          case 6 -> field(13 + second, 2, value);
          default -> field(15 + second, 2, value);
        };
      }
    };
  }

  private static String field(int number, int bytes, long value) {
    return String.format("8000 %02x %02x %0" + 2 * bytes + "x", number << 1, bytes, value);
  }

  private static String masked(int number, int bytes, Bits bits) {
    String hex = "%0" + 2 * bytes + "x";
    return String.format(
        "8000 %02x %02x" + hex + hex, number << 1 | 1, 2 * bytes, bits.value(), bits.mask());
  }
}
