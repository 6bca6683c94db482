package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import maestro.api.RequestStage;
import maestro.config.StrategyName;
import maestro.metrics.Counter;
import maestro.net.conductor.Conductor;
import maestro.net.conductor.TlsHandshakes;
import maestro.net.socket.SharedBuffers;
import maestro.testkit.LogOf;
import maestro.tls.CertificateBinding;
import maestro.tls.TestCertificates;
import maestro.tls.TlsContext;
import maestro.tls.TlsLibrary;
import maestro.tls.TlsSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Switches that speak TLS, and strangers that do not, with either library on either side. */
class TlsTest {
  private static final RequestStage FLOOD = (request, output) -> output.flood(request);

  @TempDir static Path folder;
  private static TestCertificates files;

  @BeforeAll
  static void makeFiles() {
    files = new TestCertificates(folder);
  }

  static Stream<Arguments> all() {
    return Stream.of(TlsLibrary.BORINGSSL, TlsLibrary.JDK)
        .flatMap(
            library -> Stream.of(StrategyName.values()).map(name -> Arguments.of(library, name)));
  }

  private static RigSetup setup(TlsLibrary library) {
    return Rig.setup()
        .stage(FLOOD)
        .tls(() -> files.server(library), files.client(TlsLibrary.JDK, "switch"));
  }

