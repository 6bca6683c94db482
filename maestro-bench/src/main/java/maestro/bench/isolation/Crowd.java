package maestro.bench.isolation;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.switches.EmulatedSwitch;
import maestro.emulator.switches.MessageFramer;
import maestro.emulator.switches.SwitchDescription;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * Many switches on one thread that do their handshakes and then hold memory of the controller, or
 * ask for a visit at once, all of them.
 *
 * <p>Their receive buffers are small, so that the controller, not the kernel, has to keep what they
 * do not read. Confined to one thread.
 */
final class Crowd implements AutoCloseable {
  /** What the switches do once they have joined. */
  enum Manner {
    NEVER_READ,
    READ_A_BYTE_A_SECOND,
    SEND_HALF_A_MESSAGE,
    /** Each sends a request as soon as the one before is answered. */
    ASK_ONE_BY_ONE
  }

  private static final int RECEIVE_BYTES = 4 * 1024;

  /** Otherwise 2,000 full sockets use up the memory that the kernel has for TCP. */
  private static final int SEND_BYTES = 16 * 1024;

  private static final int INPUT_BYTES = 4 * 1024;
  private static final int CHUNK_REQUESTS = 500;
  private static final int HALF_BYTES = 32 * 1024;
  private static final int JOINS_A_ROUND = 20;
  private static final int WAIT_MS = 10;
  private static final int ROUND_TRIPS = 2;
  private static final long SECOND_NS = 1_000_000_000;
  private static final long NS_PER_MS = 1_000_000;

  private final Target target;
  private final AttackCounts counts;
  private final Manner manner;
  private final int size;
  private final Selector selector = Selector.open();
  private final List<Member> members = new ArrayList<>();

  Crowd(Target target, AttackCounts counts, Manner manner, int size) throws IOException {
    this.target = target;
    this.counts = counts;
    this.manner = manner;
    this.size = size;
  }

  /** Connects the switches and lets them do what they do, for this time. */
  void press(long durationMs) throws IOException {
    long startNs = System.nanoTime();
    long lastSipNs = startNs;
    while (System.nanoTime() - startNs < durationMs * NS_PER_MS) {
      for (int i = 0; i < JOINS_A_ROUND && members.size() < size; i++) {
        members.add(new Member());
      }
      selector.select(this::serve, WAIT_MS);
      boolean sips = manner == Manner.READ_A_BYTE_A_SECOND;
      if (sips && System.nanoTime() - lastSipNs > SECOND_NS) {
        lastSipNs = System.nanoTime();
        members.forEach(Member::sip);
      }
    }
    if (members.stream().noneMatch(member -> member.joined)) {
      counts.broken("no switch of the crowd was served");
    }
    if (manner == Manner.ASK_ONE_BY_ONE) {
      long silent = members.stream().filter(each -> each.joined && each.answers == 0).count();
      if (silent > 0) {
        counts.broken(silent + " switches of the crowd got no answer");
      }
    }
  }

  /** Whether a message answers a request whose destination is not known. */
  private static boolean isAnswer(byte[] message) {
    return Header.type(ByteBuffer.wrap(message), 0) == OpenFlow.PACKET_OUT;
  }

  private void serve(SelectionKey key) {
    ((Member) key.attachment()).go();
  }

  @Override
  public void close() throws IOException {
    for (Member member : members) {
      member.socket.close();
    }
    selector.close();
  }

  private final class Member {
    final SocketChannel socket = SocketChannel.open();
    final SelectionKey key;
    private final EmulatedSwitch emulated;
    private final ByteBuffer in = ByteBuffer.allocate(INPUT_BYTES);
    private ByteBuffer out = ByteBuffer.allocate(0);
    private int roundTrips;
    boolean joined;
    long answers;

    Member() throws IOException {
      emulated =
          new EmulatedSwitch(
              new SwitchDescription(target.nextDatapathId(), target.version(), Target.PORTS, 0));
      socket.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
      socket.setOption(StandardSocketOptions.SO_SNDBUF, SEND_BYTES);
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
      socket.connect(target.controller());
      socket.configureBlocking(false);
      key = socket.register(selector, SelectionKey.OP_READ, this);
      write(emulated.hello());
    }

    void go() {
      try {
        if (!joined || manner == Manner.ASK_ONE_BY_ONE) {
          converse();
        } else if (key.isWritable()) {
          socket.write(out);
          if (!out.hasRemaining() && manner != Manner.SEND_HALF_A_MESSAGE) {
            out.clear();
          }
        }
      } catch (IOException e) {
        end();
      }
    }

    /** Does the handshake, and then asks. */
    private void converse() throws IOException {
      if (socket.read(in) < 0) {
        end();
        return;
      }
      in.flip();
      int bytes = MessageFramer.wholeBytes(in, 0, in.limit(), emulated.greeted());
      while (bytes > 0) {
        byte[] message = new byte[bytes];
        in.get(message);
        emulated.handle(ByteBuffer.wrap(message), 0, bytes, this::write);
        if (joined && isAnswer(message)) {
          answers++;
          write(request());
        }
        bytes = MessageFramer.wholeBytes(in, in.position(), in.limit(), emulated.greeted());
      }
      in.compact();
      boolean inStep = emulated.up() && emulated.echoRepliesSeen() == roundTrips;
      if (!joined && inStep && socket.isOpen()) {
        goOn();
      }
    }

    /** A 1.3 switch has answered for its ports, and the controller knows them, after the second. */
    private void goOn() {
      if (roundTrips++ < ROUND_TRIPS) {
        write(emulated.echoRequest());
      } else if (manner == Manner.ASK_ONE_BY_ONE) {
        joined = true;
        write(request());
      } else {
        joined = true;
        out = pressure();
        key.interestOps(SelectionKey.OP_WRITE);
      }
    }

    private byte[] request() {
      return RawSwitch.packetIn(target.version(), 1, 1, 2);
    }

    /** What the switch sends, over and over, once it has joined. */
    private ByteBuffer pressure() {
      if (manner == Manner.SEND_HALF_A_MESSAGE) {
        ByteBuffer half = ByteBuffer.allocate(HALF_BYTES);
        int type = OpenFlow.ECHO_REQUEST;
        Header.encode(half, 0, target.version(), type, OpenFlow.MAX_MESSAGE_BYTES, 0);
        return half;
      }
      byte[] request = request();
      ByteBuffer many = ByteBuffer.allocate(CHUNK_REQUESTS * request.length);
      for (int i = 0; i < CHUNK_REQUESTS; i++) {
        many.put(request);
      }
      return many.flip();
    }

    private void write(byte[] message) {
      try {
        socket.write(ByteBuffer.wrap(message));
      } catch (IOException e) {
        end();
      }
    }

    /** Reads one byte. */
    void sip() {
      try {
        if (joined && socket.isOpen() && socket.read(ByteBuffer.allocate(1)) < 0) {
          end();
        }
      } catch (IOException e) {
        end();
      }
    }

    private void end() {
      if (socket.isOpen()) {
        counts.closed();
        try {
          socket.close();
        } catch (IOException e) {
          counts.broken("a socket did not close: " + e.getMessage());
        }
      }
    }
  }
}
