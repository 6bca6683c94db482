package example.cookbook;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.RestAnswer;
import maestro.api.RestRefusal;
import maestro.api.RestRequest;
import maestro.api.Stages;
import maestro.api.View;
import maestro.api.topology.Bandwidth;
import maestro.api.topology.HostLocations;
import maestro.api.topology.OwnReservation;
import maestro.api.topology.Reservation;
import maestro.api.topology.Reservation.State;
import maestro.api.topology.ReservedTraffic;
import org.projectfloodlight.openflow.types.IPv4Address;

/**
 * Video calls, each with bandwidth from one host to another and back. A call begins and ends by
 * REST. All on the event thread.
 */
public final class VideoCalls implements Application, EventStage {
  private static final int MOST_BAD_TICKS = 6;

  private final Map<String, Call> calls = new TreeMap<>();
  private ApplicationContext context;
  private View<Bandwidth> bandwidth;
  private View<HostLocations> hosts;
  private long kbps;
  private int lastNumber;

  /** A call, with the reservations of both directions. */
  private static final class Call {
    private final String id;
    private final CompletableFuture<RestAnswer> answer = new CompletableFuture<>();
    private final List<OwnReservation> reservations = new ArrayList<>();
    private int badTicks;

    Call(String id) {
      this.id = id;
    }

    boolean is(State state) {
      return reservations.stream().allMatch(each -> each.now().state() == state);
    }
  }

  @Override
  public String name() {
    return "video-calls";
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
  public Stages start(ApplicationContext services) {
    context = services;
    bandwidth = context.reads("bandwidth", Bandwidth.class);
    hosts = context.reads("hosts", HostLocations.class);
    kbps = context.config().getLong("kbps");
    context.answers("GET", "calls", request -> RestAnswer.ok(all()));
    context.answers("POST", "calls", this::begin);
    context.answers("DELETE", "calls/{id}", request -> end(request.part("id")));
    return Stages.events(this);
  }

  private Map<String, Object> all() {
    Map<String, Object> all = new LinkedHashMap<>();
    calls.values().forEach(each -> all.put(each.id, each.is(State.RESERVED) ? "good" : "bad"));
    return all;
  }

  private RestAnswer begin(RestRequest request) {
    long from = host(request, "from");
    long to = host(request, "to");
    if (from == to) {
      throw new RestRefusal(400, "from and to: found the same host");
    }
    if (bandwidth.now().freeKbps(from, to) < kbps) { // a quick no; the next lines may fail, too
      throw new RestRefusal(409, "the network is busy");
    }
    Call call = new Call("c" + ++lastNumber);
    for (ReservedTraffic each :
        List.of(ReservedTraffic.between(from, to), ReservedTraffic.between(to, from))) {
      call.reservations.add(
          bandwidth.now().reserve(context, each, kbps, now -> changed(call, now)));
    }
    return RestAnswer.later(call.answer);
  }

  private long host(RestRequest request, String field) {
    String found = String.valueOf(request.json().get(field));
    long ethAddress;
    try {
      ethAddress = hosts.now().ethAddressOf(IPv4Address.of(found).getInt());
    } catch (IllegalArgumentException e) {
      throw new RestRefusal(400, field + ": found '" + found + "'; allowed: an IPv4 address");
    }
    if (ethAddress == HostLocations.UNKNOWN) {
      throw new RestRefusal(404, field + ": no host " + found);
    }
    return ethAddress;
  }

  /** One of a call's reservations is made, refused, lost, made again, or ended by an operator. */
  private void changed(Call call, Reservation now) {
    if (now.state() == State.REFUSED || now.state() == State.ENDED) {
      call.reservations.forEach(OwnReservation::giveBack);
      call.answer.completeExceptionally(new RestRefusal(409, now.reason()));
      calls.remove(call.id);
    } else if (now.state() == State.LOST) {
      context.reportWarning("call-bad", call.id + ": " + now.reason(), Map.of("call", call.id));
    } else if (call.is(State.RESERVED)) {
      calls.put(call.id, call);
      call.answer.complete(RestAnswer.of(201, Map.of("id", call.id)));
    }
  }

  /** A call that is bad for a minute ends. */
  @Override
  public void onTimer() {
    for (Call each : List.copyOf(calls.values())) {
      each.badTicks = each.is(State.RESERVED) ? 0 : each.badTicks + 1;
      if (each.badTicks == MOST_BAD_TICKS) {
        end(each.id);
      }
    }
  }

  private RestAnswer end(String id) {
    Call call = calls.remove(id);
    if (call == null) {
      throw new RestRefusal(404, "no call " + id);
    }
    call.reservations.forEach(OwnReservation::giveBack);
    return RestAnswer.ok(Map.of("ended", id));
  }
}
