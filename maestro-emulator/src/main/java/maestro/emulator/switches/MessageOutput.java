package maestro.emulator.switches;

/** Receives the messages of a switch, and owns their bytes from then on. */
@FunctionalInterface
public interface MessageOutput {
  /** Receives one whole message. */
  void send(byte[] message);
}
