package maestro.api.openflow;

/**
 * How OpenFlow 1.0 says a field: its place in the match of 40 bytes. Since API level 4.
 *
 * @param at the first byte
 * @param bytes how many there are
 * @param wildcard the number of its bit in the wildcards; of an IPv4 address the lowest of six bits
 *     that count the low bits which do not count
 * @param setAction the type of the action that sets it; negative without one
 */
public record Form10(int at, int bytes, int wildcard, int setAction) {
  /** One that no action sets. */
  Form10(int at, int bytes, int wildcard) {
    this(at, bytes, wildcard, -1);
  }
}
