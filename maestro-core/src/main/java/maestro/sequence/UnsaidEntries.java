package maestro.sequence;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import maestro.openflow.MatchFields.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs why entries of one application were not installed, each reason once. Any thread; allocates
 * only when it logs.
 */
final class UnsaidEntries {
  private static final Logger LOG = LoggerFactory.getLogger(UnsaidEntries.class);
  private static final VarHandle SAID;

  static {
    try {
      SAID = MethodHandles.lookup().findVarHandle(UnsaidEntries.class, "said", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String application;

  /** A bit for each reason that was logged; opaque reads, set by an atomic or. */
  @SuppressWarnings("UnusedVariable") // by SAID
  private int said;

  UnsaidEntries(String application) {
    this.application = application;
  }

  /** Reports that an entry was not installed. */
  @SuppressWarnings("EnumOrdinal") // never outlives the process
  void refused(Refusal reason) {
    int bit = 1 << reason.ordinal();
    if (((int) SAID.getOpaque(this) & bit) == 0
        && ((int) SAID.getAndBitwiseOr(this, bit) & bit) == 0) {
      LOG.info(
          "application {}: an entry is not installed, its packet is only forwarded: {}"
              + " (said once; repeats are counted)",
          application,
          reason.text());
    }
  }
}
