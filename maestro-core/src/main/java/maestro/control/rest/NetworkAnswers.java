package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import maestro.Maestro;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.KnownHost;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.control.http.Answer;
import maestro.control.measure.LinkLoads;
import maestro.control.measure.LinkLoads.Load;
import org.jspecify.annotations.Nullable;

/**
 * The answers to {@code /v1/links} and {@code /v1/hosts}: what applications have found out about
 * the network. Confined to the control thread.
 */
public final class NetworkAnswers {
  private static final int MOST_HOSTS = 10_000;
  private static final int ADDRESS_BYTES = 6;
  private static final HexFormat OCTETS = HexFormat.ofDelimiter(":");

  private final Maestro maestro;
  private final LinkLoads loads;

  public NetworkAnswers(Maestro maestro, LinkLoads loads) {
    this.maestro = maestro;
    this.loads = loads;
  }

  /** All links. */
  public Answer links() {
    Optional<Topology> topology = maestro.applications().network().topology();
    return Answer.object(
        json -> {
          NamesJson names = new NamesJson(maestro.config().names(), json);
          json.writeBooleanField("known", topology.isPresent());
          json.writeArrayFieldStart("links");
          for (Link link : topology.map(Topology::links).orElse(List.of())) {
            json.writeStartObject();
            names.ofSwitch("from", "fromName", link.from());
            names.ofPort("fromPort", "fromPortName", link.from(), link.fromPort());
            names.ofSwitch("to", "toName", link.to());
            names.ofPort("toPort", "toPortName", link.to(), link.toPort());
            json.writeBooleanField("twoWay", topology.orElseThrow().isTwoWay(link));
            write(json, loads.all().get(link));
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  private static void write(JsonGenerator json, @Nullable Load load) throws IOException {
    if (load == null) {
      json.writeNullField("bitsPerSecond");
      json.writeNullField("speedKbps");
      json.writeNullField("load");
      return;
    }
    json.writeNumberField("bitsPerSecond", Math.round(load.bitsPerSecond()));
    if (load.speedKbps() == 0) {
      json.writeNullField("speedKbps");
      json.writeNullField("load");
    } else {
      json.writeNumberField("speedKbps", load.speedKbps());
      json.writeNumberField("load", SwitchJson.rounded(load.part(), 1e6));
    }
  }

  /** The hosts, a bounded number of them. */
  public Answer hosts() {
    Optional<HostLocations> hosts = maestro.applications().network().hosts();
    List<KnownHost> shown =
        hosts.map(all -> all.some(MOST_HOSTS)).orElse(List.of()).stream()
            .sorted(
                Comparator.comparingLong(KnownHost::ethAddress).thenComparingInt(KnownHost::vlan))
            .toList();
    return Answer.object(
        json -> {
          NamesJson names = new NamesJson(maestro.config().names(), json);
          json.writeBooleanField("known", hosts.isPresent());
          json.writeNumberField("count", hosts.map(HostLocations::count).orElse(0));
          json.writeArrayFieldStart("hosts");
          for (KnownHost host : shown) {
            write(names, host);
          }
          json.writeEndArray();
        });
  }

  private static void write(NamesJson names, KnownHost host) throws IOException {
    JsonGenerator json = names.json();
    json.writeStartObject();
    json.writeStringField("mac", mac(host.ethAddress()));
    if (host.vlan() == Vlans.UNTAGGED) {
      json.writeNullField("vlan");
    } else {
      json.writeNumberField("vlan", host.vlan());
    }
    names.ofSwitch("dpid", "switchName", host.datapathId());
    names.ofPort("port", "portName", host.datapathId(), host.port());
    json.writeArrayFieldStart("addresses");
    for (InetAddress address : host.addresses()) {
      json.writeString(InetAddresses.toAddrString(address));
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** An Ethernet address as people write it. */
  static String mac(long ethAddress) {
    byte[] bytes = new byte[ADDRESS_BYTES];
    for (int i = 0; i < ADDRESS_BYTES; i++) {
      bytes[i] = (byte) (ethAddress >>> (Byte.SIZE * (ADDRESS_BYTES - 1 - i)));
    }
    return OCTETS.formatHex(bytes);
  }
}
