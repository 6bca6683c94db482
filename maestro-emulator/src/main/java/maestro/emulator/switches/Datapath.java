package maestro.emulator.switches;

import java.nio.ByteBuffer;

/** The part of a switch that forwards packets, as its control channel sees it. */
@FunctionalInterface
public interface Datapath {
  /** Answers nothing. */
  Datapath NONE = (type, b, at, lengthBytes, replies) -> false;

  /**
   * Answers a message of the switch's version, after the HELLOs.
   *
   * @param type the message's type
   * @param b the buffer with the whole message in {@code [at, at + lengthBytes)}; not kept
   * @return false when the control channel is to answer it
   */
  boolean answer(int type, ByteBuffer b, int at, int lengthBytes, MessageOutput replies);
}
