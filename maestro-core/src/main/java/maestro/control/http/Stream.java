package maestro.control.http;

import io.netty.channel.Channel;

/**
 * An answer without an end. The connection is used for it alone.
 *
 * @param contentType the media type
 * @param compressible whether it can be compressed for a client that wants that
 * @param begin begins it
 */
record Stream(String contentType, boolean compressible, Begin begin) implements Reply {
  /** Begins an answer without an end. */
  @FunctionalInterface
  interface Begin {
    /**
     * Begins to write {@code HttpContent}, on the control thread.
     *
     * @param channel the connection; the head of the answer was written
     * @param compressed whether the head says that gzip follows
     */
    void on(Channel channel, boolean compressed);
  }
}
