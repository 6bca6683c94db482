package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import maestro.emulator.dataplane.pipeline.PlainMatch.Bits;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random FLOW_MODs, frames and waits: the switch does what a list that is scanned does. */
class PlainPipelineTest {
  private static final int STEPS = 4_000;
  private static final int TABLES = 3;
  private static final int MOST_ENTRIES = 12;
  private static final long[] ADDRESSES = {0x0a000001, 0x0a000002, 0x0a000103, 0x0a010001};

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldDoWhatAScannedListDoes(long seed) {
    Followed followed = follow(new Random(seed), STEPS);
    assertThat(followed.left()).isGreaterThan(STEPS / 10);
    assertThat(followed.errors()).isPositive();
  }

  /** How many frames left the switch, and how many ERRORs were said. */
  record Followed(int left, int errors) {}

  /** Does the same to a switch and to a list, and compares what they do. */
  static Followed follow(Random random, int steps) {
    Rig13 rig = new Rig13(MOST_ENTRIES, 0);
    PlainPipeline plain = new PlainPipeline(MOST_ENTRIES);
    int left = 0;
    int errors = 0;
    for (int step = 0; step < steps; step++) {
      int kind = random.nextInt(10);
      if (kind < 4) {
        PlainPipeline.Command command = command(random, step);
        plain.apply(command, rig.nowNs);
        rig.tell(bytes(command));
      } else if (kind == 4) {
        rig.passSeconds(random.nextInt(8) / 4.0);
        plain.expire(rig.nowNs);
      } else {
        int port = 1 + random.nextInt(SwitchRig.PORTS);
        Map<String, Long> fields = fields(random);
        fields.put("in", (long) port);
        List<Integer> ports = rig.receive(port, frame(fields));
        assertThat(ports).isEqualTo(plain.receive(fields, port, rig.nowNs));
        left += ports.size();
      }
      List<String> said = said(rig.takeBytes());
      assertThat(said).as("step %d", step).containsExactlyInAnyOrderElementsOf(plain.said);
      errors += (int) said.stream().filter(each -> each.contains("/")).count();
      plain.said.clear();
    }
    List<String> entries = new ArrayList<>();
    rig.dump()
        .forEach(
            e ->
                entries.add(
                    e.getTableId().getValue()
                        + "/"
                        + e.getPriority()
                        + " cookie "
                        + e.getCookie().getValue()
                        + " frames "
                        + e.getPacketCount().getValue()));
    assertThat(entries)
        .containsExactlyInAnyOrderElementsOf(
            plain.entries.stream().map(PlainPipeline.Entry::toString).toList());
    return new Followed(left, errors);
  }

  private static List<String> said(List<byte[]> messages) {
    List<String> said = new ArrayList<>();
    for (byte[] message : messages) {
      ByteBuffer b = ByteBuffer.wrap(message);
      said.add(
          b.get(1) == OpenFlow.ERROR
              ? b.getShort(8) + "/" + b.getShort(10)
              : b.getLong(8) + " reason " + b.get(18) + " after " + b.getLong(32));
    }
    return said;
  }

  private static Map<String, Long> fields(Random random) {
    Map<String, Long> f = new LinkedHashMap<>();
    f.put("dst", 0x0200_0000_0000L | random.nextInt(3));
    f.put("type", random.nextInt(4) == 0 ? 0x86ddL : 0x800L);
    if (random.nextInt(3) == 0) {
      f.put("vlan", 0x1005L + random.nextInt(2));
    }
    if (f.get("type") == 0x800) {
      f.put("src4", ADDRESSES[random.nextInt(ADDRESSES.length)]);
      f.put("protocol", random.nextBoolean() ? 17L : 1L);
      if (f.get("protocol") == 17) {
        f.put("port", 80L + random.nextInt(2));
      }
    }
    return f;
  }

  private static byte[] frame(Map<String, Long> f) {
    byte[] frame =
        Frames.ipv4(
            Frames.SRC,
            f.get("dst"),
            f.getOrDefault("protocol", 17L).intValue(),
            f.getOrDefault("src4", 0L).intValue(),
            7,
            9,
            f.getOrDefault("port", 0L).intValue());
    ByteBuffer.wrap(frame).putShort(12, f.get("type").shortValue());
    return f.containsKey("vlan") ? Frames.tagged(frame, (int) (f.get("vlan") & 0xfff)) : frame;
  }

