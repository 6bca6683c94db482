package maestro.net;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import maestro.api.RequestStage;
import maestro.metrics.Counter;
import maestro.testkit.LogOf;

/**
 * A controller, a good switch that asks one thing after the other, and whatever attacks beside it.
 * After each attack the good switch has got its answer, nothing was thrown that nobody expected,
 * and an attacker that was closed was counted and has one line in the log: else the test fails.
 */
final class BesideGoodSwitch implements AutoCloseable {
  private static final long GOOD_ID = 0x600d;
  private static final long BAD_ID = 0xbad;

  /** So that the log has room for its lines. */
  private static final long AMONG_ATTACKS_NS = 200_000_000_000L;

  final Rig rig;
  private final int version;
  private final FakeSwitch good;
  private final LogOf log = new LogOf("maestro");
  private int asked;
  private long malformed;

  /** How far a switch is in its handshake when it attacks. */
  enum Phase {
    FIRST_MESSAGE,
    FEATURES,
    /** Its features are known, its ports are not; with 1.0 the same as ready. */
    PORTS,
    READY
  }

  /**
   * What came of an attack.
   *
   * @param sent what the attacker was sent
   * @param said why it was closed, as the log says; empty when it was not
   */
  record Outcome(boolean closed, List<byte[]> sent, String said) {
    /** The types and codes of the errors it was sent, as {@code type/code}. */
    List<String> errors() {
      return sent.stream()
          .filter(message -> Messages.type(message) == 1)
          .map(message -> message[9] + "/" + message[11])
          .toList();
    }
  }

  BesideGoodSwitch(int version, RigSetup setup) {
    this.version = version;
    rig = setup.stage((RequestStage) (request, output) -> output.flood(request)).patient().start();
    good = rig.join(version, GOOD_ID);
    log.clear();
  }

  /** A switch that is about to attack; what it was sent so far has been taken. */
  FakeSwitch attacker(Phase phase) {
    return attacker(phase, version);
  }

  /** The same for one that speaks another version than the good switch. */
  FakeSwitch attacker(Phase phase, int itsVersion) {
    if (phase == Phase.READY) {
      return rig.join(itsVersion, BAD_ID);
    }
    FakeSwitch client = rig.connect();
    if (phase != Phase.FIRST_MESSAGE) {
      client.send(itsVersion == 1 ? Messages.HELLO_10 : Messages.HELLO_BOTH);
    }
    if (phase == Phase.PORTS) {
      client.send(Messages.features(itsVersion, BAD_ID));
    }
    awaitKernel("the handshake of an attacker");
    client.take();
    return client;
  }

  /** Lets a switch send something; what must always be so is checked. */
  Outcome attack(FakeSwitch client, byte[] bytes) {
    client.send(bytes);
    rig.settle();
    return outcome(
        client, HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(64, bytes.length))));
  }

  /** What has come of the attack. */
  Outcome outcome(FakeSwitch client, String attack) {
    awaitKernel(attack);
    assertThat(log.events())
        .as("unexpected by the controller: %s", attack)
        .allMatch(e -> e.getLevel().toInt() < Level.ERROR_INT && e.getThrowableProxy() == null);
    List<String> lines = log.lines().stream().filter(line -> line.contains(" left")).toList();
    boolean closed = lines.isEmpty() ? client.isClosedByPeer() : client.awaitClosedByPeer();
    List<byte[]> sent = client.take();
    assertThat(lines).as("lines about the close: %s", attack).hasSize(closed ? 1 : 0);
    long counted = rig.counted(Counter.MALFORMED) - malformed;
    boolean isMalformed = closed && lines.get(0).contains("malformed: ");
    assertThat(counted).as("counted: %s", attack).isEqualTo(isMalformed ? 1 : 0);
    malformed += counted;
    log.clear();
    rig.moveClock(AMONG_ATTACKS_NS);
    return new Outcome(closed, sent, closed ? lines.get(0) : "");
  }

  /** Closes an attacker, whose end is of no interest. */
  void forget(FakeSwitch client) {
    rig.disconnect(client);
    rig.settle();
    log.clear();
  }

  /**
   * Lets the good switch ask twice. The kernel may deliver bytes later than the call that sends
   * them returns, but in order: what was sent before the first question has come before its answer,
   * and what the controller answered to it before the second answer.
   */
  private void awaitKernel(String attack) {
    assertGoodSwitchIsAnswered(attack);
    assertGoodSwitchIsAnswered(attack);
  }

  /** The good switch asks once and gets one answer. */
  void assertGoodSwitchIsAnswered(String attack) {
    asked++;
    good.send(Messages.packetIn(version, asked));
    List<byte[]> answers = new ArrayList<>(rig.await(good, 1));
    rig.pump();
    answers.addAll(good.take());
    assertThat(answers)
        .as("what the good switch got beside %s", attack)
        .extracting(Messages::xid)
        .containsExactly(asked);
  }

  @Override
  public void close() {
    rig.close();
    log.close();
  }
}
