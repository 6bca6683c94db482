package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import maestro.Maestro;
import maestro.api.SwitchInfo;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Link;
import maestro.api.topology.Routes;
import maestro.config.DatapathIds;
import maestro.control.http.Answer;
import maestro.control.http.Endpoint;
import maestro.control.http.Queries;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;

/**
 * The answer to {@code /v1/paths}: the way of packets from one host or switch to another. A host on
 * a segment is known at one of the switches there, which packets pass only when they have to: not
 * one that would send them back by the port by which they came.
 *
 * <p>Confined to the control thread.
 */
public final class Paths implements Endpoint {
  private static final Pattern MAC = Pattern.compile("(?i)[0-9a-f]{2}(:[0-9a-f]{2}){5}");
  private static final int MOST_HOPS = 4096;

  /**
   * An end of a path.
   *
   * @param port of a host; 0 for a switch
   */
  private record End(long datapathId, int port, boolean isHost) {}

  private final Maestro maestro;

  public Paths(Maestro maestro) {
    this.maestro = maestro;
  }

  @Override
  public Reply answer(Question question) throws RefusedQuestion {
    Routes routes =
        maestro
            .applications()
            .network()
            .routes()
            .orElseThrow(
                () -> notFound("no application publishes paths; intradomain-routing does"));
    End from = end(question, "from");
    SwitchDetail.connected(maestro, from.datapathId());
    End to = end(question, "to");
    SwitchDetail.connected(maestro, to.datapathId());
    List<List<Link>> hops = new ArrayList<>();
    long here = from.datapathId();
    while (here != to.datapathId()) {
      List<Link> next = routes.nextLinks(here, to.datapathId());
      if (next.isEmpty() || hops.size() == MOST_HOPS) {
        throw notFound(
            "there is no path from %s to %s"
                .formatted(
                    SwitchInfo.format(from.datapathId()), SwitchInfo.format(to.datapathId())));
      }
      hops.add(next);
      here = next.get(0).to();
    }
    return Answer.json(
        200, json -> write(new NamesJson(maestro.config().names(), json), from, to, hops));
  }

  private static RefusedQuestion notFound(String detail) {
    return new RefusedQuestion(404, "Not Found", detail);
  }

  private End end(Question question, String name) throws RefusedQuestion {
    String text = Queries.value(question.query(), name).orElse("");
    if (MAC.matcher(text).matches()) {
      return host(text, Long.parseLong(text.replace(":", ""), 16));
    }
    Optional<Long> datapathId =
        SwitchDetail.datapathId(maestro, text); // may look like an IPv6 address
    if (datapathId.isPresent()) {
      return new End(datapathId.get(), 0, false);
    }
    if (text.indexOf('%') < 0 && InetAddresses.isInetAddress(text)) { // no interface of ours
      return host(text, macOf(InetAddresses.forString(text)));
    }
    throw RefusedQuestion.bad(
        ("%s: found '%s'; allowed: a host by Ethernet, IPv4 or IPv6 address, or a switch: %s, or a"
                + " name in maestro.switches")
            .formatted(name, RefusedQuestion.shown(text), DatapathIds.ALLOWED));
  }

  private long macOf(InetAddress address) throws RefusedQuestion {
    HostLocations hosts = hosts();
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return address instanceof Inet4Address
        ? hosts.ethAddressOf(Vlans.UNTAGGED, bytes.getInt())
        : hosts.ethAddressOf(Vlans.UNTAGGED, bytes.getLong(), bytes.getLong());
  }

  private HostLocations hosts() throws RefusedQuestion {
    return maestro
        .applications()
        .network()
        .hosts()
        .orElseThrow(() -> notFound("no application publishes hosts"));
  }

  private End host(String text, long ethAddress) throws RefusedQuestion {
    HostLocations hosts = hosts();
    long location =
        ethAddress == HostLocations.UNKNOWN
            ? HostLocations.UNKNOWN
            : hosts.locationOf(Vlans.UNTAGGED, ethAddress);
    if (location == HostLocations.UNKNOWN) {
      throw notFound("host " + text + " is not known");
    }
    return new End(hosts.datapathIdOf(location), hosts.portOf(location), true);
  }

  private static void write(NamesJson names, End from, End to, List<List<Link>> hops)
      throws IOException {
    JsonGenerator json = names.json();
    json.writeStartObject();
    json.writeArrayFieldStart("hops");
    long here = from.datapathId();
    int inPort = from.port();
    boolean knowsIn = from.isHost();
    for (List<Link> next : hops) {
      Link link = next.get(0);
      if (!knowsIn || inPort != link.fromPort()) { // else the next switch has them already
        hop(names, here, knowsIn, inPort, true, link.fromPort(), next.size());
      }
      here = link.to();
      inPort = link.toPort();
      knowsIn = true;
    }
    if (hops.isEmpty() || !to.isHost() || inPort != to.port()) { // else the host has them already
      hop(names, here, knowsIn, inPort, to.isHost(), to.port(), 1);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void hop(
      NamesJson names,
      long datapathId,
      boolean knowsIn,
      int inPort,
      boolean knowsOut,
      int outPort,
      int alternatives)
      throws IOException {
    JsonGenerator json = names.json();
    json.writeStartObject();
    names.ofSwitch("dpid", "switchName", datapathId);
    port(names, "inPort", datapathId, knowsIn, inPort);
    port(names, "outPort", datapathId, knowsOut, outPort);
    json.writeNumberField("alternatives", alternatives);
    json.writeEndObject();
  }

  private static void port(NamesJson names, String name, long datapathId, boolean isKnown, int port)
      throws IOException {
    if (isKnown) {
      names.ofPort(name, name + "Name", datapathId, port);
    } else {
      names.json().writeNullField(name);
      names.json().writeNullField(name + "Name");
    }
  }
}
