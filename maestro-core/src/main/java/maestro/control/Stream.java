package maestro.control;

import io.netty.channel.Channel;
import java.util.function.Consumer;

/**
 * An answer without an end. The connection is used for it alone.
 *
 * @param contentType the media type
 * @param begin is given the connection once the head of the answer was written; it writes {@code
 *     HttpContent}, on the control thread
 */
record Stream(String contentType, Consumer<Channel> begin) implements Reply {}
