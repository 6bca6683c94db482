package maestro.bench.dataplane.forward;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.network.dataplane.FrameInput;
import maestro.network.dataplane.classic.NextHop;
import maestro.network.dataplane.classic.Route;
import maestro.network.dataplane.classic.RouteTable;
import maestro.network.dataplane.classic.Router;

/**
 * A router with a route to a network of 256 addresses for each flow. The networks are spread over
 * the unicast addresses, as those of real tables are; neighbours in a table would share a line of
 * memory. A frame goes to any address in its network.
 */
final class RouterForwarder extends Forwarder {
  private static final int NETWORKS = 1 << 24;

  /** Odd, so that its multiples reach each network once. */
  private static final int SPREAD = 0x9e3779;

  private static final int HOST_MASK = 0xff;

  private final Router router;
  private final int[] prefixes;

  RouterForwarder(int routes, int inPorts, Sink sink) {
    super(sink, new BurstClock(), inPorts, routes);
    this.prefixes = new int[routes];
    List<Route> table = new ArrayList<>(routes);
    int multiple = 0;
    for (int flow = 0; flow < routes; flow++) {
      do {
        multiple = (multiple + SPREAD) & (NETWORKS - 1);
      } while (!isUnicast(multiple >>> 16));
      prefixes[flow] = multiple << 8;
      table.add(new Route(prefixes[flow], 24, 1));
    }
    this.router = new Router(new RouteTable(table), List.of(new NextHop(OUT_PORT, DST, SRC)), sink);
  }

  /** Whether packets may go to addresses that begin so; not to this network or to the host. */
  private static boolean isUnicast(int firstByte) {
    return firstByte >= 1 && firstByte <= 223 && firstByte != 127;
  }

  @Override
  FrameInput input() {
    return router;
  }

  @Override
  void write(ByteBuffer b, int at, int lengthBytes, int flow, int random) {
    int to = flow < prefixes.length ? prefixes[flow] | (random & HOST_MASK) : 0;
    UdpHeader.write(b, at, lengthBytes, DST, SRC, FROM, to, random);
  }
}