  private static PlainPipeline.Command command(Random random, int step) {
    int kind = random.nextInt(12);
    int command = kind < 7 ? 0 : (kind - 7) % 4 + 1;
    int table = random.nextInt(TABLES);
    boolean goes = table + 1 < TABLES && random.nextInt(3) > 0;
    return new PlainPipeline.Command(
        command,
        command >= 3 && random.nextInt(3) == 0 ? 0xff : table,
        match(random, table),
        random.nextInt(3),
        step,
        random.nextInt(3) == 0 ? 1 : 0,
        random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 0,
        random.nextInt(6) == 0 ? 1 + random.nextInt(3) : 0,
        random.nextInt(8),
        random.nextInt(3) == 0 ? 1 + random.nextInt(SwitchRig.PORTS) : -1,
        random.nextInt(SwitchRig.PORTS + 1),
        random.nextInt(SwitchRig.PORTS + 1),
        random.nextInt(4) == 0,
        random.nextInt(3),
        goes ? table + 1 : 0);
  }

  private static Map<String, Bits> match(Random random, int table) {
    Map<String, Bits> m = new LinkedHashMap<>();
    Map<String, Long> like = fields(random);
    keep(m, random, "in", 1 + random.nextInt(SwitchRig.PORTS), 0xffff_ffffL);
    if (table > 0) {
      keep(m, random, "metadata", random.nextInt(3), 0xf);
    }
    long allEth = 0xffff_ffff_ffffL;
    keep(m, random, "dst", like.get("dst"), random.nextBoolean() ? allEth : allEth - 1);
    if (random.nextBoolean()) {
      m.put("type", new Bits(like.get("type"), 0xffff));
    }
    keep(m, random, "vlan", like.getOrDefault("vlan", 0L), 0x1fff);
    boolean ip = m.containsKey("type") && like.get("type") == 0x800;
    if (ip && random.nextBoolean()) {
      m.put("protocol", new Bits(like.get("protocol"), 0xff));
    }
    if (ip) {
      long mask = 0xffff_ffffL << (8 * random.nextInt(4)) & 0xffff_ffffL;
      keep(m, random, "src4", like.get("src4"), mask);
    }
    if (m.containsKey("protocol") && like.get("protocol") == 17) {
      keep(m, random, "port", like.get("port"), 0xffff);
    }
    return m;
  }

  private static void keep(Map<String, Bits> m, Random random, String name, long value, long mask) {
    if (random.nextInt(3) == 0) {
      m.put(name, new Bits(value & mask, mask));
    }
  }

  private static byte[] bytes(PlainPipeline.Command c) {
    StringBuilder fields = new StringBuilder();
    c.match().forEach((name, bits) -> fields.append(oxm(name, bits)));
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
    if (c.applied() != 0) {
      instructions.append(Wire.apply(Wire.output(c.applied())));
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
            + Wire.match(fields.toString())
            + instructions);
  }

  private static String oxm(String name, Bits bits) {
    int number =
        switch (name) {
          case "in" -> 0;
          case "metadata" -> 2;
          case "dst" -> 3;
          case "type" -> 5;
          case "vlan" -> 6;
          case "protocol" -> 10;
          case "src4" -> 11;
          default -> 16;
        };
    int bytes =
        switch (name) {
          case "in", "src4" -> 4;
          case "metadata" -> 8;
          case "dst" -> 6;
          case "protocol" -> 1;
          default -> 2;
        };
    boolean masked = name.equals("metadata") || name.equals("dst") || name.equals("src4");
    String value = String.format("%0" + 2 * bytes + "x", bits.value());
    String mask = masked ? String.format("%0" + 2 * bytes + "x", bits.mask()) : "";
    int header = number << 1 | (masked ? 1 : 0);
    return String.format("8000 %02x %02x", header, masked ? 2 * bytes : bytes) + value + mask;
  }
}
