package maestro.emulator.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import java.util.stream.IntStream;
import maestro.emulator.engine.TruthAnswers;
import maestro.emulator.engine.TruthRequest;
import maestro.emulator.engine.TruthRun;
import maestro.emulator.report.ErrorKind;
import maestro.emulator.report.FirstError;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.ScenarioException;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Controllers whose answers send the packet to several ports. All four ports lead to hosts. */
class AnswerPortsTest {
  private static final int PORTS = 4;

  @ParameterizedTest
  @CsvSource({"1.0, true", "1.0, false", "1.3, true", "1.3, false"})
  void shouldReportWrongPortWhenAnotherHostGetsACopy(String version, boolean buffered)
      throws ScenarioException {
    assertWrongPort(
        run(version, buffered, request -> new int[] {request.port(), other(request)}),
        "expected port \\d alone, came (FLOW_MOD|PACKET_OUT) to 2 ports, also port \\d");
  }

  @ParameterizedTest
  @CsvSource({"1.0, true", "1.0, false", "1.3, true", "1.3, false"})
  void shouldReportWrongPortWhenTheControllerGetsACopy(String version, boolean buffered)
      throws ScenarioException {
    assertWrongPort(
        run(
            version,
            buffered,
            request -> new int[] {request.port(), OpenFlow.PORT_CONTROLLER, other(request)}),
        "expected port \\d alone, came (FLOW_MOD|PACKET_OUT) to 3 ports, also port CONTROLLER");
  }

  @ParameterizedTest
  @CsvSource({"1.0, true", "1.3, false"})
  void shouldReportWrongPortWhenOnlyOthersGetCopies(String version, boolean buffered)
      throws ScenarioException {
    assertWrongPort(
        run(
            version,
            buffered,
            request -> new int[] {OpenFlow.PORT_LOCAL, OpenFlow.PORT_CONTROLLER}),
        "expected port \\d, came (FLOW_MOD|PACKET_OUT) to 2 ports, first port LOCAL");
  }

  @ParameterizedTest
  @CsvSource({"1.0, true", "1.3, false"})
  void shouldReportWrongPortWhenTheDestinationGetsTwoCopies(String version, boolean buffered)
      throws ScenarioException {
    assertWrongPort(
        run(version, buffered, request -> new int[] {request.port(), request.port()}),
        "expected port \\d once, came (FLOW_MOD|PACKET_OUT) with 2 copies to it");
  }

  @ParameterizedTest
  @CsvSource({"1.0, true", "1.3, false"})
  void shouldReportWrongPortWhenACopyIsBesideTheFlood(String version, boolean buffered)
      throws ScenarioException {
    assertWrongPort(
        run(version, buffered, request -> new int[] {OpenFlow.PORT_FLOOD, request.port()}),
        "expected port \\d alone, came (FLOW_MOD|PACKET_OUT) to 2 ports, also port FLOOD");
  }

  @ParameterizedTest
  @CsvSource({"1.0, TABLE", "1.3, TABLE"})
  void shouldNameThePortWhenItIsReserved(String version, String name) throws ScenarioException {
    assertWrongPort(
        run(version, true, request -> new int[] {OpenFlow.PORT_TABLE}),
        "expected port \\d, came FLOW_MOD to port " + name);
  }

  @Test
  void shouldNameTheInPortWhenItIsReserved() throws ScenarioException {
    RunResult result =
        TruthRun.of(
            () ->
                (request, out) ->
                    out.write(
                        isLearned(request)
                            ? TruthAnswers.from(request, OpenFlow.PORT_LOCAL)
                            : request.answer()),
            "openflow=\"1.3\"",
            "packets.buffered=false",
            "probing.enabled=false");
    assertThat(first(result)).endsWith("came PACKET_OUT with in_port LOCAL");
  }

  /** A switch does not send a packet back where it came from unless the port is IN_PORT. */
  @ParameterizedTest
  @CsvSource({"1.0, true", "1.0, false", "1.3, true", "1.3, false"})
  void shouldReportNothingWhenTheOtherCopyIsNotSent(String version, boolean buffered)
      throws ScenarioException {
    RunResult result =
        run(version, buffered, request -> new int[] {request.inPort(), request.port()});
    assertThat(result.answers().firstErrors()).isEmpty();
    assertThat(result.answers().floodedRequests()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1.0, true", "1.0, false", "1.3, true", "1.3, false"})
  void shouldCountFloodWhenEachOtherPortIsNamed(String version, boolean buffered)
      throws ScenarioException {
    RunResult result =
        run(
            version,
            buffered,
            request ->
                IntStream.rangeClosed(1, PORTS).filter(p -> p != request.inPort()).toArray());
    assertThat(result.answers().firstErrors()).isEmpty();
    assertThat(result.answers().floodedRequests()).isBetween(3990L, 4010L);
  }

  private static RunResult run(
      String version, boolean buffered, Function<TruthRequest, int[]> ports)
      throws ScenarioException {
    return TruthRun.of(
        () ->
            (request, out) ->
                out.write(
                    isLearned(request)
                        ? TruthAnswers.toPorts(request, ports.apply(request))
                        : request.answer()),
        "openflow=\"" + version + '"',
        "packets.buffered=" + buffered,
        "probing.enabled=false");
  }

  private static boolean isLearned(TruthRequest request) {
    return request.port() != TruthRequest.FLOOD;
  }

  /** A port that is neither the source's nor the destination's. */
  private static int other(TruthRequest request) {
    return IntStream.rangeClosed(1, PORTS)
        .filter(port -> port != request.inPort() && port != request.port())
        .findFirst()
        .orElseThrow();
  }

  private static void assertWrongPort(RunResult result, String text) {
    assertThat(result.answers().errors().total() + result.answers().warmUpErrors().total())
        .isPositive();
    assertThat(first(result)).matches(".*: " + text);
    assertThat(result.answers().firstErrors())
        .extracting(FirstError::kind)
        .containsExactly(ErrorKind.WRONG_PORT);
  }

  private static String first(RunResult result) {
    return result.answers().firstErrors().get(0).text();
  }
}
