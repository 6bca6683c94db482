package maestro.network.dataplane;

import java.nio.ByteBuffer;
import maestro.emulator.switches.MessageOutput;
import org.jspecify.annotations.Nullable;

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
        public @Nullable ByteBuffer roomForPacketIn(int bytes) {
          return null;
        }
      };

  /**
   * Room for a PACKET_IN, which the caller writes at once at the buffer's position, and moves the
   * position behind it.
   *
   * @return null when the PACKET_IN is to be dropped
   */
  @Nullable ByteBuffer roomForPacketIn(int bytes);
}
