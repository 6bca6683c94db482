package maestro.apps.testkit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import maestro.api.PortInfo;
import maestro.api.RefusedException;
import maestro.api.Sent;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;

/** Switches that keep what they are sent; a test answers for them. */
public final class FakeSwitches implements Switches {
  /** A message and who it was for. */
  public record SentMessage(long datapathId, OFMessage message) {}

  /** A request and the answer that is waited for. */
  public record Asked(
      long datapathId, OFMessage message, CompletableFuture<List<OFMessage>> answer) {}

  private final Map<Long, SwitchInfo> infos = new TreeMap<>();
  private final Map<Long, Map<Integer, PortInfo>> ports = new TreeMap<>();
  private final Map<Long, List<PortInfo>> snapshots = new TreeMap<>();
  private final List<SentMessage> sent = new ArrayList<>();
  private final List<Asked> asked = new ArrayList<>();
  private final Set<Long> congested = new HashSet<>();
  private final List<Map<Long, ?>> locals = new ArrayList<>();

  /** Adds a switch of OpenFlow 1.3 with ports 1 to n, all up. */
  public SwitchInfo add(long datapathId, int portCount) {
    return add(datapathId, portCount, 4);
  }

  /** Adds a switch that speaks OpenFlow 1.0 (1) or 1.3 (4). */
  public SwitchInfo add(long datapathId, int portCount, int openFlowVersion) {
    SwitchInfo info = new SwitchInfo(datapathId, openFlowVersion, 1, 0);
    infos.put(datapathId, info);
    ports.put(datapathId, new TreeMap<>());
    for (int port = 1; port <= portCount; port++) {
      setPort(datapathId, port, true);
    }
    return info;
  }

  /** Adds or changes a port. */
  public PortInfo setPort(long datapathId, int number, boolean up) {
    PortInfo port =
        new PortInfo(
            number,
            (datapathId << 8 | number) & 0xffff_ffff_ffffL,
            "s" + datapathId + "-eth" + number,
            up,
            10_000_000);
    ports.get(datapathId).put(number, port);
    snapshots.remove(datapathId);
    return port;
  }

  /** Adds or changes a port. */
  public void setPort(long datapathId, PortInfo port) {
    ports.get(datapathId).put(port.number(), port);
    snapshots.remove(datapathId);
  }

  /** Takes a port away. */
  public void removePort(long datapathId, int number) {
    ports.get(datapathId).remove(number);
    snapshots.remove(datapathId);
  }

  /** Makes room for state of which each switch has its own instance, until it leaves. */
  <T> Map<Long, T> newLocals() {
    Map<Long, T> bySwitch = new HashMap<>();
    locals.add(bySwitch);
    return bySwitch;
  }

  /** Takes a switch away, with its state. */
  public void remove(long datapathId) {
    locals.forEach(local -> local.remove(datapathId));
    infos.remove(datapathId);
    ports.remove(datapathId);
    snapshots.remove(datapathId);
  }

  /** From now on a switch takes no message, or takes them again. */
  public void congest(long datapathId, boolean takesNone) {
    if (takesNone) {
      congested.add(datapathId);
    } else {
      congested.remove(datapathId);
    }
  }

  /** What was sent since the last time this was asked. */
  public List<SentMessage> takeSent() {
    List<SentMessage> taken = List.copyOf(sent);
    sent.clear();
    return taken;
  }

  /** What was requested since the last time this was asked. */
  public List<Asked> takeAsked() {
    List<Asked> taken = List.copyOf(asked);
    asked.clear();
    return taken;
  }

  @Override
  public Collection<SwitchInfo> all() {
    return List.copyOf(infos.values());
  }

  @Override
  public Optional<SwitchInfo> find(long datapathId) {
    return Optional.ofNullable(infos.get(datapathId));
  }

  @Override
  public Collection<PortInfo> ports(long datapathId) {
    List<PortInfo> snapshot = snapshots.get(datapathId);
    if (snapshot == null) {
      snapshot = List.copyOf(ports.getOrDefault(datapathId, Map.of()).values());
      snapshots.put(datapathId, snapshot);
    }
    return snapshot;
  }

  @Override
  public OFFactory factory(long datapathId) {
    boolean is10 = infos.containsKey(datapathId) && infos.get(datapathId).openFlowVersion() == 1;
    return OFFactories.getFactory(is10 ? OFVersion.OF_10 : OFVersion.OF_13);
  }

  @Override
  public Sent send(long datapathId, OFMessage message) {
    if (!infos.containsKey(datapathId)) {
      return Sent.NO_SUCH_SWITCH;
    }
    if (congested.contains(datapathId)) {
      return Sent.CONGESTED;
    }
    sent.add(new SentMessage(datapathId, message));
    return Sent.YES;
  }

  @Override
  public CompletableFuture<List<OFMessage>> request(long datapathId, OFMessage message) {
    if (!infos.containsKey(datapathId)) {
      return CompletableFuture.failedFuture(new RefusedException("no such switch", null));
    }
    Asked request = new Asked(datapathId, message, new CompletableFuture<>());
    asked.add(request);
    return request.answer();
  }
}
