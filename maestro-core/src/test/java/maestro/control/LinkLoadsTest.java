package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import maestro.Maestro;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.config.ConfigLoader;
import maestro.control.LinkLoads.Load;
import maestro.net.Connection;
import maestro.net.FakeSwitch;
import maestro.net.PassiveSwitch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two switches with a link between their ports 1, which answer as the tests say. */
class LinkLoadsTest {
  private static final int STATS_REQUEST_10 = 16;
  private static final int STATS_REPLY_10 = 17;
  private static final int PORT = 4;
  private static final Link LINK = new Link(1, 1, 2, 1);
  private static final OptionalLong TEN_SECONDS = OptionalLong.of(TimeUnit.SECONDS.toNanos(10));

  private final AtomicLong nowNs = new AtomicLong();
  private Topology topology = Topology.of(List.of(1L, 2L), List.of(LINK), Map.of());
  private OptionalLong interval = TEN_SECONDS;
  private Maestro maestro;
  private Socket first;
  private Socket second;
  private SwitchShares shares;
  private LinkLoads loads;

  @BeforeEach
  void start() throws Exception {
    maestro = Maestro.start(ConfigLoader.defaultsWith("maestro.listen=127.0.0.1:0"), List.of());
    first = join(1);
    second = join(2);
    shares = new SwitchShares(maestro.switches());
    Awaitility.await().until(() -> shares.ready().size() == 2);
    loads = new LinkLoads(() -> topology, shares::ready, () -> interval, nowNs::get);
  }

  private Socket join(int datapathId) throws IOException {
    return PassiveSwitch.join(maestro.address(), datapathId, 1, 2);
  }

  @AfterEach
  void stop() throws IOException {
    first.close();
    second.close();
    maestro.close();
  }

  private void at(double seconds) {
    nowNs.set(Math.round(seconds * 1e9));
    loads.everySecond(nowNs.get());
  }

  /** The transaction id of the next question for the counters of ports. */
  private static int asked(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    while (true) {
      byte[] header = in.readNBytes(8);
      byte[] rest = in.readNBytes((((header[2] & 0xff) << 8) | (header[3] & 0xff)) - 8);
      if (header[1] == STATS_REQUEST_10 && rest[1] == PORT) {
        return ByteBuffer.wrap(header).getInt(4);
      }
    }
  }

  /** Sends the counters of port 1. */
  private void answer(Socket socket, int xid, long rxBytes, long txBytes) throws IOException {
    ByteBuffer reply = ByteBuffer.allocate(12 + 104);
    reply.put(0, (byte) 1).put(1, (byte) STATS_REPLY_10).putShort(2, (short) reply.limit());
    reply.putInt(4, xid).putShort(8, (short) PORT).putShort(12, (short) 1);
    reply.putLong(12 + 24, rxBytes).putLong(12 + 32, txBytes);
    send(socket, reply.array());
  }

