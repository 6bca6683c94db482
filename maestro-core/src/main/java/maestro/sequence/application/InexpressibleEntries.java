package maestro.sequence.application;

import java.util.concurrent.atomic.AtomicInteger;
import maestro.net.connection.Connection;
import maestro.openflow.entry.MatchFields.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs why entries of one application were not installed, each reason once, with the switch of the
 * first one. Any thread; allocates only when it logs.
 */
public final class InexpressibleEntries {
  private static final Logger LOG = LoggerFactory.getLogger(InexpressibleEntries.class);

  private final String application;

  /** A bit for each reason that was logged; opaque reads, set by an atomic or. */
  private final AtomicInteger said = new AtomicInteger();

  InexpressibleEntries(String application) {
    this.application = application;
  }

  /** Reports that an entry for a switch was not installed. */
  @SuppressWarnings("EnumOrdinal") // never outlives the process
  public void refused(Connection to, Refusal reason) {
    int bit = 1 << reason.ordinal();
    if ((said.getOpaque() & bit) == 0 && (said.getAndAccumulate(bit, (a, b) -> a | b) & bit) == 0) {
      LOG.info(
          "{}: an entry of application {} is not installed, its packet is only forwarded: {}"
              + " (said once for all switches; repeats are counted)",
          to,
          application,
          reason.text());
    }
  }
}
