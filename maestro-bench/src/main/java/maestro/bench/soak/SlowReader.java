package maestro.bench.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Random;
import maestro.emulator.switches.EmulatedSwitch;
import maestro.emulator.switches.MessageFramer;
import maestro.emulator.switches.SwitchDescription;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A switch that sends as many requests as the controller takes and reads the answers slowly. After
 * a while it stops reading, until the controller disconnects it or some time has passed. Then it
 * connects again. Confined to one thread.
 */
final class SlowReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SlowReader.class);
  private static final int CONNECT_MS = 5_000;
  private static final int RECEIVE_BYTES = 16 * 1024;
  private static final int SLOW_BYTES = 256;
  private static final int SET_UP_BYTES = 16 * 1024;
  private static final int REQUESTS_AT_ONCE = 100;
  private static final int FRAME_BYTES = 64;
  private static final int SRC_AT = 6;
  private static final int TYPE_AT = 12;
  private static final short KNOWN = 0x0200;
  private static final short UNKNOWN = 0x0600;
  private static final short EXPERIMENTAL_TYPE = (short) 0x88b5;
  private static final int LEAST_SLOW_TICKS = 200;
  private static final int MORE_SLOW_TICKS = 400;
  private static final int SILENT_TICKS = 1_200;

  private final InetSocketAddress controller;
  private final SwitchDescription description;
  private final Random random;
  private final ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES);
  private final ByteBuffer in = ByteBuffer.allocate(SET_UP_BYTES + OpenFlow.MAX_MESSAGE_BYTES);
  private final ByteBuffer out = ByteBuffer.allocate(2 * OpenFlow.MAX_MESSAGE_BYTES);

  private SocketChannel channel;
  private MessageFramer framer;
  private EmulatedSwitch emulated;
  private int ticksLeft;
  private boolean silent;
  private int nextRequest;

  private long connections;
  private long disconnected;
  private long brokenStreams;

  SlowReader(InetSocketAddress controller, int datapathId, List<Integer> versions, Random random) {
    this.controller = controller;
    int version = versions.get(random.nextBoolean() ? 0 : versions.size() - 1);
    this.description = new SwitchDescription(datapathId, version, 4, 0);
    this.random = random;
  }

  /** Does a little work, some twenty times a second. */
  void tick() {
    try {
      if (channel == null) {
        connect();
      } else if (ticksLeft-- <= 0) {
        nextPhase();
      } else {
        read();
        write();
      }
    } catch (IOException e) {
      disconnected++;
      close();
    }
  }

  private void connect() throws IOException {
    channel = SocketChannel.open();
    channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
    channel.socket().connect(controller, CONNECT_MS);
    channel.configureBlocking(false);
    connections++;
    emulated = new EmulatedSwitch(description);
    silent = false;
    ticksLeft = LEAST_SLOW_TICKS + random.nextInt(MORE_SLOW_TICKS);
    framer = new MessageFramer();
    out.clear();
    out.put(emulated.hello());
  }

  private void nextPhase() {
    if (silent) { // the controller is more patient than this switch
      close();
    } else {
      silent = true;
      ticksLeft = SILENT_TICKS;
    }
  }

  private void read() throws IOException {
    if (silent) {
      return;
    }
    int end = framer.read(channel, in, emulated.up() ? SLOW_BYTES : SET_UP_BYTES);
    if (end < 0) {
      throw new IOException("closed by the controller");
    }
    int at = 0;
    int length = MessageFramer.wholeBytes(in, at, end, emulated.greeted());
    while (length > 0) {
      emulated.handle(in, at, length, this::say);
      at += length;
      length = MessageFramer.wholeBytes(in, at, end, emulated.greeted());
    }
    if (length == MessageFramer.NOT_OPENFLOW) {
      brokenStreams++;
      throw new IOException("the controller sent what is not OpenFlow");
    }
    framer.keep(in, at, end);
  }

  private void say(byte[] message) {
    if (out.remaining() >= message.length) {
      out.put(message);
    }
  }

  private void write() throws IOException {
    if (emulated.up() && out.position() == 0) {
      for (int i = 0; i < REQUESTS_AT_ONCE; i++) {
        request();
      }
    }
    out.flip();
    channel.write(out);
    out.compact();
  }

  private void request() {
    int number = nextRequest++;
    frame.putShort(0, UNKNOWN).putInt(2, number); // flooded: a frame to a known port may be dropped
    frame.putShort(SRC_AT, KNOWN).putInt(SRC_AT + 2, number & 0xff);
    frame.putShort(TYPE_AT, EXPERIMENTAL_TYPE);
    int bytes =
        PacketInEncoder.encode(
            out,
            out.position(),
            description.version(),
            number,
            OpenFlow.NO_BUFFER,
            FRAME_BYTES,
            1,
            0,
            0,
            frame,
            0,
            FRAME_BYTES);
    out.position(out.position() + bytes);
  }

  boolean isConnected() {
    return channel != null;
  }

  /** How often it connected. */
  long connections() {
    return connections;
  }

  /** How often the controller disconnected it. */
  long disconnected() {
    return disconnected;
  }

  /** How often its stream was not OpenFlow. */
  long brokenStreams() {
    return brokenStreams;
  }

  @Override
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        LOG.debug("cannot close a connection: {}", e.getMessage());
      }
      channel = null;
    }
  }
}
