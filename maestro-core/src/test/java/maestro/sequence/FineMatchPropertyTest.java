package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import maestro.api.BatchStage;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.SampleFrames;
import maestro.testkit.EachVersion;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * A switch that has the entries of a sequence never decides otherwise than the sequence: random
 * stages read random fields of random packets in random order; whatever entry was installed then,
 * each packet that it matches would have been decided the same.
 */
class FineMatchPropertyTest {
  private static final int SEQUENCES = 120;
  private static final int REQUESTS = 60;
  private static final int PACKETS = 150;
  private static final int FLOW_MOD = 14;

  /** Where a FLOW_MOD of 1.0 has the VLAN id. */
  private static final int VLAN_10 = 26;

  private final Random random = new Random(15);
  private final Set<String> matched = new TreeSet<>();
  private RandomSequence sequence;
  private int entries;
  private int covered;
  private long learned;

  private BatchStage stage(int index) {
    return (batch, output) -> sequence.stage(index).onBatch(batch, output);
  }

  private int pick(int... values) {
    return values[random.nextInt(values.length)];
  }

  /** A whole packet. */
  private PlainRequest packet() {
    int type = pick(0x0800, 0x0800, 0x0800, 0x86dd, 0x86dd, 0x0806, 0x9999, 0x2e);
    byte[] payload =
        switch (type) {
          case 0x0800 -> ipv4();
          case 0x86dd -> ipv6();
          case 0x0806 -> SampleFrames.arp(pick(1, 1, 2, 2, 0, 257), pick(1, 2), pick(1, 2, 3));
          default -> new byte[46];
        };
    byte[] frame = SampleFrames.ethernet(pick(1, 1, 2), pick(3, 3, 4), type, payload);
    if (random.nextInt(3) == 0) {
      frame = SampleFrames.tagged(pick(0, 10, 20), frame);
      frame = random.nextInt(4) == 0 ? SampleFrames.tagged(10, frame) : frame;
    }
    return new PlainRequest(pick(1, 1, 2), frame);
  }

  private byte[] transport(int protocol) {
    return protocol == 1 || protocol == 58
        ? SampleFrames.icmp(pick(0, 8, 8, 3), pick(0, 0, 1))
        : SampleFrames.ports(pick(0, 0, 23, 80), pick(0, 0, 23, 80));
  }

  private byte[] ipv4() {
    int protocol = pick(1, 6, 6, 17, 132, 47);
    int fragment = pick(0, 0, 0, 0x4000, 0x2000, 0x2005, 0x0005);
    return SampleFrames.ipv4(
        protocol, pick(1, 2, 0x0a000001), pick(1, 2), fragment, transport(protocol));
  }

  private byte[] ipv6() {
    int protocol = pick(6, 6, 17, 58, 47, 132);
    byte[] above = transport(protocol);
    int extension = pick(-1, -1, -1, 0, 44);
    if (extension < 0) {
      return SampleFrames.ipv6(protocol, above);
    }
    byte[] extended = new byte[8 + above.length];
    extended[0] = (byte) protocol;
    extended[3] = (byte) (extension == 44 ? pick(0, 1, 8, 9) : 0);
    System.arraycopy(above, 0, extended, 8, above.length);
    return SampleFrames.ipv6(extension, extended);
  }

  private List<PlainRequest> packets(int count) {
    List<PlainRequest> packets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      packets.add(packet());
    }
    return packets;
  }

  /** One sequence over many requests; how many packets an entry would decide otherwise. */
  private List<String> run(FakeSwitch client, Rig rig, int version, boolean isTracked)
      throws MalformedMessageException {
    List<PlainRequest> packets = packets(PACKETS);
    sequence = new RandomSequence(random, packets, isTracked);
    List<byte[]> requests = new ArrayList<>();
    List<PlainRequest> asked = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      PlainRequest sent = i % 2 == 0 ? packets.get(i) : packet();
      boolean cut = random.nextInt(5) == 0;
      byte[] frame = cut ? Arrays.copyOf(sent.frame(), 14 + random.nextInt(40)) : sent.frame();
      byte[] seen = frame.length > sent.frame().length ? sent.frame() : frame;
      asked.add(new PlainRequest(sent.inPort(), seen));
      requests.add(Messages.packetIn(version, i, pick(-1, 5), sent.inPort(), seen));
    }
    rig.tell(client, Messages.join(requests.toArray(byte[][]::new)));
    learned += sequence.learned();
    List<String> wrong = new ArrayList<>();
    for (byte[] message : client.take()) {
      if (Messages.type(message) == FLOW_MOD) {
        ByteBuffer wire = ByteBuffer.wrap(message);
        OFFlowMod flowMod = (OFFlowMod) ColdCodec.read(wire, 0, message.length);
        SoftwareSwitch.Entry entry = SoftwareSwitch.entry(flowMod, wire.getShort(VLAN_10) & 0xffff);
        entries++;
        entry.wanted().forEach(wanted -> matched.add(wanted.field().name()));
        wrong.addAll(wrong(entry, version, packets, asked.get(Messages.xid(message))));
      }
    }
    return wrong;
  }

  private List<String> wrong(
      SoftwareSwitch.Entry entry, int version, List<PlainRequest> packets, PlainRequest asked) {
    List<String> wrong = new ArrayList<>();
    String does = entry.port() == 0 ? "drop" : "port " + entry.port();
    for (SoftwareSwitch.Kind kind : SoftwareSwitch.Kind.all()) {
      for (PlainRequest sent : packets) {
        var packet = new SoftwareSwitch.Packet(version, sent.inPort(), sent.frame(), kind);
        if (entry.matches(packet)) {
          covered++;
          String should = sequence.decide(sent);
          if (!should.equals(does)) {
            wrong.add(
                "%s for %s on %s: %s instead of %s: %s"
                    .formatted(entry.text(), asked, kind, does, should, sent));
          }
        }
      }
    }
    return wrong;
  }

  private static Rig rig(FineMatchPropertyTest test) {
    RigSetup setup = Rig.setup().patient();
    for (int i = 0; i < RandomSequence.STAGES; i++) {
      setup.stage(test.stage(i));
    }
    return setup.start();
  }

  @EachVersion
  void shouldNeverDecideOtherwiseThanTheSequence(int version) throws MalformedMessageException {
    try (Rig rig = rig(this)) {
      FakeSwitch client = rig.join(version, 1);
      for (int i = 0; i < SEQUENCES; i++) {
        assertThat(run(client, rig, version, true)).isEmpty();
      }
      assertThat(entries).isGreaterThan(SEQUENCES * REQUESTS / 4);
      assertThat(covered).isGreaterThan(entries);
      assertThat(learned).isNotZero();
      assertThat(matched).contains("VLAN_VID", "TCP_SRC", "UDP_DST", "ICMPV4_TYPE", "ARP_OP");
      assertThat(rig.counted(Counter.ENTRIES_NOT_SAYABLE)).isPositive();
      assertThat(rig.counted(Counter.REQUESTS_LOST)).isZero();
    }
  }

  /** The same, when what is read is not tracked: the test sees the difference. */
  @EachVersion
  void shouldDecideOtherwiseWhenReadsAreNotTracked(int version) throws MalformedMessageException {
    try (Rig rig = rig(this)) {
      FakeSwitch client = rig.join(version, 1);
      int wrong = 0;
      for (int i = 0; i < SEQUENCES / 4; i++) {
        wrong += run(client, rig, version, false).size();
      }
      assertThat(wrong).isGreaterThan(SEQUENCES);
    }
  }
}
