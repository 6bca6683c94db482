package maestro.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import maestro.network.channel.ControllerAddress;
import maestro.network.channel.ControllerListener;
import maestro.network.dataplane.TableSizes;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.NetworkSettings;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;

/** A controller that connects to a switch, and others in the places of its hosts. */
class NetworkSocketsTest {
  private static final OFFactory OF = ColdCodec.factory(OpenFlow.VERSION_13);
  private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(10);
  private static final long MOMENT_NS = TimeUnit.MILLISECONDS.toNanos(1);

  @TempDir Path folder;

  private Network network;

  @BeforeEach
  void shouldStartASwitchThatListens() throws Exception {
    NetworkSettings settings = new NetworkSettings(OpenFlow.VERSION_13, 0, TableSizes.USUAL, 0);
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    network =
        new Network(NetworkPlan.named("linear:1", 3), settings, new ControllerAddress(free, true));
    network.openPortSockets(folder);
  }

  @AfterEach
  void shouldRemoveItsSockets() throws IOException {
    network.close();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldCarryFramesBetweenThoseInThePlacesOfHosts() throws Exception {
    try (SocketChannel controller = connect();
        SocketChannel one = plug("p1");
        SocketChannel two = plug("p2")) {
      network.awaitController(LIMIT_NS);
      send(controller, floodEntry());
      byte[] first = frame(60);
      byte[] second = frame(1500);
      ByteBuffer both = ByteBuffer.allocate(4 + first.length + second.length);
      both.putShort((short) first.length).put(first);
      both.putShort((short) second.length).put(second);
      both.flip();
      ByteBuffer begun = both.duplicate().limit(70);
      ByteBuffer came = ByteBuffer.allocate(both.capacity());
      barrier(controller);
      one.write(begun);
      network.runFor(MOMENT_NS);
      one.write(both.position(begun.position()));
      readAll(two, came);
      assertThat(came.array()).isEqualTo(both.array());
    }
  }

  @Test
  void shouldTakeTheNextControllerWhenTheFirstOneHasLeft() throws Exception {
    for (int i = 0; i < 2; i++) {
      try (SocketChannel controller = connect()) {
        network.awaitController(LIMIT_NS);
        barrier(controller);
      }
    }
  }

  @Test
  void shouldNameTheErrorWhenTheControllerRefusesTheSwitchAndCloses() throws Exception {
    try (SocketChannel controller = connect()) {
      network.awaitController(LIMIT_NS);
      assertThat(network.lostConnections()).isEmpty();
      byte[] refused = {4, 1, 0, 12, 0, 0, 0, 2, 0, 1, 0, 5};
      controller.write(ByteBuffer.wrap(refused));
      barrier(controller);
    }
    while (network.lostConnections().isEmpty()) {
      network.runFor(MOMENT_NS);
    }
    assertThat(network.lostConnections())
        .isEqualTo(
            "connections to the controller that were lost after the handshake: 1: the controller"
                + " has closed the connection, after it had sent ERROR BAD_REQUEST EPERM"
                + " (type 1, code 5)");
  }

  @Test
  void shouldServeAsManyControllersAsAreAllowedAndHangUpTheNextOne() throws Exception {
    List<SocketChannel> open = new ArrayList<>();
    try {
      for (int i = 0; i < ControllerListener.MOST_CONTROLLERS; i++) {
        open.add(connect());
        barrier(open.get(i));
      }
      try (SocketChannel oneMore = SocketChannel.open(network.listeners().get(0))) {
        oneMore.configureBlocking(false);
        while (oneMore.read(ByteBuffer.allocate(100)) >= 0) {
          network.runFor(MOMENT_NS);
        }
      }
      open.remove(0).close();
      network.runFor(MOMENT_NS);
      open.add(connect());
      barrier(open.get(open.size() - 1));
    } finally {
      for (SocketChannel each : open) {
        each.close();
      }
    }
  }

  @Test
  void shouldConnectToEachControllerAndAgainWhenOneHasHungUp() throws Exception {
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (ServerSocketChannel one = ServerSocketChannel.open().bind(free);
        ServerSocketChannel two = ServerSocketChannel.open().bind(free);
        Network dials =
            new Network(
                NetworkPlan.named("linear:1", 1),
                new NetworkSettings(OpenFlow.VERSION_13, 0, TableSizes.USUAL, 0),
                new ControllerAddress(
                    List.of(
                        (InetSocketAddress) one.getLocalAddress(),
                        (InetSocketAddress) two.getLocalAddress()),
                    null))) {
      one.configureBlocking(false);
      two.configureBlocking(false);
      accept(dials, two).close();
      SocketChannel first = accept(dials, one);
      accept(dials, two).close();
      send(first, OF.buildHello().build());
      send(first, OF.buildFeaturesRequest().build());
      dials.awaitController(LIMIT_NS);
      first.close();
    }
  }

  private static SocketChannel accept(Network dials, ServerSocketChannel server) throws Exception {
    long endNs = System.nanoTime() + LIMIT_NS;
    SocketChannel accepted = server.accept();
    while (accepted == null) {
      assertThat(System.nanoTime() - endNs).isNegative();
      dials.runFor(MOMENT_NS);
      accepted = server.accept();
    }
    return accepted;
  }

  /** Before the controller knows the switch, and afterwards. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldRefuseEveryVersionThatTheSwitchDoesNotSpeak(boolean known) throws Exception {
    try (SocketChannel controller = SocketChannel.open(network.listeners().get(0))) {
      send(controller, OF.buildHello().build());
      if (known) {
        send(controller, OF.buildFeaturesRequest().build());
        network.awaitController(LIMIT_NS);
        barrier(controller);
      } else {
        readAll(controller, ByteBuffer.allocate(16)); // its HELLO
      }
      int[] versions =
          IntStream.range(0, 256).filter(version -> version != OpenFlow.VERSION_13).toArray();
      for (int version : versions) {
        controller.write(ByteBuffer.wrap(new byte[] {(byte) version, 2, 0, 8, 0, 0, 1, 2}));
      }
      for (int version : versions) {
        ByteBuffer error = ByteBuffer.allocate(20);
        readAll(controller, error);
        byte[] expected = {
          4, 1, 0, 20, 0, 0, 1, 2, 0, 1, 0, 0, (byte) version, 2, 0, 8, 0, 0, 1, 2
        };
        assertThat(error.array()).isEqualTo(expected);
      }
      barrier(controller);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void shouldSayWhyBeforeItClosesWhenAHelloIsOfNoCommonVersion(int version) throws Exception {
    try (SocketChannel controller = SocketChannel.open(network.listeners().get(0))) {
      controller.write(ByteBuffer.wrap(new byte[] {(byte) version, 0, 0, 8, 0, 0, 1, 2}));
      readAll(controller, ByteBuffer.allocate(16)); // its HELLO
      ByteBuffer error = ByteBuffer.allocate(20);
      readAll(controller, error);
      byte[] expected = {4, 1, 0, 20, 0, 0, 1, 2, 0, 0, 0, 0, (byte) version, 0, 0, 8, 0, 0, 1, 2};
      assertThat(error.array()).isEqualTo(expected);
      while (controller.read(ByteBuffer.allocate(1)) >= 0) {
        network.runFor(MOMENT_NS);
      }
    }
  }

  @Test
  void shouldLetAHostSpeakAgainWhenItsPlaceIsFree() throws Exception {
    assertThat(Files.exists(folder.resolve("p3"))).isTrue();
    for (int i = 0; i < 2; i++) {
      try (SocketChannel guest = plug("p3")) {
        assertThat(guest.isConnected()).isTrue();
        network.runFor(MOMENT_NS);
      }
    }
  }

  private SocketChannel connect() throws IOException {
    SocketChannel controller = SocketChannel.open(network.listeners().get(0));
    send(controller, OF.buildHello().build());
    send(controller, OF.buildFeaturesRequest().build());
    return controller;
  }

  private SocketChannel plug(String name) throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve(name)));
  }

  /** Waits until the switch has handled all that was sent. */
  private void barrier(SocketChannel controller) throws Exception {
    send(controller, OF.buildBarrierRequest().setXid(77).build());
    controller.configureBlocking(false);
    ByteBuffer said = ByteBuffer.allocate(1 << 16);
    byte[] reply = ColdCodec.bytes(OF.buildBarrierReply().setXid(77).build());
    long endNs = System.nanoTime() + LIMIT_NS;
    while (said.position() < reply.length || !endsWith(said, reply)) {
      assertThat(System.nanoTime() - endNs).isNegative();
      network.runFor(MOMENT_NS);
      controller.read(said);
    }
    controller.configureBlocking(true);
  }

  private static boolean endsWith(ByteBuffer said, byte[] reply) {
    return said.slice(said.position() - reply.length, reply.length).equals(ByteBuffer.wrap(reply));
  }

  private void readAll(SocketChannel from, ByteBuffer to) throws Exception {
    from.configureBlocking(false);
    long endNs = System.nanoTime() + LIMIT_NS;
    while (to.hasRemaining()) {
      assertThat(System.nanoTime() - endNs).isNegative();
      network.runFor(MOMENT_NS);
      assertThat(from.read(to)).isNotNegative();
    }
  }

  private static void send(SocketChannel controller, OFMessage message) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(ColdCodec.bytes(message));
    while (bytes.hasRemaining()) {
      controller.write(bytes);
    }
  }

  private static OFMessage floodEntry() {
    return OF.buildFlowAdd()
        .setMatch(OF.matchWildcardAll())
        .setBufferId(OFBufferId.NO_BUFFER)
        .setOutPort(OFPort.ANY)
        .setOutGroup(OFGroup.ANY)
        .setInstructions(
            List.of(OF.instructions().applyActions(List.of(OF.actions().output(OFPort.FLOOD, 0)))))
        .build();
  }

  private static byte[] frame(int bytes) {
    byte[] frame = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      frame[i] = (byte) (7 * i);
    }
    return frame;
  }
}
