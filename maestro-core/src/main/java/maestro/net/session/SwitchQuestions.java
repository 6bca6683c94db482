package maestro.net.session;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import org.projectfloodlight.openflow.protocol.OFDescStatsReply;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFMessage;

/** Requests of operators to a switch, through the controller. Stateless; any thread. */
public final class SwitchQuestions {
  private static final int MOST_SECONDS = 3;

  /** Some 2,700 entries, which take some 30 ms to read. */
  private static final int MOST_ENTRY_BYTES = 256 * 1024;

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

  /**
   * Flow entries of a switch.
   *
   * @param entries a bounded number, in the order of the switch
   * @param isWhole whether these are all
   */
  public record Entries(List<OFFlowStatsEntry> entries, boolean isWhole) {}

  /**
   * Asks a switch for its flow entries.
   *
   * @param executor reads the answer, which takes some 30 ms at most
   * @return the answer; it fails when the switch refuses, leaves, or does not answer in 3 s
   */
  public static CompletableFuture<Entries> entries(Session session, Executor executor) {
    EntryAnswer gatherer = EntryAnswer.ask(session, MOST_ENTRY_BYTES);
    return gatherer
        .answer()
        .orTimeout(MOST_SECONDS, TimeUnit.SECONDS)
        .whenComplete((parts, failure) -> gatherer.forget())
        .thenApplyAsync(SwitchQuestions::read, executor);
  }

  private static Entries read(EntryAnswer.Parts parts) {
    List<OFFlowStatsEntry> entries = new ArrayList<>();
    for (byte[] message : parts.messages()) {
      try {
        if (ColdCodec.read(ByteBuffer.wrap(message), 0, message.length)
            instanceof OFFlowStatsReply reply) {
          entries.addAll(reply.getEntries());
        }
      } catch (MalformedMessageException e) {
        throw new IllegalStateException("its answer cannot be read: " + e.getMessage(), e);
      }
    }
    return new Entries(entries, parts.isWhole());
  }

  private static CompletableFuture<List<OFMessage>> ask(Session session, OFMessage question) {
    CompletableFuture<List<OFMessage>> answer = session.request(question);
    return answer
        .copy()
        .orTimeout(MOST_SECONDS, TimeUnit.SECONDS)
        .whenComplete(
            (parts, failure) -> {
              if (failure != null) {
                session.requests().fail(answer, "no answer in time");
              }
            });
  }
}
