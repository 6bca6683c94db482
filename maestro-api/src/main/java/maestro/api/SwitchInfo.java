package maestro.api;

/**
 * The properties of a switch, from its features reply. Immutable.
 *
 * @param datapathId its datapath id
 * @param openFlowVersion 1 for OpenFlow 1.0, 4 for 1.3
 * @param tableCount how many flow tables it reports
 * @param bufferCount how many packets it can hold for the controller; 0 when it always sends whole
 *     packets
 */
public record SwitchInfo(long datapathId, int openFlowVersion, int tableCount, int bufferCount) {
  /** A datapath id as operators write it: {@code 00:00:00:00:00:00:00:2a}. */
  public static String format(long datapathId) {
    StringBuilder text = new StringBuilder(23);
    for (int shift = 56; shift >= 0; shift -= 8) {
      int octet = (int) (datapathId >>> shift) & 0xff;
      if (shift < 56) {
        text.append(':');
      }
      text.append(Character.forDigit(octet >>> 4, 16)).append(Character.forDigit(octet & 0xf, 16));
    }
    return text.toString();
  }
}
