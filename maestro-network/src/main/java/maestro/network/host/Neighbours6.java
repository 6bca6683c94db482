package maestro.network.host;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The IPv6 of a host: it finds neighbours, answers solicitations of whoever asks (RFC 4861) and
 * echo requests of hosts, and pings. Host n has the address fd00::(n + 1). Confined to one thread.
 */
public final class Neighbours6 {
  private static final long UNKNOWN = 0;

  private final int index;
  private final Host.Wire wire;
  private final long[] addresses;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private final ByteBuffer scratch = ByteBuffer.allocate(HostFrames6.ECHO_BYTES);

  /** A ping whose target's address is not known yet. */
  private record Waiting(int number, int target) {}

  Neighbours6(int index, int hostCount, Host.Wire wire) {
    this.index = index;
    this.wire = wire;
    this.addresses = new long[hostCount];
  }

  private static long ip(int host) {
    return host + 1L;
  }

  /** Sends an echo request, after a solicitation when the target's address is not known. */
  public void ping(int number, int target) {
    if (addresses[target] != UNKNOWN) {
      request(number, target);
    } else {
      waiting.add(new Waiting(number, target));
      ask(target);
    }
  }

  /** Sends the solicitation again, if the ping still waits for its answer. */
  public void askAgain(int number) {
    for (Waiting each : waiting) {
      if (each.number() == number) {
        ask(each.target());
      }
    }
  }

  /** Forgets a ping. */
  public void giveUp(int number) {
    waiting.removeIf(each -> each.number() == number);
  }

  private void ask(int target) {
    HostFrames6.solicit(scratch, Host.ethernet(index), ip(index), ip(target));
    wire.send(index, scratch, HostFrames6.NEIGHBOUR_BYTES);
  }

  private void request(int number, int target) {
    wire.requested(number);
    echo(HostFrames6.ECHO_REQUEST, addresses[target], ip(target), number);
  }

  private void echo(int type, long dstEth, long dst, int number) {
    HostFrames6.echo(scratch, type, Host.ethernet(index), ip(index), dstEth, dst, number);
    wire.send(index, scratch, HostFrames6.ECHO_BYTES);
  }

  /** A frame arrives, for the host's own address or for a multicast one. */
  void receive(ByteBuffer b, int at, int lengthBytes) {
    if (HostFrames6.isNeighbour(b, at, lengthBytes)) {
      receiveNeighbour(b, at);
      return;
    }
    int number = HostFrames6.echoNumber(b, at, lengthBytes);
    if (number == HostFrames.NO_PING || HostFrames6.dst(b, at) != ip(index)) {
      return;
    }
    boolean isReply = HostFrames6.type(b, at) == HostFrames6.ECHO_REPLY;
    wire.delivered(number, isReply);
    if (!isReply) {
      long src = b.getLong(at + 6) >>> 16;
      echo(HostFrames6.ECHO_REPLY, src, HostFrames6.src(b, at), number);
    }
  }

  private void receiveNeighbour(ByteBuffer b, int at) {
    boolean asks = HostFrames6.type(b, at) == HostFrames6.SOLICITATION;
    long meant = asks ? HostFrames6.target(b, at) : HostFrames6.dst(b, at);
    if (meant != ip(index) || HostFrames6.src(b, at) == ip(index)) {
      return;
    }
    if (asks) {
      HostFrames6.answer(scratch, Host.ethernet(index), ip(index), b, at);
      wire.send(index, scratch, HostFrames6.NEIGHBOUR_BYTES);
    }
    long neighbour = asks ? HostFrames6.src(b, at) : HostFrames6.target(b, at);
    long eth = HostFrames6.optionEth(b, at);
    if (neighbour >= 1 && neighbour <= addresses.length && eth != UNKNOWN) {
      learned((int) neighbour - 1, eth);
    }
  }

  private void learned(int neighbour, long eth) {
    addresses[neighbour] = eth;
    for (int left = waiting.size(); left > 0; left--) {
      Waiting each = waiting.remove();
      if (each.target() == neighbour) {
        request(each.number(), neighbour);
      } else {
        waiting.add(each);
      }
    }
  }
}
