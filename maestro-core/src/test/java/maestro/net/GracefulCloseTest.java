package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import maestro.api.RequestStage;
import maestro.config.DuplicateMode;
import maestro.config.StrategyName;
import maestro.net.conductor.ClosingConnections;
import maestro.net.connection.Connection;
import maestro.net.socket.SharedBuffers;
import maestro.tls.TestCertificates;
import maestro.tls.TlsLibrary;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A switch that is told why it is closed, and has sent more than anybody reads. */
class GracefulCloseTest {
  private static final RequestStage FLOOD = (request, output) -> output.flood(request);
  private static final byte[] TOO_SHORT = FakeSwitch.hex("01 02 0004 00000009");
  private static final byte[] UNKNOWN_VERSION = FakeSwitch.hex("00 00 0008 00000009");
  private static final String BAD_LENGTH = "1/6";
  private static final String NO_VERSION = "0/0";
  private static final String NOT_PERMITTED = "0/1";
  private static final int JUNK_BYTES = 1 << 20;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  @TempDir static Path folder;
  private static TestCertificates files;

  @BeforeAll
  static void makeFiles() {
    files = new TestCertificates(folder);
  }

  static Stream<Arguments> all() {
    return Stream.of(TlsLibrary.AUTO, TlsLibrary.BORINGSSL, TlsLibrary.JDK)
        .flatMap(
            library -> Stream.of(StrategyName.values()).map(name -> Arguments.of(library, name)));
  }

  static Stream<TlsLibrary> plainAndTls() {
    return Stream.of(TlsLibrary.AUTO, TlsLibrary.BORINGSSL, TlsLibrary.JDK);
  }

  /** {@link TlsLibrary#AUTO} stands for none. */
  private static RigSetup setup(TlsLibrary library) {
    RigSetup setup = Rig.setup().stage(FLOOD).tight().patient();
    return library == TlsLibrary.AUTO
        ? setup
        : setup.tls(() -> files.server(library), files.client(TlsLibrary.JDK, "switch"));
  }

  private static byte[] requests(int count) {
    return Messages.join(
        IntStream.range(0, count).mapToObj(i -> Messages.packetIn(1, i)).toArray(byte[][]::new));
  }

  /** As much as the sockets take, while the controller does what it can. */
  private static ByteBuffer pour(Rig rig, FakeSwitch client, byte[] first) {
    ByteBuffer all = ByteBuffer.allocate(first.length + JUNK_BYTES).put(first).clear();
    for (int idle = 0; idle < 4; ) {
      idle = client.trySend(all) + rig.cycle() == 0 ? idle + 1 : 0;
    }
    return all;
  }

  /** Reads to the end: the messages before the last, which is an ERROR of this type and code. */
  private static List<byte[]> readToError(
      Rig rig, FakeSwitch client, ByteBuffer unsent, String error) {
    List<byte[]> all = new ArrayList<>();
    rig.until(
        () -> {
          all.addAll(client.take());
          client.trySend(unsent);
          return client.isClosedByPeer();
        });
    all.addAll(client.take());
    assertThat(client.failure()).as("it was reset").isNull();
    assertThat(client.partialBytes()).as("bytes of half a message").isZero();
    assertThat(all).isNotEmpty();
    ByteBuffer last = ByteBuffer.wrap(all.get(all.size() - 1));
    assertThat(last.get(1)).as("type").isEqualTo((byte) 1);
    assertThat(last.getShort(8) + "/" + last.getShort(10)).isEqualTo(error);
    return all.subList(0, all.size() - 1);
  }