  /** Sends, and waits until the worker has had it: it answers the echo behind it. */
  private static void send(Socket socket, byte[] message) throws IOException {
    socket.getOutputStream().write(message);
    socket.getOutputStream().write(FakeSwitch.hex("01 02 0008 00000055"));
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] header;
    do {
      header = in.readNBytes(8);
      in.readNBytes((((header[2] & 0xff) << 8) | (header[3] & 0xff)) - 8);
    } while (header[1] != 3 || ByteBuffer.wrap(header).getInt(4) != 0x55);
  }

  private void bothAnswer(long sentByFirst, long receivedBySecond) throws IOException {
    answer(first, asked(first), 0, sentByFirst);
    answer(second, asked(second), receivedBySecond, 0);
  }

  @Test
  void shouldTellWhatALinkCarriesFromTwoReadings() throws Exception {
    at(0);
    bothAnswer(1000, 900);
    at(1);
    assertThat(loads.all()).isEmpty();
    at(2); // the second question comes soon
    nowNs.set(2_000_000_000L);
    bothAnswer(251_000, 250_900);
    at(3);

    Load load = loads.all().get(LINK);
    assertThat(load.bitsPerSecond()).isCloseTo(1e6, within(1e-3));
    assertThat(load.speedKbps()).isZero();
    assertThat(load.part()).isNaN();
    assertThat(loads.busiest(5)).extracting(Map.Entry::getKey).containsExactly(LINK);
    assertThat(loads.busiest(0)).isEmpty();
  }

  @Test
  void shouldAskTheOtherEndWhenTheSenderDoesNotCount() throws Exception {
    at(0);
    bothAnswer(-1, 0);
    at(1);
    at(2);
    bothAnswer(-1, 2_000);
    at(3);
    assertThat(loads.all().get(LINK).bitsPerSecond()).isCloseTo(8_000, within(1e-3));
  }

  @Test
  void shouldNotKnowTheLoadWhenACounterWasResetOrNobodyAnswers() throws Exception {
    at(0);
    bothAnswer(5_000, 5_000);
    at(1);
    at(2);
    bothAnswer(10, 10);
    at(3);
    assertThat(loads.all()).isEmpty();
    at(12);
    bothAnswer(1_010, 1_010);
    at(13);
    assertThat(loads.all()).containsKey(LINK);
    at(45); // 33 s after the last answer
    assertThat(loads.all()).isEmpty();
  }

  @Test
  void shouldAskLessOftenWhoRefusesOrIsSilent() throws Exception {
    at(0);
    int xid = asked(first);
    send(first, FakeSwitch.hex("01 01 000c %08x 0001 0002".formatted(xid)));
    at(1);
    at(19);
    barrier(first); // nothing was asked before it
    at(20);
    asked(first);
    at(24); // its silence is a failure, too: asked again 40 s after the question
    at(59);
    barrier(first);
    at(60);
    asked(first);
  }

  /** Whether no question comes: an echo comes back first. */
  private static void barrier(Socket socket) throws IOException {
    socket.getOutputStream().write(FakeSwitch.hex("01 02 0008 00000056"));
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] header;
    do {
      header = in.readNBytes(8);
      byte[] rest = in.readNBytes((((header[2] & 0xff) << 8) | (header[3] & 0xff)) - 8);
      assertThat(header[1] == STATS_REQUEST_10 && rest[1] == PORT).as("a question").isFalse();
    } while (header[1] != 3 || ByteBuffer.wrap(header).getInt(4) != 0x56);
  }

  @Test
  void shouldAskNobodyWhenItIsOffOrThereAreNoLinks() throws Exception {
    interval = OptionalLong.empty();
    at(0);
    barrier(first);
    interval = TEN_SECONDS;
    topology = Topology.EMPTY;
    at(1);
    barrier(first);
    assertThat(loads.all()).isEmpty();
  }

  @Test
  void shouldForgetWhatItKnewWhenASwitchConnectsAgain() throws Exception {
    at(0);
    bothAnswer(0, 0);
    at(1);
    at(2);
    bothAnswer(1_000, 1_000);
    at(3);
    assertThat(loads.all()).containsKey(LINK);
    Connection before = maestro.switches().get(1);
    first.close();
    Awaitility.await().until(() -> shares.ready().size() == 1);
    first = join(1);
    Awaitility.await()
        .until(() -> shares.ready().size() == 2 && maestro.switches().get(1) != before);
    topology = Topology.of(List.of(1L, 2L), List.of(LINK, new Link(1, 2, 2, 2)), Map.of());
    at(4);
    assertThat(loads.all()).isEmpty();
    assertThat(asked(first)).isNegative();
    assertThat(asked(second)).isNegative();
  }

  @Test
  void shouldListPortsAgainOnlyWhenTheTopologyIsAnotherOne() {
    at(0);
    Map<Long, int[]> before = loads.ports();
    assertThat(before.get(1L)).containsExactly(1);
    at(1);
    assertThat(loads.ports()).isSameAs(before);
    topology = Topology.of(List.of(1L, 2L), List.of(LINK, new Link(1, 2, 2, 2)), Map.of());
    at(2);
    assertThat(loads.ports().get(1L)).containsExactly(1, 2);
  }

  @Test
  void shouldAskABoundedNumberASecond() throws Exception {
    List<Socket> more = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    List<Long> ids = new ArrayList<>();
    try {
      for (int id = 3; id < 3 + LinkLoads.MOST_A_SECOND + 10; id++) {
        more.add(join(id));
        ids.add((long) id);
        links.add(new Link(id, 1, 3, 2));
      }
      Awaitility.await().until(() -> shares.ready().size() == more.size() + 2);
      topology = Topology.of(ids, links, Map.of());
      at(0);
      assertThat(loads.awaited()).isEqualTo(LinkLoads.MOST_A_SECOND);
      at(1);
      assertThat(loads.awaited()).isEqualTo(more.size());
    } finally {
      for (Socket each : more) {
        each.close();
      }
    }
  }
}
