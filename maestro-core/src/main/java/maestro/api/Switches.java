package maestro.api;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * The switches that are ready, and a way to send them anything.
 *
 * <p>Threads: any, at any time; nothing here waits. It allocates, so batch stages use it for what
 * is rare.
 */
public interface Switches {
  /** All of them, as they are now. */
  Collection<SwitchInfo> all();

  /** A switch by its datapath id, when it is ready. */
  Optional<SwitchInfo> find(long datapathId);

  /**
   * The ports of a switch as they are now; empty when it is not ready. Immutable, and the same
   * object until a port changes; so a stage may ask for each packet whether it is.
   */
  Collection<PortInfo> ports(long datapathId);

  /**
   * Builds messages of the version a switch speaks.
   *
   * @return that of OpenFlow 1.3 when there is no such switch
   */
  OFFactory factory(long datapathId);

  /**
   * Sends a message.
   *
   * @throws IllegalArgumentException when it is of another version than the switch speaks, or
   *     longer than 65535 bytes
   */
  Sent send(long datapathId, OFMessage message);

  /**
   * Sends a message that is answered: a barrier, a statistics request, get-config, say.
   *
   * @return completed on the event thread with the answer, in several parts when it came in parts.
   *     Completed with a {@link RefusedException} when the switch answers with an error, is
   *     congested, leaves, or does not answer within {@code maestro.connection.request-timeout}.
   * @throws IllegalArgumentException like {@link #send}
   */
  CompletableFuture<List<OFMessage>> request(long datapathId, OFMessage message);
}