  private static byte[] packetIns(int from, int count) {
    return Messages.join(
        IntStream.range(from, from + count)
            .mapToObj(i -> Messages.packetIn(1, i))
            .toArray(byte[][]::new));
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldAnswerAllInOrderWhenRecordsAndReadsDoNotFit(
      TlsLibrary library, StrategyName strategy) {
    for (int readBytes : new int[] {512, 2048, 64 * 1024}) {
      RigSetup setup = setup(library).strategy(strategy).workers(2).readBytes(readBytes);
      try (Rig rig = setup.start()) {
        FakeSwitch client = rig.join(1, 1);
        client.send(packetIns(0, 1)); // a record of its own
        client.send(packetIns(1, 999)); // full records
        assertThat(rig.await(client, 1000))
            .extracting(Messages::xid)
            .isEqualTo(IntStream.range(0, 1000).boxed().toList());
        rig.pump();
        client.send(packetIns(1000, 1));
        assertThat(rig.await(client, 1)).extracting(Messages::xid).containsExactly(1000);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldBoundOutputAndAnswerAllInOrderWhenOneReadsSlowly(
      TlsLibrary library, StrategyName strategy) {
    int count = 150_000;
    RigSetup setup = setup(library).strategy(strategy).tight().patient();
    try (Rig rig = setup.start()) {
      FakeSwitch slow = rig.join(1, 1);
      FakeSwitch other = rig.join(1, 2);
      ByteBuffer toSend = ByteBuffer.wrap(packetIns(0, count));
      for (int i = 0; i < 100; i++) {
        slow.trySend(toSend);
        other.send(packetIns(i, 1));
        assertThat(rig.await(other, 1)).extracting(Messages::xid).containsExactly(i);
        assertThat(rig.connection(1).output().pendingBytes())
            .isLessThanOrEqualTo(16 * 1024 + setup.mostBytesOfOneVisit());
      }
      assertThat(rig.connection(1).isSuspended()).isTrue();
      assertThat(toSend.hasRemaining()).as("its requests wait").isTrue();
      List<Integer> answered = new ArrayList<>();
      rig.until(
          () -> {
            slow.trySend(toSend);
            slow.take().forEach(message -> answered.add(Messages.xid(message)));
            return answered.size() >= count;
          });
      assertThat(answered).isEqualTo(IntStream.range(0, count).boxed().toList());
      assertThat(slow.partialBytes()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldServeAtOnceWhenMessagesCameWithTheEndOfTheHandshake(
      TlsLibrary library, StrategyName strategy) {
    try (Rig rig = setup(library).strategy(strategy).start()) {
      FakeSwitch client = rig.connect(); // the client is done, the controller need not be
      client.send(Messages.HELLO_10);
      client.send(Messages.features(1, 1));
      client.send(packetIns(7, 1));
      rig.until(() -> rig.switches.get(1) != null);
      rig.until(() -> client.take().stream().anyMatch(message -> Messages.xid(message) == 7));
    }
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldSpeakEitherProtocolWithEitherLibraryOnTheOtherSide(TlsLibrary library) {
    for (TlsLibrary theirs : List.of(TlsLibrary.JDK, TlsLibrary.BORINGSSL)) {
      for (String protocol : TestCertificates.BOTH_PROTOCOLS) {
        TlsContext client = TlsContext.client(files.settings("switch", theirs, List.of(protocol)));
        RigSetup setup = Rig.setup().stage(FLOOD).tls(() -> files.server(library), client);
        try (Rig rig = setup.start()) {
          FakeSwitch joined = rig.join(4, 1);
          joined.send(Messages.packetIn(4, 5));
          assertThat(rig.await(joined, 1)).extracting(Messages::xid).containsExactly(5);
          joined.close();
          rig.until(() -> rig.switches.get(1) == null);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldSayWhyWhenACertificateIsNotGood(TlsLibrary library, @TempDir Path elsewhere) {
    files.makeExpired("expired").makeTooNew("unborn");
    TestCertificates strangers = new TestCertificates(elsewhere);
    Path ca = files.ca();
    Path theirKey = strangers.key("switch");
    Path theirs = strangers.certificate("switch");
    Map<TlsContext, String> cases =
        Map.of(
            TlsContext.client(clientSettings(theirKey, theirs, ca)),
            "its certificate (CN=switch) is not signed by a CA of " + ca,
            TlsContext.client(clientSettings(null, null, ca)),
            "it shows no certificate",
            files.client(TlsLibrary.JDK, "expired"),
            "its certificate (CN=expired) has expired on ",
            files.client(TlsLibrary.JDK, "unborn"),
            "its certificate (CN=unborn) is not valid before ",
            strangers.client(TlsLibrary.JDK, "switch"),
            "it ends the handshake, alert ");
    cases.forEach((client, reason) -> assertRefused(library, client, reason));
  }

  private static TlsSettings clientSettings(Path key, Path certificate, Path ca) {
    return clientSettings(key, certificate, ca, TlsLibrary.JDK);
  }

  private static TlsSettings clientSettings(
      Path key, Path certificate, Path ca, TlsLibrary library) {
    return new TlsSettings(key, certificate, ca, true, TestCertificates.BOTH_PROTOCOLS, library);
  }

  private static void assertRefused(TlsLibrary library, TlsContext client, String reason) {
    try (Rig rig = setup(library).start();
        LogOf log = new LogOf(TlsHandshakes.class)) {
      FakeSwitch stranger = rig.connectPlain();
      stranger.secure(client, new SharedBuffers(64 * 1024));
      rig.until(
          () -> {
            triesToShakeHands(stranger);
            return rig.counted(Counter.TLS_FAILURES) > 0;
          });
      assertThat(rig.switches.all()).isEmpty();
      assertThat(log.warnings())
          .as(reason)
          .singleElement()
          .asString()
          .startsWith("TLS handshake with 127.0.0.1 failed: " + reason)
          .doesNotContain("\n");
    }
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldSayWhichAlertItIsWhenTheSwitchDoesNotKnowTheCa(
      TlsLibrary library, @TempDir Path elsewhere) {
    TestCertificates strangers = new TestCertificates(elsewhere);
    assertRefused(
        library,
        strangers.client(TlsLibrary.BORINGSSL, "switch"),
        "it ends the handshake, alert unknown ca");
  }

  /** What a thief can do who has the key of another switch. */
  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldBeNoControllerForASwitchWithTheKeyOfAnotherSwitch(TlsLibrary library) {
    files.make("victim");
    TlsContext thief =
        TlsContext.server(
            files.settings("switch", library, TestCertificates.BOTH_PROTOCOLS),
            new CertificateBinding(false, Map.of()));
    TlsContext victim = files.client(library, "victim");
    try (Rig rig = setup(library).tls(() -> thief, victim).start()) {
      FakeSwitch client = rig.connectPlain();
      client.secure(victim, new SharedBuffers(64 * 1024));
      List<String> failures = new ArrayList<>();
      rig.until(
          () -> {
            failure(client).ifPresent(failures::add);
            return !failures.isEmpty();
          });
      assertThat(failures.get(0))
          .startsWith("its certificate (CN=switch) is refused: ")
          .contains("TLS server");
      assertThat(rig.switches.all()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldKnowASwitchWhoseKeyCouldPlayTheController(TlsLibrary library) {
    for (String name : List.of("switch", "controller")) {
      TlsContext client = files.client(TlsLibrary.JDK, name);
      try (Rig rig = setup(library).tls(() -> files.server(library), client).start()) {
        rig.join(1, 1);
        assertThat(rig.connection(1).peer().mayPlayController())
            .as(name)
            .isEqualTo(name.equals("controller"));
        assertThat(rig.connection(1).peer().certificate().orElseThrow().end())
            .matches(end -> end.isWithinDays(2) && !end.isWithinDays(0));
      }
    }
  }

  /** Goes on with the handshake; why it has failed, when it has. */
  private static Optional<String> failure(FakeSwitch client) {
    try {
      assertThat(client.shakeHands()).as("a handshake with a switch").isFalse();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldTellTheSwitchWhyEachTimeWhenItsCertificateIsRefusedAfterItsHandshake(
      TlsLibrary library, @TempDir Path elsewhere) {
    TestCertificates strangers = new TestCertificates(elsewhere);
    TlsSettings settings =
        clientSettings(
            strangers.key("switch"), strangers.certificate("switch"), files.ca(), library);
    try (Rig rig = setup(TlsLibrary.BORINGSSL).start()) {
      FakeSwitch stranger = rig.connectPlain();
      stranger.secure(TlsContext.client(settings), new SharedBuffers(64 * 1024));
      rig.until(() -> triesToShakeHands(stranger));
      rig.until(() -> rig.counted(Counter.TLS_FAILURES) > 0);
      rig.until(stranger::isClosedByPeer);
      assertThat(stranger.failure()).isEqualTo("it ends the connection, alert unknown ca");
      stranger.readSome(1);
      assertThat(stranger.failure()).isEqualTo("it ends the connection, alert unknown ca");
    }
  }

  /** Whether it is done; it may have failed on this side, too. */
  private static boolean triesToShakeHands(FakeSwitch client) {
    try {
      return client.shakeHands();
    } catch (IOException e) {
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldRefuseStrangersInOneLineAndCountRepeats(TlsLibrary library) {
    try (Rig rig = setup(library).start();
        LogOf log = new LogOf(TlsHandshakes.class)) {
      rig.connectPlain().close(); // not worth a line
      FakeSwitch http = rig.connectPlain();
      http.send("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      rig.until(http::isClosedByPeer);
      for (int i = 1; i <= 25; i++) {
        FakeSwitch plain = rig.connectPlain();
        plain.send(Messages.HELLO_BOTH);
        rig.until(plain::isClosedByPeer);
      }
      assertThat(rig.counted(Counter.TLS_FAILURES)).isEqualTo(27);
      String plain = "it speaks OpenFlow without TLS (tcp: where it must be ssl:)";
      assertThat(log.warnings())
          .hasSize(20)
          .startsWith("TLS handshake with 127.0.0.1 failed: no TLS")
          .endsWith("TLS handshake with 127.0.0.1 failed: " + plain);
      rig.pass(11_000);
      FakeSwitch last = rig.connectPlain();
      last.send("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      rig.until(last::isClosedByPeer);
      assertThat(log.warnings())
          .endsWith(
              "TLS handshake with 127.0.0.1 failed: no TLS"
                  + " (6 lines about it were left out before)");
    }
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldGiveUpAHandshakeThatTakesTooLongAndServeOthersMeanwhile(TlsLibrary library) {
    try (Rig rig = setup(library).start();
        LogOf log = new LogOf(TlsHandshakes.class)) {
      FakeSwitch silent = rig.connectPlain();
      FakeSwitch slow = rig.connectPlain();
      slow.send(FakeSwitch.hex("16 0301 0200 01 0001fc 0303"));
      FakeSwitch good = rig.join(1, 1);
      for (int i = 0; i < 100; i++) {
        good.send(packetIns(i, 1));
        assertThat(rig.await(good, 1)).extracting(Messages::xid).containsExactly(i);
      }
      rig.pass(9_000);
      assertThat(silent.isClosedByPeer() || slow.isClosedByPeer()).isFalse();
      rig.pass(2_000);
      assertThat(silent.isClosedByPeer() && slow.isClosedByPeer()).isTrue();
      assertThat(log.warnings())
          .first()
          .asString()
          .endsWith("failed: it has not ended within the handshake timeout");
    }
  }

  /** The first flight of a switch that says no more. */
  private static byte[] clientHello() throws IOException {
    SSLEngine engine = files.client(TlsLibrary.JDK, "switch").newEngine();
    ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), hello);
    return Arrays.copyOf(hello.array(), hello.position());
  }

  private static List<FakeSwitch> halfOpen(Rig rig, int count) throws IOException {
    byte[] hello = clientHello();
    List<FakeSwitch> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      FakeSwitch each = rig.connectPlain();
      each.send(hello);
      all.add(each);
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldLetInWhoCompletesBeforeItHasAnsweredAllWhoOnlyBegin(TlsLibrary library)
      throws Exception {
    try (Rig rig = setup(library).start()) {
      rig.tickEachLookAtTheClock(6_000_000); // so each look is the end of a piece of work
      List<FakeSwitch> silent = halfOpen(rig, 40);
      rig.connect();

      assertThat(rig.counted(Counter.TLS_FAILURES)).as("all are there").isZero();
      long answered = silent.stream().filter(each -> each.readSome(1) > 0).count();
      assertThat(answered).as("that are behind it").isLessThan(silent.size());
    }
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldNotCountItsOwnQueueAgainstThePeer(TlsLibrary library) throws Exception {
    try (Rig rig = setup(library).start()) {
      FakeSwitch patient = rig.connectPlain();
      patient.secure(files.client(TlsLibrary.JDK, "switch"), new SharedBuffers(64 * 1024));
      assertThat(patient.shakeHands()).isFalse(); // it has sent its first flight
      halfOpen(rig, 20);
      rig.tickEachLookAtTheClock(1_000_000_000); // one turn of the queue takes minutes

      rig.until(() -> triesToShakeHands(patient));
      assertThat(patient.isClosedByPeer()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldRefuseTheDatapathIdWhenTheCertificateIsAnothers(TlsLibrary library) {
    String mine = "00:00:00:00:00:00:00:2a";
    files.make(mine);
    RigSetup setup =
        Rig.setup()
            .stage(FLOOD)
            .tls(
                () -> files.server(library, new CertificateBinding(true, Map.of())),
                files.client(TlsLibrary.JDK, mine));
    try (Rig rig = setup.start();
        LogOf log = new LogOf(Conductor.class)) {
      rig.join(1, 0x2a);
      FakeSwitch liar = rig.connect();
      liar.send(Messages.HELLO_10);
      liar.send(Messages.features(1, 7));
      rig.until(liar::isClosedByPeer);
      rig.pump();
      assertThat(rig.switches.all()).hasSize(1);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .endsWith("its certificate (CN=" + mine + ") is not for 00:00:00:00:00:00:00:07");
    }
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldCloseItAloneWhenRecordsAreBroken(TlsLibrary library) {
    try (Rig rig = setup(library).start()) {
      FakeSwitch broken = rig.join(1, 1);
      FakeSwitch good = rig.join(1, 2);
      broken.sendRaw(FakeSwitch.hex("17 0303 0020" + "ab".repeat(32)));
      rig.until(broken::isClosedByPeer);
      rig.until(() -> rig.switches.get(1) == null);
      good.send(packetIns(3, 1));
      assertThat(rig.await(good, 1)).extracting(Messages::xid).containsExactly(3);
    }
  }

  @ParameterizedTest
  @EnumSource(value = TlsLibrary.class, names = "AUTO", mode = EnumSource.Mode.EXCLUDE)
  void shouldTakeOtherFilesForWhoConnectsFromThenOn(TlsLibrary library, @TempDir Path elsewhere) {
    TlsContext[] current = {files.server(library)};
    TestCertificates others = new TestCertificates(elsewhere);
    RigSetup setup =
        Rig.setup().stage(FLOOD).tls(() -> current[0], files.client(TlsLibrary.JDK, "switch"));
    try (Rig rig = setup.start()) {
      FakeSwitch old = rig.join(1, 1);
      current[0] = others.server(library);
      FakeSwitch young = rig.connectPlain();
      young.secure(others.client(TlsLibrary.JDK, "switch"), new SharedBuffers(64 * 1024));
      rig.until(() -> triesToShakeHands(young));
      old.send(packetIns(9, 1));
      assertThat(rig.await(old, 1)).extracting(Messages::xid).containsExactly(9);
    }
  }
}
