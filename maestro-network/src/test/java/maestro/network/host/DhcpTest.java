package maestro.network.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import maestro.openflow.FrameNumbers;
import org.junit.jupiter.api.Test;

/** Clients and servers on one cable, on a clock that jumps. */
class DhcpTest {
  private static final long S = 1_000_000_000L;
  private static final long FIRST_NS = Long.MAX_VALUE - 5 * S; // the clock may wrap
  private static final int SERVER = 0;
  private static final int FIRST_IP = 10 << 24 | 1 << 8;
  private static final int LEASE_S = 1000;

  private final HostIps ips = new HostIps(8);
  private final List<DhcpClient> clients = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private long nowNs = FIRST_NS;
  private boolean cut;
  private DhcpServer server = server(FIRST_IP, 2);

  private DhcpServer server(int firstIp, int count) {
    DhcpPool pool = new DhcpPool(firstIp, count, LEASE_S);
    return new DhcpServer(
        Host.ethernet(SERVER), ips.ip(SERVER), pool, () -> nowNs, (b, bytes) -> toClients(b));
  }

  private void toClients(ByteBuffer b) {
    note(b);
    ByteBuffer copy = ByteBuffer.allocate(DhcpFrames.BYTES).put(0, b, 0, DhcpFrames.BYTES);
    assertThat(DhcpFrames.isFor(true, copy, 0, DhcpFrames.BYTES)).isTrue();
    if (!cut) {
      clients.forEach(each -> each.receive(copy, 0, DhcpFrames.BYTES, nowNs));
    }
  }

  private DhcpClient client(int host) {
    DhcpClient client =
        new DhcpClient(
            host,
            ips,
            new SplittableRandom(host),
            new DhcpClient.Wire() {
              @Override
              public void send(ByteBuffer frame, int lengthBytes) {
                toServer(frame, lengthBytes);
              }

              @Override
              public void bound() {
                said.add("bound");
              }
            });
    clients.add(client);
    client.begin(nowNs);
    return client;
  }

  private void toServer(ByteBuffer b, int lengthBytes) {
    if (HostFrames.isArp(b, 0, lengthBytes)) {
      said.add("ARP " + HostFrames.text(HostFrames.arpTargetIp(b, 0)));
      return;
    }
    note(b);
    assertThat(DhcpFrames.isFor(false, b, 0, lengthBytes)).isTrue();
    if (!cut) {
      server.receive(b, 0, lengthBytes);
    }
  }

  private void note(ByteBuffer b) {
    int type = DhcpFrames.option(b, 0, DhcpFrames.BYTES, DhcpFrames.OPTION_TYPE);
    String name =
        List.of("", "DISCOVER", "OFFER", "REQUEST", "DECLINE", "ACK", "NAK", "RELEASE").get(type);
    said.add(HostFrames.dst(b, 0) == FrameNumbers.BROADCAST ? name + " to all" : name);
  }

  private void runFor(long durationNs) {
    long endNs = nowNs + durationNs;
    while (true) {
      DhcpClient next = null;
      for (DhcpClient each : clients) {
        boolean due = each.dueNs() != DhcpClient.NEVER && each.dueNs() - endNs <= 0;
        next = due && (next == null || each.dueNs() - next.dueNs() < 0) ? each : next;
      }
      if (next == null) {
        nowNs = endNs;
        return;
      }
      nowNs = next.dueNs();
      next.onTime(nowNs);
    }
  }

  @Test
  void shouldGetAnAddressWithinASecondAndTellTheNetwork() {
    DhcpClient client = client(3);
    assertThat(ips.ip(3)).isEqualTo(HostIps.NONE);
    runFor(S);
    assertThat(said)
        .containsExactly(
            "DISCOVER to all", "OFFER", "REQUEST to all", "ACK", "ARP 10.0.1.0", "bound");
    assertThat(ips.ip(3)).isEqualTo(FIRST_IP);
    assertThat(ips.host(FIRST_IP)).isEqualTo(3);
    assertThat(client.bindNs()).isBetween(0L, S);
  }

  @Test
  void shouldAskThisServerAfterHalfOfTheTimeWhenItIsThere() {
    DhcpClient client = client(3);
    runFor(S);
    said.clear();
    runFor(LEASE_S / 2 * S);
    assertThat(said).containsExactly("REQUEST", "ACK");
    assertThat(client.renewalCount()).isEqualTo(1);
    runFor(10 * LEASE_S * S);
    assertThat(client.renewalCount()).isEqualTo(21);
    assertThat(ips.ip(3)).isEqualTo(FIRST_IP);
  }

