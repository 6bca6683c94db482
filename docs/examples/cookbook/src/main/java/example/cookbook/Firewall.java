package example.cookbook;

import com.typesafe.config.Config;
import java.util.HashSet;
import java.util.Set;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.SharedTable;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;

/**
 * Lets hosts outside answer those inside, and begin nothing. An application after it forwards what
 * passes; the entries match both addresses, since they were read.
 */
public final class Firewall implements Application {
  @Override
  public String name() {
    return "firewall";
  }

  @Override
  public String version() {
    return "1.0";
  }

  @Override
  public int requiredApiLevel() {
    return API_LEVEL;
  }

  @Override
  public boolean failsClosed() {
    return true;
  }

  @Override
  public Stages start(ApplicationContext context) {
    Config config = context.config();
    Set<String> inside = Set.copyOf(config.getStringList("inside-ports"));
    SharedTable pairs = context.sharedTable(config.getInt("most-pairs"));
    SwitchLocal<Set<Integer>> ports =
        context.switchLocal(info -> portsOf(info.datapathId(), inside));
    return Stages.batch(() -> new Filter(ports, pairs));
  }

  private static Set<Integer> portsOf(long datapathId, Set<String> all) {
    Set<Integer> ports = new HashSet<>();
    String start = SwitchInfo.format(datapathId) + "/";
    for (String each : all) {
      if (each.startsWith(start)) {
        ports.add(Integer.valueOf(each.substring(start.length())));
      }
    }
    return ports;
  }

  private record Filter(SwitchLocal<Set<Integer>> ports, SharedTable pairs)
      implements RequestStage {
    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      if (!request.isIpv4()) {
        return; // such as ARP
      }
      boolean isInside = ports.of(request).contains(request.inPort());
      int src = request.ipv4Src();
      int dst = request.ipv4Dst();
      if (isInside) {
        remember(pair(src, dst), src);
      } else if (pairs.get(pair(dst, src)) != dst) {
        output.drop(request); // without an entry: the host inside may begin a moment later
        output.consume(request);
      }
    }

    private void remember(long pair, int inside) {
      if (pairs.get(pair) != inside && pairs.count() < pairs.capacity()) {
        pairs.put(pair, inside);
      }
    }

    /** Addresses of a table have 60 bits: two pairs may share one; then the value tells. */
    private static long pair(int inside, int outside) {
      return ((long) inside << 32 | outside & 0xffff_ffffL) & (1L << SharedTable.ADDRESS_BITS) - 1;
    }
  }
}
