package maestro.api.openflow;

import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.oxm.OFOxm;
import org.projectfloodlight.openflow.protocol.oxm.OFOxms;

/**
 * What a match says of a field, or what an action sets it to: the bits that count, and what they
 * are. Immutable. Since API level 4.
 *
 * @param high the upper 64 bits of a value of 128 bits, else 0; the bits that do not count are 0
 * @param low the lower 64 bits, likewise
 * @param highMask the bits of {@code high} that count
 * @param lowMask the bits of {@code low} that count
 */
public record OxmValue(OxmField field, long high, long low, long highMask, long lowMask) {
  private static final long IPV6 = 0x86dd;
  private static final long FIRST_RESERVED_PORT_10 = 0xff00;
  private static final long FIRST_RESERVED_PORT = 0xffff_ff00L;

  /** Takes only the bits that the field has, and that count. */
  public OxmValue {
    highMask &= field.allHighBits();
    lowMask &= field.allBits();
    high &= highMask;
    low &= lowMask;
  }

  /** A value of which all bits count. */
  OxmValue(OxmField field, long high, long low) {
    this(field, high, low, -1, -1);
  }

  /** Whether all bits count. */
  public boolean isExact() {
    return lowMask == field.allBits() && highMask == field.allHighBits();
  }

  /** Whether no bit counts, so that every packet matches. */
  public boolean isAny() {
    return (lowMask | highMask) == 0;
  }

  /**
   * The value as operators read it, which {@link OxmField#parse} reads: the same for equal ones.
   */
  public String text() {
    return field.syntax().text(this);
  }

  /**
   * Whether the match of OpenFlow 1.0 has a place for it; a place that switches ignore, or that
   * openflowj does not write right, is none.
   *
   * @param ethType the Ethernet type that the match has, or 0
   */
  public boolean isIn10(long ethType) {
    Form10 form = field.form10();
    if (form == null || (ethType == IPV6 && isAboveEthernet())) {
      return false;
    }
    return switch (field) {
      case IN_PORT -> low < FIRST_RESERVED_PORT_10 || low >= FIRST_RESERVED_PORT;
      case IP_DSCP -> low == 0; // openflowj 3.6 does not shift it to its place
      default -> low >>> (form.bytes() * Byte.SIZE) == 0;
    };
  }

  private boolean isAboveEthernet() {
    return field.needed() != null && field.needed() != OxmField.VLAN_VID;
  }

  /**
   * Adds it to a match. A match of OpenFlow 1.0 may have it without effect: see {@link #isIn10}.
   *
   * @return false when the version of the match cannot say it; then nothing is added
   */
  public boolean addTo(Match.Builder match) {
    return field.isSendable() && field.openflowj().add(this, match);
  }

  /**
   * The part of a set-field action of OpenFlow 1.3.
   *
   * @throws UnsupportedOperationException when openflowj does not have the field
   */
  public OFOxm<?> oxm(OFOxms oxms) {
    return field.openflowj().oxm(this, oxms);
  }
}
