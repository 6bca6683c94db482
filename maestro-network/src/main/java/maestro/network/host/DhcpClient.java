package maestro.network.host;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import maestro.network.plan.Deadlines;
import maestro.openflow.FrameNumbers;

/**
 * Gets an address for a host, and keeps it (RFC 2131, Figure 5). The owner of the clock calls
 * {@link #onTime} when it is due. Confined to one thread.
 *
 * <ol>
 *   <li>It begins within a second, so that not all hosts ask at once, and asks all servers by a
 *       DISCOVER; again after 4, 8, 16, 32 and 64 s, each with up to a second more or less.
 *   <li>It takes the first OFFER, by a REQUEST to everybody. Without an answer to four of them, or
 *       after a NAK, it begins anew.
 *   <li>With the ACK the address is its own, for the time of the lease since the REQUEST. It tells
 *       the network by an ARP request for its own address.
 *   <li>After half of that time it asks this server to prolong the lease, after seven eighths all
 *       servers, again after half of what is left, at least a minute.
 *   <li>When the lease is over it has no address, and begins anew.
 * </ol>
 */
public final class DhcpClient {
  /** Nothing is due. */
  public static final long NEVER = Long.MIN_VALUE;

  private static final long NS_PER_S = 1_000_000_000;
  private static final long AGAIN_NS = 60 * NS_PER_S;
  private static final int MOST_DOUBLINGS = 4;
  private static final int MOST_REQUESTS = 4;

  private final int host;
  private final HostIps ips;
  private final SplittableRandom random;
  private final Wire wire;
  private final ByteBuffer scratch = ByteBuffer.allocate(DhcpFrames.BYTES);

  private State state = State.INIT;
  private long dueNs = NEVER;
  private long discoveredNs;
  private long requestedNs;
  private int xid;
  private int attempts;
  private int offeredIp;
  private int serverIp;
  private long serverEth;
  private long rebindNs;
  private long endNs;

  private int renewalCount;
  private long bindNs = NEVER;

  private enum State {
    INIT,
    SELECTING,
    REQUESTING,
    BOUND,
    RENEWING,
    REBINDING
  }

  /** The cable of the host. */
  interface Wire {
    /** Sends the frame in {@code [0, lengthBytes)}, which is valid until this returns. */
    void send(ByteBuffer frame, int lengthBytes);

    /** The host has an address now. */
    void bound();
  }

  DhcpClient(int host, HostIps ips, SplittableRandom random, Wire wire) {
    this.host = host;
    this.ips = ips;
    this.random = random;
    this.wire = wire;
    ips.set(host, HostIps.NONE);
  }

  /** The host is there from now on. */
  void begin(long nowNs) {
    discoveredNs = nowNs;
    dueNs = nowNs + random.nextLong(NS_PER_S); // 1
  }

  /** When it is to be called, or {@link #NEVER}. */
  long dueNs() {
    return dueNs;
  }

  /** Leases that were prolonged. */
  int renewalCount() {
    return renewalCount;
  }

  /** How long it took to get the first address, or {@link #NEVER}. */
  long bindNs() {
    return bindNs;
  }

  /** Does what is due. */
  void onTime(long nowNs) {
    switch (state) {
      case INIT -> discover(nowNs);
      case SELECTING -> discoverAgain(nowNs);
      case REQUESTING -> {
        if (attempts == MOST_REQUESTS) {
          discover(nowNs);
        } else {
          request(nowNs);
        }
      }
      case BOUND, RENEWING, REBINDING -> prolong(nowNs);
    }
  }

  private void discover(long nowNs) {
    state = State.SELECTING;
    xid = random.nextInt();
    attempts = 0;
    discoverAgain(nowNs);
  }

  private void discoverAgain(long nowNs) {
    await(nowNs);
    send(DhcpFrames.DISCOVER, FrameNumbers.BROADCAST, DhcpFrames.MISSING, DhcpFrames.MISSING);
  }

  private void request(long nowNs) {
    requestedNs = nowNs;
    await(nowNs);
    send(DhcpFrames.REQUEST, FrameNumbers.BROADCAST, offeredIp, serverIp); // 2
  }

