package maestro.network.host;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import maestro.network.plan.Deadlines;
import org.jspecify.annotations.Nullable;

/**
 * The DHCP clients and servers among the hosts. Confined to one thread; a network without them pays
 * one comparison for each frame that reaches a host.
 */
public final class DhcpHosts {
  private final @Nullable DhcpClient[] clients;
  private final @Nullable DhcpServer[] servers;
  private final LongSupplier clock;
  private final boolean isEmpty;

  /** The earliest time at which a client is due, or {@link DhcpClient#NEVER}. */
  private long dueNs = DhcpClient.NEVER;

  /**
   * @param settings of each host
   * @param seed of what clients choose at random; each has a stream of its own
   * @param wire sends what hosts send
   * @param bound hears of hosts that have got an address
   */
  public DhcpHosts(
      List<HostSettings> settings,
      HostIps ips,
      long seed,
      LongSupplier clock,
      Host.Wire wire,
      IntConsumer bound) {
    this.clients = new @Nullable DhcpClient[settings.size()];
    this.servers = new @Nullable DhcpServer[settings.size()];
    this.clock = clock;
    boolean none = true;
    SplittableRandom root = new SplittableRandom(seed);
    for (int i = 0; i < clients.length; i++) {
      int host = i;
      HostSettings each = settings.get(host);
      SplittableRandom random = root.split();
      if (each.usesDhcp()) {
        clients[host] = new DhcpClient(host, ips, random, new ClientWire(host, wire, bound));
      }
      if (each.pool().isPresent()) {
        servers[host] =
            new DhcpServer(
                Host.ethernet(host),
                ips.ip(host),
                each.pool().get(),
                clock,
                (frame, lengthBytes) -> wire.send(host, frame, lengthBytes));
      }
      none &= each.equals(HostSettings.USUAL);
    }
    this.isEmpty = none;
  }

  private record ClientWire(int host, Host.Wire wire, IntConsumer hears)
      implements DhcpClient.Wire {
    @Override
    public void send(ByteBuffer frame, int lengthBytes) {
      wire.send(host, frame, lengthBytes);
    }

    @Override
    public void bound() {
      hears.accept(host);
    }
  }

  /** The clients ask for their addresses from now on. */
  public void begin() {
    clients().forEach(each -> each.begin(clock.getAsLong()));
    due();
  }

  /** When a client is due, or {@link DhcpClient#NEVER}. */
  public long dueNs() {
    return dueNs;
  }

  /** Does what is due. Returns how much. */
  public int doWork(long nowNs) {
    if (dueNs == DhcpClient.NEVER || dueNs - nowNs > 0) {
      return 0;
    }
    List<DhcpClient> ready =
        clients().filter(c -> c.dueNs() != DhcpClient.NEVER && c.dueNs() - nowNs <= 0).toList();
    ready.forEach(each -> each.onTime(nowNs));
    due();
    return ready.size();
  }

  /** A frame reaches a host. Returns whether it was a message of DHCP for it. */
  public boolean receive(int host, ByteBuffer b, int at, int lengthBytes) {
    if (isEmpty) {
      return false;
    }
    DhcpClient client = clients[host];
    DhcpServer server = servers[host];
    if (client != null && DhcpFrames.isFor(true, b, at, lengthBytes)) {
      client.receive(b, at, lengthBytes, clock.getAsLong());
      due();
      return true;
    }
    if (server != null && DhcpFrames.isFor(false, b, at, lengthBytes)) {
      server.receive(b, at, lengthBytes);
      return true;
    }
    return false;
  }

  private void due() {
    LongStream times = clients().mapToLong(DhcpClient::dueNs).filter(t -> t != DhcpClient.NEVER);
    dueNs = times.reduce(Deadlines::earlier).orElse(DhcpClient.NEVER);
  }

  private Stream<DhcpClient> clients() {
    return Arrays.stream(clients).flatMap(Stream::ofNullable);
  }

  /** What has become of the clients. */
  public Leases leases() {
    int count = (int) clients().count();
    int renewals = clients().mapToInt(DhcpClient::renewalCount).sum();
    long[] bindNs = clients().mapToLong(DhcpClient::bindNs).filter(t -> t >= 0).toArray();
    return new Leases(count, bindNs.length, renewals, Arrays.stream(bindNs).max().orElse(0));
  }
}