  /** From one request to more than all buffers take the answers of; TLS in longer steps. */
  @ParameterizedTest
  @MethodSource("all")
  void shouldReadAllAnswersAndTheErrorWhenItHasSentMuchMore(
      TlsLibrary library, StrategyName strategy) {
    int step = library == TlsLibrary.AUTO ? 250 : 1_000;
    for (int count = 1; count < 4_000; count += count < 200 ? 80 : step) {
      try (Rig rig = setup(library).strategy(strategy).start()) {
        FakeSwitch client = rig.join(1, 1);
        ByteBuffer unsent = pour(rig, client, Messages.join(requests(count), TOO_SHORT));
        assertThat(readToError(rig, client, unsent, BAD_LENGTH))
            .as("%s requests", count)
            .extracting(Messages::xid)
            .isEqualTo(IntStream.range(0, count).boxed().toList());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("plainAndTls")
  void shouldReadWhyWhenItsHelloIsRefused(TlsLibrary library) {
    try (Rig rig = setup(library).start()) {
      FakeSwitch client = rig.connect();
      readToError(rig, client, pour(rig, client, UNKNOWN_VERSION), NO_VERSION);
    }
  }

  @ParameterizedTest
  @MethodSource("plainAndTls")
  void shouldReadWhyWhenItsDatapathIdIsTaken(TlsLibrary library) {
    try (Rig rig = setup(library).duplicates(DuplicateMode.KEEP_OLD).start()) {
      rig.join(1, 7);
      FakeSwitch client = rig.connect();
      byte[] claim = FakeSwitch.hex(Messages.HELLO_10 + Messages.features(1, 7));
      readToError(rig, client, pour(rig, client, claim), NOT_PERMITTED);
      assertThat(rig.connection(7).closeReason()).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("plainAndTls")
  void shouldReadTheAlertWhenItsCertificateIsRefused(TlsLibrary library) {
    if (library == TlsLibrary.AUTO) {
      return;
    }
    files.makeExpired("expired");
    try (Rig rig = setup(library).start()) {
      FakeSwitch client = rig.connectPlain();
      client.secure(files.client(TlsLibrary.JDK, "expired"), new SharedBuffers(64 * 1024));
      rig.until(() -> shakesHands(client)); // with 1.3 it is through before it is refused
      client.trySend(ByteBuffer.allocate(JUNK_BYTES));
      rig.until(client::isClosedByPeer);
      assertThat(client.failure()).contains("certificate");
    }
  }

  private static boolean shakesHands(FakeSwitch client) {
    try {
      return client.shakeHands();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldBeClosedWhenItGoesOnSending() {
    try (Rig rig = setup(TlsLibrary.AUTO).start()) {
      FakeSwitch client = rig.join(1, 1);
      client.send(TOO_SHORT);
      rig.until(() -> rig.closingCount() == 1);
      long[] sentBytes = {0};
      ByteBuffer junk = ByteBuffer.allocate(JUNK_BYTES);
      rig.until(
          () -> {
            sentBytes[0] += client.trySend(junk.clear());
            return rig.closingCount() == 0;
          });
      assertThat(sentBytes[0])
          .isBetween(ClosingConnections.MAX_BYTES, 2 * ClosingConnections.MAX_BYTES);
    }
  }

  @Test
  void shouldBeClosedWhenItNeitherReadsNorCloses() {
    RigSetup setup = setup(TlsLibrary.AUTO);
    try (Rig rig = setup.start()) {
      FakeSwitch client = rig.join(1, 1);
      rig.tell(client, Messages.join(requests(300), TOO_SHORT));
      assertThat(rig.switches.all()).isEmpty();
      assertThat(rig.closingCount()).isEqualTo(1);
      rig.pass(900);
      assertThat(rig.closingCount()).isEqualTo(1);
      rig.pass(200);
      assertThat(rig.closingCount()).isZero();
    }
  }

  @Test
  void shouldBeReplacedAtOnceWhenItConnectsAgain() {
    try (Rig rig = setup(TlsLibrary.AUTO).start()) {
      FakeSwitch old = rig.join(1, 7);
      Connection closed = rig.connection(7);
      rig.tell(old, TOO_SHORT);
      FakeSwitch young = rig.join(1, 7);
      assertThat(rig.closingCount()).isEqualTo(1);
      assertThat(closed.send(TOO_SHORT)).as("behind the last words").isFalse();
      young.send(Messages.packetIn(1, 5));
      assertThat(rig.await(young, 1)).extracting(Messages::xid).containsExactly(5);
      readToError(rig, old, NOTHING, BAD_LENGTH);
      rig.disconnect(old);
      rig.pump();
      assertThat(rig.closingCount()).isZero();
    }
  }

  @Test
  void shouldHoldFewDescriptorsWhenManyAreToldAndStay() throws IOException {
    int many = 300;
    try (Rig rig = setup(TlsLibrary.AUTO).maxSwitches(500).maxPerAddress(500).start()) {
      FakeSwitch good = rig.join(1, 1);
      final long before = openDescriptors();
      List<FakeSwitch> told = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        FakeSwitch client = rig.connect();
        told.add(client);
        client.send(Messages.HELLO_10).send(TOO_SHORT);
        rig.pump();
        assertThat(rig.closingCount()).isLessThanOrEqualTo(ClosingConnections.MAX_CONNECTIONS);
      }
      assertThat(openDescriptors() - before - many)
          .isLessThanOrEqualTo(ClosingConnections.MAX_CONNECTIONS);
      for (FakeSwitch each : told) {
        readToError(rig, each, NOTHING, BAD_LENGTH);
      }
      good.send(Messages.packetIn(1, 5));
      assertThat(rig.await(good, 1)).extracting(Messages::xid).containsExactly(5);
      rig.pass(1_100);
      assertThat(rig.closingCount()).isZero();
      rig.until(() -> openDescriptors() - before - many <= 0); // a class may just be loaded
    }
  }

  private static long openDescriptors() {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldMakeRoomAtOnceWhenAllPlacesAreTakenByThoseWhoWereTold() {
    try (Rig rig = setup(TlsLibrary.AUTO).maxSwitches(5).maxPerAddress(5).start()) {
      for (int i = 0; i < 5; i++) {
        rig.connect().send(Messages.HELLO_10).send(TOO_SHORT);
      }
      rig.until(() -> rig.closingCount() == 5);
      FakeSwitch good = rig.join(1, 1);
      assertThat(rig.closingCount()).isZero();
      good.send(Messages.packetIn(1, 5));
      assertThat(rig.await(good, 1)).extracting(Messages::xid).containsExactly(5);
    }
  }
}
