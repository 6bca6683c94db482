package maestro.emulator.dataplane;

import java.nio.ByteBuffer;
import maestro.emulator.switches.MessageOutput;

/** The connection of a switch to its controller. */
public interface ControllerOutput extends MessageOutput {
  /** Without a controller: everything is lost. */
  ControllerOutput NONE =
      new ControllerOutput() {
        @Override
        public void send(byte[] message) {
          // nobody reads it
        }

        @Override
        public boolean packetIn(
            int bufferId,
            int totalBytes,
            int inPort,
            int reason,
            ByteBuffer frame,
            int at,
            int dataBytes) {
          return false;
        }
      };

  /**
   * Sends a PACKET_IN, if there is room for it.
   *
   * @param bufferId or {@link maestro.openflow.OpenFlow#NO_BUFFER}
   * @param totalBytes of the whole frame
   * @param reason 0 for no match, 1 for an action
   * @param frame has the data in {@code [at, at + dataBytes)} until this returns
   * @return false when it was dropped
   */
  boolean packetIn(
      int bufferId,
      int totalBytes,
      int inPort,
      int reason,
      ByteBuffer frame,
      int at,
      int dataBytes);
}