  /** The next attempt is due after 4, 8, 16, 32, 64 s, and up to a second more or less. */
  private void await(long nowNs) {
    long seconds = 4L << Math.min(attempts, MOST_DOUBLINGS);
    attempts++;
    dueNs = nowNs + (seconds - 1) * NS_PER_S + random.nextLong(2 * NS_PER_S);
  }

  private void prolong(long nowNs) {
    if (nowNs - endNs >= 0) { // 5
      ips.set(host, HostIps.NONE);
      discover(nowNs);
      return;
    }
    if (state == State.BOUND) { // 4
      xid = random.nextInt();
      state = State.RENEWING;
    }
    if (nowNs - rebindNs >= 0) {
      state = State.REBINDING;
    }
    boolean toAll = state == State.REBINDING;
    requestedNs = nowNs;
    long untilNs = toAll ? endNs : rebindNs;
    long againNs = nowNs + Math.max(AGAIN_NS, (untilNs - nowNs) / 2);
    dueNs = Deadlines.earlier(untilNs, againNs);
    send(
        DhcpFrames.REQUEST,
        toAll ? FrameNumbers.BROADCAST : serverEth,
        DhcpFrames.MISSING,
        DhcpFrames.MISSING);
  }

  private void send(int type, long dstEth, int requestedIp, int namedServer) {
    int dstIp = dstEth == FrameNumbers.BROADCAST ? 0 : serverIp;
    DhcpFrames.request(
        scratch,
        new DhcpFrames.Request(type, xid, Host.ethernet(host), ips.ip(host), dstEth, dstIp),
        requestedIp,
        namedServer);
    wire.send(scratch, DhcpFrames.BYTES);
  }

  /** A frame that is a message to clients. */
  void receive(ByteBuffer b, int at, int lengthBytes, long nowNs) {
    if (DhcpFrames.clientEth(b, at) != Host.ethernet(host) || DhcpFrames.xid(b, at) != xid) {
      return;
    }
    int type = DhcpFrames.option(b, at, lengthBytes, DhcpFrames.OPTION_TYPE);
    int server = DhcpFrames.option(b, at, lengthBytes, DhcpFrames.OPTION_SERVER);
    boolean asks = state == State.REQUESTING || state == State.RENEWING || state == State.REBINDING;
    if (state == State.SELECTING && type == DhcpFrames.OFFER && server != DhcpFrames.MISSING) {
      state = State.REQUESTING;
      offeredIp = DhcpFrames.givenIp(b, at);
      serverIp = server;
      attempts = 0;
      request(nowNs);
    } else if (asks && type == DhcpFrames.ACK) {
      acknowledged(b, at, lengthBytes, nowNs);
    } else if (asks && type == DhcpFrames.NAK) {
      ips.set(host, HostIps.NONE);
      state = State.INIT;
      dueNs = nowNs + random.nextLong(NS_PER_S);
    }
  }

  private void acknowledged(ByteBuffer b, int at, int lengthBytes, long nowNs) {
    long lease = DhcpFrames.option(b, at, lengthBytes, DhcpFrames.OPTION_LEASE) & 0xffff_ffffL;
    int ip = DhcpFrames.givenIp(b, at);
    if (lease == DhcpFrames.MISSING || ip == HostIps.NONE) {
      return;
    }
    boolean isNew = ips.ip(host) != ip;
    renewalCount += state == State.REQUESTING ? 0 : 1;
    state = State.BOUND;
    serverEth = DhcpFrames.srcEth(b, at);
    serverIp = DhcpFrames.option(b, at, lengthBytes, DhcpFrames.OPTION_SERVER);
    endNs = requestedNs + lease * NS_PER_S; // 3
    rebindNs = requestedNs + lease * NS_PER_S / 8 * 7;
    dueNs = requestedNs + lease * NS_PER_S / 2;
    if (isNew) {
      ips.set(host, ip);
      bindNs = bindNs == NEVER ? nowNs - discoveredNs : bindNs;
      HostFrames.arp(scratch, HostFrames.REQUEST, Host.ethernet(host), ip, 0, ip);
      wire.send(scratch, HostFrames.ARP_BYTES);
      wire.bound();
    }
  }
}
