package maestro.emulator.switches;

/** Takes what a switch wants to say; the bytes are the taker's from then on. */
@FunctionalInterface
public interface Replies {
  /** One whole message. */
  void send(byte[] message);
}
