package maestro.net.session;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The last reading of the ports of one switch, for all who want to know: while an answer is
 * awaited, and for as long as it is new enough, the switch is not asked again. Any thread.
 */
public final class SharedPortReading {
  private final Session session;

  /** Guarded by this. */
  private @Nullable PortReading last;

  SharedPortReading(Session session) {
    this.session = session;
  }

  /**
   * A reading, perhaps still to come.
   *
   * @param maxAgeNs an answer that came less than this ago is new enough
   */
  public synchronized PortReading get(LongSupplier clockNs, long maxAgeNs) {
    PortReading known = last;
    if (known == null || !known.standsFor(clockNs.getAsLong(), maxAgeNs)) {
      if (known != null) {
        known.forget();
      }
      known = PortReading.ask(session, clockNs);
      last = known;
    }
    return known;
  }
}
