package maestro;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import maestro.net.Session;
import maestro.openflow.ColdCodec;
import org.projectfloodlight.openflow.protocol.OFDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** What operators ask a switch through the controller. Stateless; any thread. */
public final class SwitchQuestions {
  private static final int MOST_SECONDS = 3;

  /**
   * What a switch says of itself.
   *
   * @param manufacturer who made it
   * @param hardware its hardware
   * @param software its software
   * @param serialNumber its serial number
   * @param datapath how people call it
   */
  public record Description(
      String manufacturer,
      String hardware,
      String software,
      String serialNumber,
      String datapath) {}

  private SwitchQuestions() {}

  /**
   * Asks a switch what it is.
   *
   * @return the answer, completed by the thread that learns of it, which must not be held up; it
   *     fails when the switch refuses, leaves, or does not answer in 3 s
   */
  public static CompletableFuture<Description> description(Session session) {
    OFFactory factory = ColdCodec.factory(session.info().openFlowVersion());
    return ask(session, factory.buildDescStatsRequest().build())
        .thenApply(
            parts ->
                parts.stream()
                    .filter(OFDescStatsReply.class::isInstance)
                    .map(OFDescStatsReply.class::cast)
                    .findFirst()
                    .map(SwitchQuestions::description)
                    .orElseThrow(() -> new IllegalStateException("not a description")));
  }

  private static Description description(OFDescStatsReply reply) {
    return new Description(
        reply.getMfrDesc(),
        reply.getHwDesc(),
        reply.getSwDesc(),
        reply.getSerialNum(),
        reply.getDpDesc());
  }

  private static CompletableFuture<List<OFMessage>> ask(Session session, OFMessage question) {
    CompletableFuture<List<OFMessage>> answer = session.request(question);
    return answer
        .copy()
        .orTimeout(MOST_SECONDS, TimeUnit.SECONDS)
        .whenComplete(
            (parts, failure) -> {
              if (failure != null) {
                session.giveUp(answer, "no answer in time");
              }
            });
  }
}
