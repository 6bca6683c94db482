package maestro.network.host;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import maestro.emulator.switches.HostAddresses;
import maestro.openflow.FrameNumbers;

/**
 * A host: it asks for addresses by ARP and remembers them, answers ARP and ICMP echo, and pings.
 * Host n has the Ethernet address 02:00:00:00:00:00 + n; {@link HostIps} knows its IPv4 address.
 * While it has none, or the target of a ping has none, the ping waits. Confined to one thread.
 */
public final class Host {
  private static final long UNKNOWN = 0;

  private final int index;
  private final Wire wire;
  private final HostIps ips;
  private final Neighbours6 neighbours6;

  /** The Ethernet address of each host, if it is known for its present IPv4 address. */
  private final long[] addresses;

  private final int[] addressIps;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private final ByteBuffer scratch = ByteBuffer.allocate(HostFrames.ECHO_BYTES);

  /** A ping whose target's address is not known yet. */
  private record Waiting(int number, int target) {}

  /** The cable of a host, and who counts what arrives. */
  public interface Wire {
    /** Sends the frame in {@code [0, lengthBytes)}, which is valid until this returns. */
    void send(int host, ByteBuffer frame, int lengthBytes);

    /** An echo request leaves: the address of its target is known. */
    void requested(int number);

    /** An echo request or reply has arrived at the host that it is for. */
    void delivered(int number, boolean isReply);
  }

  public Host(int index, int hostCount, HostIps ips, Wire wire) {
    this.index = index;
    this.wire = wire;
    this.ips = ips;
    this.neighbours6 = new Neighbours6(index, hostCount, wire);
    this.addresses = new long[hostCount];
    this.addressIps = new int[hostCount];
  }

  public static long ethernet(int host) {
    return HostAddresses.FIRST + host;
  }

  /** Sends an echo request, after an ARP request when the target's address is not known. */
  public void ping(int number, int target) {
    if (knows(target)) {
      request(number, target);
    } else {
      waiting.add(new Waiting(number, target));
      ask(target);
    }
  }

  /** Sends the ARP request again, if the ping still waits for its answer. */
  public void askAgain(int number) {
    for (Waiting each : waiting) {
      if (each.number() == number) {
        ask(each.target());
      }
    }
  }

  /** Its IPv6. */
  public Neighbours6 neighbours6() {
    return neighbours6;
  }

  /** The Ethernet address of another host, or 0, and then an ARP request asks for it. */
  public long addressOf(int target) {
    if (knows(target)) {
      return addresses[target];
    }
    ask(target);
    return UNKNOWN;
  }

  /** Whether the Ethernet address of another host is known, and this one can send to it. */
  public boolean knows(int target) {
    int ip = ips.ip(target);
    return ip != HostIps.NONE && addressIps[target] == ip && ips.ip(index) != HostIps.NONE;
  }

  /** It has another address now: it asks for those that pings wait for. */
  public void bound() {
    for (Waiting each : waiting) {
      ask(each.target());
    }
  }

  /** Forgets a ping. */
  public void giveUp(int number) {
    waiting.removeIf(each -> each.number() == number);
  }

  private void ask(int target) {
    int own = ips.ip(index);
    int wanted = ips.ip(target);
    if (own != HostIps.NONE && wanted != HostIps.NONE) {
      HostFrames.arp(scratch, HostFrames.REQUEST, ethernet(index), own, 0, wanted);
      wire.send(index, scratch, HostFrames.ARP_BYTES);
    }
  }

  private void request(int number, int target) {
    wire.requested(number);
    echo(HostFrames.ECHO_REQUEST, addresses[target], ips.ip(target), number);
  }

  private void echo(int type, long dstEth, int dstIp, int number) {
    HostFrames.echo(scratch, type, ethernet(index), ips.ip(index), dstEth, dstIp, number);
    wire.send(index, scratch, HostFrames.ECHO_BYTES);
  }

  /** A frame arrives. */
  public void receive(ByteBuffer b, int at, int lengthBytes) {
    long dst = HostFrames.dst(b, at);
    if (dst == ethernet(index) || dst == HostFrames6.solicitedNode(index + 1L)) {
      neighbours6.receive(b, at, lengthBytes);
    }
    if (dst != ethernet(index) && dst != FrameNumbers.BROADCAST) {
      return;
    }
    if (HostFrames.isArp(b, at, lengthBytes)) {
      receiveArp(b, at);
      return;
    }
    int number = HostFrames.echoNumber(b, at, lengthBytes);
    if (number == HostFrames.NO_PING || HostFrames.ipDst(b, at) != ips.ip(index)) {
      return;
    }
    boolean isReply = HostFrames.echoType(b, at) == HostFrames.ECHO_REPLY;
    wire.delivered(number, isReply);
    if (!isReply) {
      long src = b.getLong(at + 6) >>> 16;
      echo(HostFrames.ECHO_REPLY, src, HostFrames.ipSrc(b, at), number);
    }
  }

  /**
   * Answers whoever asks for the host's address (RFC 826), also who has none itself (RFC 5227), and
   * learns the addresses of other hosts.
   */
  private void receiveArp(ByteBuffer b, int at) {
    long senderEth = HostFrames.arpSenderEth(b, at);
    int senderIp = HostFrames.arpSenderIp(b, at);
    int own = ips.ip(index);
    boolean isForUs = own != HostIps.NONE && HostFrames.arpTargetIp(b, at) == own;
    if (!isForUs || senderIp == own || senderEth == ethernet(index)) {
      return;
    }
    if (HostFrames.arpOperation(b, at) == HostFrames.REQUEST) {
      HostFrames.arp(scratch, HostFrames.REPLY, ethernet(index), own, senderEth, senderIp);
      wire.send(index, scratch, HostFrames.ARP_BYTES);
    }
    int sender = ips.host(senderIp);
    if (sender != HostIps.NOBODY) {
      learned(sender, senderEth, senderIp);
    }
  }

  private void learned(int sender, long senderEth, int senderIp) {
    addresses[sender] = senderEth;
    addressIps[sender] = senderIp;
    for (int left = waiting.size(); left > 0; left--) {
      Waiting each = waiting.remove();
      if (each.target() == sender) {
        request(each.number(), sender);
      } else {
        waiting.add(each);
      }
    }
  }
}
