package maestro.emulator.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import maestro.emulator.engine.Plans;
import maestro.emulator.engine.TruthAnswers;
import maestro.emulator.engine.TruthRequest;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.Outstanding;
import maestro.emulator.engine.connection.PacketInBatch;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.RequestedHosts;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.report.ErrorKind;
import maestro.emulator.switches.HostAddresses;
import maestro.openflow.PacketOutFlyweight;
import maestro.openflow.entry.FlowModFlyweight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerJudgeTest {
  private static final int ROUNDS = 200_000;

  /** A path taken for the first time loads classes; what is allocated each time shows each time. */
  private static final int MOST_TRIES = 3;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final AnswerJudge judge = new AnswerJudge();
  private final FlowModFlyweight flow = new FlowModFlyweight();
  private final PacketOutFlyweight out = new PacketOutFlyweight();
  private final Plans plans = new Plans();

  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "4, true", "4, false"})
  void shouldAllocateNothingWhenAnswersAreRight(int version, boolean buffered) {
    LoadSwitch sw = loadSwitch(version, buffered);
    ByteBuffer[] answers = new ByteBuffer[plans.hostCount];
    for (int i = 0; i < answers.length; i++) {
      TruthRequest request = request(sw, sw.outstanding.firstCounted() + i);
      answers[i] =
          ByteBuffer.wrap(
              buffered
                  ? TruthAnswers.matching(
                      request, request.inPort(), request.source(), request.destination())
                  : request.answer());
    }
    long allocated = 1;
    for (int tries = 0; tries < MOST_TRIES && allocated > 0; tries++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      long wrong = 0;
      for (int i = 0; i < ROUNDS; i++) {
        long sequence = sw.outstanding.firstCounted() + i % answers.length;
        wrong += isRight(answers[i % answers.length], sw, sequence, buffered) ? 0 : 1;
      }
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(wrong).isZero();
    }
    assertThat(allocated).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldFindEveryChangedByteWhenItIsInThePacket(int version) {
    LoadSwitch sw = loadSwitch(version, false);
    TruthRequest request = request(sw, sw.outstanding.firstCounted());
    for (int at = 0; at < plans.frameBytes; at++) {
      ByteBuffer answer = ByteBuffer.wrap(TruthAnswers.changed(request, at));
      assertThat(out.wrap(answer, 0, answer.capacity())).isTrue();
      assertThat(judge.packetOut(answer, 0, out, sw, sw.outstanding.firstCounted()))
          .as("byte " + at)
          .isEqualTo(ErrorKind.CHANGED);
      assertThat(judge.expected() >> 8).isEqualTo(at);
    }
  }

  /** Each bit of each field of a 1.0 match that names all fields. */
  @Test
  void shouldFindEveryChangedBitWhenItIsInTheMatch() {
    LoadSwitch sw = loadSwitch(1, true);
    TruthRequest request = request(sw, sw.outstanding.firstCounted());
    for (int at = 12; at < 48; at++) {
      boolean ignored =
          at == 28 || at == 29 || at == 34 || at == 35; // priority of no VLAN, padding
      for (int bit = 0; bit < 8; bit++) {
        byte[] answer = TruthAnswers.matchingAll10(request);
        answer[at] ^= (byte) (1 << bit);
        boolean ofService = at == 32 && bit < 2; // only the upper six bits are the type of service
        assertThat(isRight(ByteBuffer.wrap(answer), sw, sw.outstanding.firstCounted(), true))
            .as("byte " + at + ", bit " + bit)
            .isEqualTo(ignored || ofService);
        assertThat(ignored || ofService || !judge.field().isEmpty()).isTrue();
      }
    }
  }

  /**
   * Each value of the two fields, each with those of the other where the rules of the specification
   * change; with and without an entry.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldRefuseWhatASwitchOf13Refuses(boolean hasEntry) {
    for (int table = 0; table < 256; table++) {
      for (int command = 0; command < 256; command++) {
        boolean isPlain = table > 1 && table < 254 && command > 5 && command < 255;
        if (command == 3 || command == 4 || isPlain) {
          continue; // DELETE answers nothing
        }
        LoadSwitch sw = loadSwitch(4, true);
        long sequence = sw.outstanding.firstCounted();
        byte[] answer = request(sw, sequence).answer();
        if (hasEntry) {
          sw.hosts.writeEntry(sw.hosts.source());
        }
        answer[24] = (byte) table;
        answer[25] = (byte) command;
        boolean taken = table == 0 && (command == 0 || (command <= 2 && hasEntry));
        assertThat(isRight(ByteBuffer.wrap(answer), sw, sequence, true))
            .as("table %d, command %d", table, command)
            .isEqualTo(taken);
        assertThat(sw.hosts.hasEntry()).isEqualTo(taken || hasEntry);
      }
    }
  }

  /** Bytes of a FLOW_MOD: command, timeouts, priority and flags of 1.0, and of 1.3. */
  @ParameterizedTest
  @CsvSource({
    "1, 57, 1, true",
    "1, 57, 2, true",
    "1, 57, 5, false",
    "1, 57, 255, false",
    "1, 59, 1, true",
    "1, 61, 1, true",
    "1, 63, 0, true",
    "1, 71, 3, true",
    "1, 71, 4, false",
    "1, 70, 1, false",
    "4, 27, 1, true",
    "4, 29, 1, true",
    "4, 31, 0, true",
    "4, 45, 31, true",
    "4, 45, 32, false",
    "4, 44, 128, false",
  })
  void shouldRefuseWhatASwitchRefusesAndTakeTheRest(
      int version, int offset, int value, boolean taken) {
    LoadSwitch sw = loadSwitch(version, true);
    long sequence = sw.outstanding.firstCounted();
    byte[] answer = TruthAnswers.with(request(sw, sequence).answer(), offset, value);
    assertThat(isRight(ByteBuffer.wrap(answer), sw, sequence, true)).isEqualTo(taken);
  }

  @Test
  void shouldLeaveOutWhatIsWildWhenMatchIsCoarse() {
    LoadSwitch sw = loadSwitch(1, true);
    TruthRequest request = request(sw, sw.outstanding.firstCounted());
    long sequence = sw.outstanding.firstCounted();
    for (int prefix = 0; prefix <= 32; prefix++) {
      byte[] answer = TruthAnswers.matchingAll10(request);
      answer[39] ^= 1;
      ByteBuffer.wrap(answer).putInt(8, prefix << 8);
      assertThat(isRight(ByteBuffer.wrap(answer), sw, sequence, true))
          .as("another address is covered when its lowest bit is wild: " + prefix)
          .isEqualTo(prefix >= 1);
    }
  }

  @Test
  void shouldKnowWhoseAddressItIs() {
    LoadSwitch sw = loadSwitch(1, true);
    long first = HostAddresses.FIRST + sw.load.firstHost();
    assertThat(sw.hosts.hostOf(first - 1)).isEqualTo(-1);
    assertThat(sw.hosts.hostOf(first)).isZero();
    assertThat(sw.hosts.hostOf(first + 15)).isEqualTo(15);
    assertThat(sw.hosts.hostOf(first + 16)).isEqualTo(-1);
    assertThat(sw.hosts.hostOf(-1)).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 16})
  void shouldKnowTheHostsOfARequestInAnyOrder(int hostCount) {
    plans.hostCount = hostCount;
    RequestedHosts hosts = new RequestedHosts(plans.plan().switches().get(1));
    SwitchLoad load = plans.plan().switches().get(1);
    hosts.startAt(100);
    for (long sequence : new long[] {100, 101, 102, 120, 121, 122, 123, 110, 109, 199, 200}) {
      hosts.of(sequence);
      int source = (int) ((sequence - 100) % hostCount);
      assertThat(hosts.source()).isEqualTo(source);
      assertThat(hosts.sourcePort()).isEqualTo(load.portOf(source));
      assertThat(hosts.destination()).isEqualTo(load.partnerOf(source));
    }
  }

  private boolean isRight(ByteBuffer answer, LoadSwitch sw, long sequence, boolean buffered) {
    if (buffered) {
      return flow.wrap(answer, 0, answer.capacity())
          && judge.flowMod(answer, 0, flow, sw, sequence) == null;
    }
    return out.wrap(answer, 0, answer.capacity())
        && judge.packetOut(answer, 0, out, sw, sequence) == null;
  }

  private LoadSwitch loadSwitch(int version, boolean buffered) {
    plans.version = version;
    plans.buffered = buffered;
    LoadPlan plan = plans.plan();
    LoadSwitch sw =
        new LoadSwitch(3, plan.switches().get(3), false, null, Outstanding.of(plan, 3), 0);
    sw.batch(new PacketInBatch(version, plans.frameBytes, buffered, 128));
    sw.startCounting();
    return sw;
  }

  /** As the sender makes it. */
  private static TruthRequest request(LoadSwitch sw, long sequence) {
    sw.hosts.of(sequence);
    int named = sw.outstanding.named(sequence);
    PacketInBatch batch = sw.batch();
    long src = sw.hosts.sourceNumber();
    long dst = sw.hosts.destinationNumber();
    batch.patch(0, sw.number, named, sw.hosts.sourcePort(), src, dst);
    byte[] message = new byte[batch.messageBytes()];
    batch.bytes().get(batch.at(0), message);
    return new TruthRequest(ByteBuffer.wrap(message), sw.load.portOf(sw.hosts.destination()));
  }
}
