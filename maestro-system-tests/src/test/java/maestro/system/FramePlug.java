package maestro.system;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The far end of a port that is a Unix stream socket, of an emulated switch or of a dummy port of
 * Open vSwitch: before each frame stands its length, two bytes.
 */
final class FramePlug implements AutoCloseable {
  private static final int BYTES = 1 << 16;

  private final SocketChannel channel;
  private final ByteBuffer in = ByteBuffer.allocate(2 * BYTES);
  private final List<String> frames = new ArrayList<>();

  FramePlug(Path socket) throws IOException {
    channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    channel.configureBlocking(false);
  }

  void send(String hex) throws IOException {
    byte[] frame = HexFormat.of().parseHex(hex);
    ByteBuffer out = ByteBuffer.allocate(2 + frame.length);
    out.putShort((short) frame.length).put(frame).flip();
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }

  /** All frames that have come so far, in hexadecimal digits. */
  List<String> frames() throws IOException {
    while (channel.read(in) > 0) {
      in.flip();
      while (in.remaining() >= 2 && in.remaining() - 2 >= (in.getShort(in.position()) & 0xffff)) {
        byte[] frame = new byte[in.getShort() & 0xffff];
        in.get(frame);
        frames.add(HexFormat.of().formatHex(frame));
      }
      in.compact();
    }
    return List.copyOf(frames);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
