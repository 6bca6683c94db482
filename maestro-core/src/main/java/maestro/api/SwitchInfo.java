package maestro.api;

/**
 * What is known of a switch once its features have come. Immutable.
 *
 * @param datapathId its 64-bit identity
 * @param openFlowVersion 1 for OpenFlow 1.0, 4 for 1.3
 * @param tableCount how many flow tables it says it has
 * @param bufferCount how many packets it says it can hold for the controller; 0 when it always
 *     sends them whole
 */
public record SwitchInfo(long datapathId, int openFlowVersion, int tableCount, int bufferCount) {
  /** A datapath id the way operators write it: {@code 00:00:00:00:00:00:00:2a}. */
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
