package maestro.api;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * The switches that are ready, and the way to send any message to them.
 *
 * <p>Threads: any, at any time; no method waits. Methods may allocate, so batch stages should send
 * by them only rarely.
 */
public interface Switches {
  /** All switches that are ready now. */
  Collection<SwitchInfo> all();

  /** A switch by its datapath id, when it is ready. */
  Optional<SwitchInfo> find(long datapathId);

  /**
   * The current ports of a switch; empty when it is not ready. Immutable, and the same object until
   * a port changes, so a stage can compare references for each packet.
   */
  Collection<PortInfo> ports(long datapathId);

  /**
   * Builds messages of the switch's OpenFlow version.
   *
   * @return the factory of OpenFlow 1.3 when the switch is not ready
   */
  OFFactory factory(long datapathId);

  /**
   * Sends a message. Unlike {@link SwitchOutput#send}, it also sends flow entries to a switch that
   * has reported that its flow table is full. Of the message's transaction id the lower 12 bits are
   * kept; the others tell the platform whose message it is.
   *
   * @throws IllegalArgumentException when the message has another version than the switch, or is
   *     longer than 65535 bytes
   */
  Sent send(long datapathId, OFMessage message);

  /**
   * Has a switch apply actions to a frame, once: a PACKET_OUT. Since API level 4.
   *
   * @param inPort the port by which the frame counts as received, and that {@link
   *     FlowActions#FLOOD} leaves out; {@link FlowActions#CONTROLLER} for a frame of the
   *     controller's own
   * @param actions a 1.0 switch skips the actions that OpenFlow 1.0 lacks; a PACKET_OUT has no
   *     meter
   * @param frame from the destination address on, without the checksum; copied
   * @throws IllegalArgumentException when the message would be longer than 65535 bytes
   */
  default Sent packetOut(long datapathId, int inPort, FlowActions actions, byte[] frame) {
    return Sent.NO_SUCH_SWITCH;
  }

  /**
   * Sends a message that has an answer, such as a barrier, a statistics request or get-config.
   *
   * @return completed on the event thread with the answer; several messages when the switch answers
   *     in parts, none when it refuses a barrier because it has no barriers. Completed with a
   *     {@link RefusedException} when the switch answers with an error, is congested, leaves, or
   *     does not answer within {@code maestro.connection.request-timeout}. To wait for it on the
   *     event thread, which would complete it, throws {@link IllegalStateException}.
   * @throws IllegalArgumentException like {@link #send}
   */
  CompletableFuture<List<OFMessage>> request(long datapathId, OFMessage message);

  /**
   * Sends a FLOW_MOD with a barrier behind it. It gets the application's cookie as by {@link
   * #send}. Since API level 4.
   *
   * @param flowMod of the switch's OpenFlow version; its transaction id is replaced
   * @return completed on the event thread, with the switch, when it has done so: an entry that the
   *     message adds is installed, one that it deletes is gone. A switch without barriers has read
   *     the message then, and promises no more. Completed with a {@link RefusedException}, which
   *     has the ERROR when there is one, when the switch refuses it, is congested, leaves, does not
   *     answer within {@code maestro.connection.request-timeout}, or is not connected to this
   *     controller: it is gone, or another member of the cluster serves it. To wait for it on the
   *     event thread throws, as for {@link #request}. {@link ApplicationContext#onRefused} is not
   *     called
   * @throws IllegalArgumentException like {@link #send}
   */
  default CompletableFuture<SwitchInfo> installed(long datapathId, OFFlowMod flowMod) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException("installed"));
  }

  /**
   * The port counters of a switch. All applications and the platform share the answers, so the
   * number of callers does not change how often a switch is asked. Since API level 4.
   *
   * @param maxAge the switch is asked when its last answer is older, or as old. {@link
   *     Duration#ZERO} asks it, unless an answer is awaited
   * @return completed on the event thread, with the ports by their numbers, reserved ones last; a
   *     list of no ports when the switch has none. Completed with a {@link RefusedException} when
   *     {@link #installed} is
   */
  default CompletableFuture<List<PortStatistics>> portStatistics(long datapathId, Duration maxAge) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException("portStatistics"));
  }

  /**
   * The counters of all flow entries of a switch, in all tables, whoever has installed them. All
   * applications share the answers; one is kept for 10 s at most. Since API level 4.
   *
   * @param maxAge as of {@link #portStatistics}
   * @return completed on the event thread, with the entries in the order of the switch. Completed
   *     with a {@link RefusedException} when {@link #installed} is, when the answer cannot be read,
   *     and when it is longer than 4 MiB, which is some 40 000 entries
   */
  default CompletableFuture<List<FlowStatistics>> flowStatistics(long datapathId, Duration maxAge) {
    return CompletableFuture.failedFuture(new UnsupportedOperationException("flowStatistics"));
  }
}
