package maestro.network.host;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Gives addresses of a pool to hosts that ask (RFC 2131). Confined to one thread.
 *
 * <ol>
 *   <li>DISCOVER: offers the address that the client had, else the one it wishes, else the first
 *       that nobody has. An offer is kept for some seconds. Without a free address it is silent.
 *   <li>REQUEST that names this server, or none: acknowledges the address if the client may have
 *       it, and refuses it otherwise. When it names another server, the offer is free again.
 *   <li>RELEASE: the address is free. DECLINE: nobody gets it for the time of a lease.
 * </ol>
 */
final class DhcpServer {
  private static final int NO_PLACE = -1;
  private static final long NOBODY = 0;

  /** Has an address that somebody has declined. */
  private static final long UNKNOWN_HOST = -1;

  private static final long OFFER_NS = 10_000_000_000L;
  private static final long NS_PER_S = 1_000_000_000;

  private final long eth;
  private final int ip;
  private final DhcpPool pool;
  private final LongSupplier clock;
  private final Output output;
  private final ByteBuffer scratch = ByteBuffer.allocate(DhcpFrames.BYTES);

  /** By address: the Ethernet address of who has it, or {@link #NOBODY}, and until when. */
  private final long[] owners;

  private final long[] untilNs;

  /** Sends the frame in {@code [0, lengthBytes)}, which is valid until this returns. */
  interface Output {
    void send(ByteBuffer frame, int lengthBytes);
  }

  /**
   * @param eth of the host that is the server
   * @param ip of that host
   */
  DhcpServer(long eth, int ip, DhcpPool pool, LongSupplier clock, Output output) {
    this.eth = eth;
    this.ip = ip;
    this.pool = pool;
    this.clock = clock;
    this.output = output;
    this.owners = new long[pool.count()];
    this.untilNs = new long[pool.count()];
  }

  /** A frame that is a message to servers. */
  void receive(ByteBuffer b, int at, int lengthBytes) {
    long client = DhcpFrames.clientEth(b, at);
    switch (DhcpFrames.option(b, at, lengthBytes, DhcpFrames.OPTION_TYPE)) {
      case DhcpFrames.DISCOVER -> offer(b, at, lengthBytes, client); // 1
      case DhcpFrames.REQUEST -> request(b, at, lengthBytes, client); // 2
      case DhcpFrames.RELEASE -> free(client, DhcpFrames.ownIp(b, at)); // 3
      case DhcpFrames.DECLINE -> decline(b, at, lengthBytes, client);
      default -> {
        // no message to a server
      }
    }
  }

  private void offer(ByteBuffer b, int at, int lengthBytes, long client) {
    int wished = DhcpFrames.option(b, at, lengthBytes, DhcpFrames.OPTION_REQUESTED_IP);
    int place = placeOf(client);
    if (place == NO_PLACE && isFree(wished - pool.firstIp())) {
      place = wished - pool.firstIp();
    }
    for (int i = 0; i < owners.length && place == NO_PLACE; i++) {
      place = isFree(i) ? i : NO_PLACE;
    }
    if (place != NO_PLACE) {
      long until = clock.getAsLong() + OFFER_NS;
      boolean isLeased = owners[place] == client && untilNs[place] - until > 0;
      give(place, client, isLeased ? untilNs[place] : until);
      reply(b, at, DhcpFrames.OFFER, pool.firstIp() + place);
    }
  }

  private void request(ByteBuffer b, int at, int lengthBytes, long client) {
    int server = DhcpFrames.option(b, at, lengthBytes, DhcpFrames.OPTION_SERVER);
    int place = placeOf(client);
    if (server != DhcpFrames.MISSING && server != ip) {
      if (place != NO_PLACE) {
        owners[place] = NOBODY;
      }
      return;
    }
    int requested = DhcpFrames.option(b, at, lengthBytes, DhcpFrames.OPTION_REQUESTED_IP);
    int wanted = requested == DhcpFrames.MISSING ? DhcpFrames.ownIp(b, at) : requested;
    int wantedPlace = wanted - pool.firstIp();
    if (wantedPlace < 0 || wantedPlace >= owners.length) {
      if (server == ip) {
        reply(b, at, DhcpFrames.NAK, HostIps.NONE);
      }
      return; // of another server
    }
    if (place == wantedPlace || (place == NO_PLACE && isFree(wantedPlace))) {
      give(wantedPlace, client, clock.getAsLong() + pool.leaseSeconds() * NS_PER_S);
      reply(b, at, DhcpFrames.ACK, wanted);
    } else {
      reply(b, at, DhcpFrames.NAK, HostIps.NONE);
    }
  }

  private void free(long client, int freed) {
    int place = placeOf(client);
    if (place != NO_PLACE && pool.firstIp() + place == freed) {
      owners[place] = NOBODY;
    }
  }

  private void decline(ByteBuffer b, int at, int lengthBytes, long client) {
    int place = placeOf(client);
    int declined = DhcpFrames.option(b, at, lengthBytes, DhcpFrames.OPTION_REQUESTED_IP);
    if (place != NO_PLACE && pool.firstIp() + place == declined) {
      give(place, UNKNOWN_HOST, clock.getAsLong() + pool.leaseSeconds() * NS_PER_S);
    }
  }

  private void give(int place, long client, long until) {
    owners[place] = client;
    untilNs[place] = until;
  }

  private boolean isFree(int place) {
    return place >= 0
        && place < owners.length
        && (owners[place] == NOBODY || untilNs[place] - clock.getAsLong() <= 0);
  }

  /** The place of the address that a client has, or had and nobody else has got. */
  private int placeOf(long client) {
    for (int i = 0; i < owners.length; i++) {
      if (owners[i] == client) {
        return i;
      }
    }
    return NO_PLACE;
  }

  private void reply(ByteBuffer asked, int at, int type, int given) {
    int lease = type == DhcpFrames.NAK ? DhcpFrames.MISSING : pool.leaseSeconds();
    DhcpFrames.reply(scratch, asked, at, type, eth, ip, given, lease);
    output.send(scratch, DhcpFrames.BYTES);
  }
}
