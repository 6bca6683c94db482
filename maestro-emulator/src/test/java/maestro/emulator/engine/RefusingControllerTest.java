package maestro.emulator.engine;

import static maestro.emulator.engine.Plans.MS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import maestro.emulator.engine.TruthResponder.Behaviour;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.engine.result.LoadResult.SwitchCounts;
import maestro.emulator.scenario.LoadMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Controllers that refuse switches, or go. The load says why it ended. In virtual time. */
class RefusingControllerTest {
  private final Plans plans = new Plans();

  @Test
  void shouldFailWithOneLineWhenNobodyListens() throws IOException {
    try (Socket taken = new Socket()) { // bound, so nobody else can listen there
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      LoadResult result =
          new LoadRun(plans.plan(), (InetSocketAddress) taken.getLocalSocketAddress())
              .run(Progress.NONE);
      assertThat(result.failure()).startsWith("cannot connect to ").contains("refused");
      assertThat(result.isComplete()).isFalse();
    }
  }

  @Test
  void shouldKeepPartialResultWhenControllerClosesConnections() {
    plans.mode = LoadMode.PING_PONG;
    LoadResult result = run(() -> new AtRequest(200, TruthConnection::close));
    assertThat(result.failure()).matches(".*(closed the connection of|broke).*");
    assertThat(result.switches())
        .extracting(SwitchCounts::allAnsweredRequests)
        .anySatisfy(answered -> assertThat(answered).isPositive());
  }

  @Test
  void shouldGiveTheErrorAsTheReasonWhenControllerSendsOneAndCloses() {
    byte[] error = {4, 1, 0, 18, 0, 0, 0, 2, 0, 0, 0, 0, 'n', 'o', ' ', '1', '.', '0'};
    String failure =
        failureWhen(
            out -> {
              out.write(TruthConnection.bare(4, 0));
              out.write(error);
              out.flush();
              out.close();
            });
    assertThat(failure)
        .matches("switch .*1: the controller answered ERROR HELLO_FAILED INCOMPATIBLE .*: no 1.0");
  }

  @Test
  void shouldNameTheErrorWhenControllerRefusesSwitchAfterHandshake() {
    byte[] refused = {4, 1, 0, 18, 0, 0, 0, 2, 0, 0, 0, 1, 'i', 'n', ' ', 'u', 's', 'e'};
    LoadResult result =
        run(
            () ->
                new AtHello() {
                  @Override
                  public boolean greets() {
                    return true;
                  }

                  @Override
                  public void onFeatures(TruthConnection out) throws IOException {
                    out.write(refused);
                    out.flush();
                    out.close();
                  }
                });
    assertThat(result.failure())
        .matches(
            "the controller closed the connection of switch .*1 before there was load, after it had"
                + " sent ERROR HELLO_FAILED EPERM \\(type 0, code 1\\): in use");
  }

  @Test
  void shouldNameTheErrorWithWhatIsMissingWhenControllerRefusesSwitchAndKeepsItsConnection() {
    byte[] refused = {4, 1, 0, 12, 0, 0, 0, 2, 0, 1, 0, 5};
    LoadResult result =
        run(
            () ->
                new Behaviour() {
                  @Override
                  public void onFeatures(TruthConnection out) {
                    out.write(refused);
                  }

                  @Override
                  public void onRequest(TruthRequest request, TruthConnection out) {
                    // it has refused the switch
                  }
                });
    assertThat(result.failure()).isEmpty();
    assertThat(result.firstErrors())
        .singleElement()
        .asString()
        .contains(", came none but ERROR BAD_REQUEST EPERM (type 1, code 5)");
  }

  @ParameterizedTest
  @EnumSource(LoadMode.class)
  void shouldNameTheLastErrorWhenControllerSendsOneUnderLoadAndCloses(LoadMode mode) {
    plans.mode = mode;
    byte[] badLength = {4, 1, 0, 12, 0, 0, 0, 2, 0, 1, 0, 6};
    LoadResult result =
        run(
            () ->
                new AtRequest(
                    200,
                    out -> {
                      out.write(badLength);
                      out.flush();
                      out.close();
                    }));
    assertThat(result.failure())
        .matches(
            "the controller closed the connection of switch .*, after it had sent ERROR"
                + " BAD_REQUEST BAD_LEN \\(type 1, code 6\\)");
  }

  @Test
  void shouldSayHowFarItWasWhenControllerClosesInTheHandshake() {
    assertThat(failureWhen(TruthConnection::close)).endsWith("1 before it said HELLO");
    assertThat(
            failureWhen(
                out -> {
                  out.write(TruthConnection.bare(1, 0));
                  out.flush();
                  out.close();
                }))
        .endsWith("1 before it asked for the features");
  }

  /** A controller may need what the switch does not have, and hang up. */
  @Test
  void shouldSayWhatTheSwitchRefusedWhenControllerClosesAfterwards() {
    byte[] vendor = {1, 4, 0, 16, 0, 0, 0, 2, 0, 0, 0x23, 0x20, 0, 0, 0, 12};
    assertThat(
            failureWhen(
                out -> {
                  out.write(TruthConnection.bare(1, 0));
                  out.write(vendor);
                  out.flush();
                  out.close();
                }))
        .contains(
            ", after the switch had refused its message of type 4 with ERROR BAD_REQUEST"
                + " BAD_EXPERIMENTER (type 1, code 3)");
  }

  /** Also FLOW_MOD, which is judged as an answer otherwise. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2, 4, 6, 0x83})
  void shouldRefuseAnAnswerOfAVersionThatTheSwitchDoesNotSpeak(int version) {
    byte[] flowMod = new byte[80];
    ByteBuffer.wrap(flowMod).put((byte) version).put((byte) 14).putShort((short) 80);
    assertThat(
            failureWhen(
                out -> {
                  out.write(TruthConnection.bare(1, 0));
                  out.write(flowMod);
                  out.flush();
                  out.close();
                }))
        .contains("refused its message of type 14 with ERROR BAD_REQUEST BAD_VERSION");
  }

  private String failureWhen(AtRequest.Deed does) {
    return run(() ->
            new AtHello() {
              @Override
              public void onHello(TruthConnection out) throws IOException {
                does.with(out);
              }
            })
        .failure();
  }

  /** A controller that is no use after it. */
  private interface AtHello extends Behaviour {
    @Override
    default boolean greets() {
      return false;
    }

    @Override
    default void onRequest(TruthRequest request, TruthConnection out) {
      throw new AssertionError("there is no load without a handshake");
    }
  }

  @Test
  void shouldSayGarbageWhenControllerTalksSomethingElse() {
    byte[] http = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    LoadResult result = run(() -> new AtRequest(1000, out -> out.write(http)));
    assertThat(result.failure()).contains("is not OpenFlow");
  }

  @Test
  void shouldSayWhatIsMissingWhenControllerSaysNothing() {
    plans.times = new LoadPlan.Times(100 * MS, 0, 0, 100 * MS, 0);
    LoadResult result = run(() -> new AtHello() {});
    assertThat(result.failure()).contains("no HELLO within 100 ms: does it speak OpenFlow");
  }

  private LoadResult run(Supplier<Behaviour> behaviours) {
    return VirtualRun.against(behaviours).run(plans.plan(), null, Progress.NONE);
  }
}