  @Test
  void shouldAskAllServersAndThenLoseTheAddressWhenNobodyAnswers() {
    DhcpClient unused = client(3);
    runFor(S);
    said.clear();
    cut = true;
    runFor((LEASE_S - 2) * S);
    assertThat(ips.ip(3)).isEqualTo(FIRST_IP);
    // at 500 s, then after half of what is left until 875 s, at least a minute: 687, 781, 841 s
    assertThat(said)
        .containsExactly(
            "REQUEST",
            "REQUEST",
            "REQUEST",
            "REQUEST",
            "REQUEST to all",
            "REQUEST to all",
            "REQUEST to all");
    runFor(2 * S);
    assertThat(ips.ip(3)).isEqualTo(HostIps.NONE);
    assertThat(said).endsWith("DISCOVER to all");
    cut = false;
    runFor(5 * S);
    assertThat(ips.ip(3)).as("the address that it had").isEqualTo(FIRST_IP);
  }

  @Test
  void shouldAskLessAndLessOftenWhenThereIsNoServer() {
    cut = true;
    DhcpClient unused = client(3);
    runFor(200 * S); // after 0, 4, 12, 28, 60, 124 and 188 s, with a second more or less for each
    assertThat(said).hasSizeBetween(6, 8).containsOnly("DISCOVER to all");
  }

  @Test
  void shouldBeSilentWhenAllAddressesAreGiven() {
    DhcpClient a = client(1);
    DhcpClient b = client(2);
    runFor(S);
    DhcpClient c = client(3);
    runFor(100 * S);
    assertThat(List.of(ips.ip(1), ips.ip(2))).containsOnly(FIRST_IP, FIRST_IP + 1);
    assertThat(ips.ip(3)).isEqualTo(HostIps.NONE);
    clients.remove(a); // it is gone, and its lease ends
    runFor(LEASE_S * S);
    assertThat(ips.ip(3)).isEqualTo(ips.host(FIRST_IP) == 3 ? FIRST_IP : FIRST_IP + 1);
    assertThat(b.renewalCount()).isPositive();
    assertThat(c.bindNs()).isGreaterThan(100 * S);
  }

  @Test
  void shouldBeginAnewWhenTheServerRefuses() {
    DhcpClient unused = client(3);
    runFor(S);
    said.clear();
    server = server(FIRST_IP + 20, 2); // it has forgotten everything, and has other addresses
    cut = false;
    runFor((LEASE_S + 10) * S);
    assertThat(ips.ip(3)).isEqualTo(FIRST_IP + 20);
    server = server(FIRST_IP, 40); // somebody else has got the address meanwhile
    DhcpClient other = new DhcpClient(4, ips, new SplittableRandom(4), wireOf());
    assertThat(request(other, FIRST_IP + 20)).isEqualTo(DhcpFrames.ACK);
    said.clear();
    runFor((LEASE_S / 2 + 10) * S);
    assertThat(said).startsWith("REQUEST", "NAK to all", "DISCOVER to all");
    assertThat(ips.ip(3)).isEqualTo(FIRST_IP);
  }

  @Test
  void shouldFreeWhatIsReleased() {
    tell(DhcpFrames.REQUEST, 0, FIRST_IP);
    client(1);
    runFor(S);
    assertThat(ips.ip(1)).isEqualTo(FIRST_IP + 1);
    tell(DhcpFrames.RELEASE, FIRST_IP, 0);
    client(2);
    runFor(S);
    assertThat(ips.ip(2)).isEqualTo(FIRST_IP);
  }

  @Test
  void shouldGiveADeclinedAddressToNobody() {
    tell(DhcpFrames.REQUEST, 0, FIRST_IP);
    tell(DhcpFrames.DECLINE, 0, FIRST_IP);
    client(1);
    runFor(S);
    assertThat(ips.ip(1)).isEqualTo(FIRST_IP + 1);
  }

  /** Host 5 says something to the server. */
  private void tell(int type, int ownIp, int requestedIp) {
    ByteBuffer b = ByteBuffer.allocate(DhcpFrames.BYTES);
    DhcpFrames.Request message =
        new DhcpFrames.Request(
            type, 7, Host.ethernet(5), ownIp, Host.ethernet(SERVER), ips.ip(SERVER));
    DhcpFrames.request(b, message, requestedIp, 0);
    server.receive(b, 0, DhcpFrames.BYTES);
  }

  private static DhcpClient.Wire wireOf() {
    return new DhcpClient.Wire() {
      @Override
      public void send(ByteBuffer frame, int lengthBytes) {}

      @Override
      public void bound() {}
    };
  }

  /** What the server answers to a host that wants an address. */
  private int request(DhcpClient ignored, int ip) {
    ByteBuffer b = ByteBuffer.allocate(DhcpFrames.BYTES);
    DhcpFrames.request(
        b,
        new DhcpFrames.Request(
            DhcpFrames.REQUEST, 1, Host.ethernet(4), 0, FrameNumbers.BROADCAST, 0),
        ip,
        0);
    int before = said.size();
    server.receive(b, 0, DhcpFrames.BYTES);
    return said.get(before).equals("ACK") ? DhcpFrames.ACK : DhcpFrames.NAK;
  }
}
