package maestro.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import maestro.cluster.ClusterGroup;
import maestro.config.ClusterConfig;
import maestro.config.ClusterConfig.Member;
import maestro.config.ClusterConfig.MemberTls;
import maestro.config.ClusterConfig.WithoutPeer;
import maestro.config.ListenAddress;
import maestro.tls.CertificateAuthority;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of JGroups over loopback. */
class JGroupsGroupTest {
  private static final long MS = 1_000_000;
  private static final int MUTE = 100;

  @TempDir Path folder;

  private final List<ClusterGroup> groups = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();

  /** What a group has told. */
  private static final class Told implements ClusterGroup.Listener {
    final List<List<String>> views = new CopyOnWriteArrayList<>();
    final List<String> messages = new CopyOnWriteArrayList<>();

    @Override
    public void view(long number, List<String> names) {
      views.add(List.copyOf(names));
    }

    @Override
    public void message(String from, byte[] message) {
      messages.add(from + ":" + new String(message, StandardCharsets.UTF_8));
    }

    List<String> lastView() {
      return views.isEmpty() ? List.of() : views.get(views.size() - 1);
    }
  }

  /** Each member has an address of its own, as on machines of their own. */
  @BeforeEach
  void findPorts() throws IOException {
    List<ServerSocket> free = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      String address = "127.0.0." + (members.size() + 1);
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(address));
      free.add(socket);
      members.add(new Member(name, new ListenAddress(address, socket.getLocalPort()), false));
    }
    for (ServerSocket each : free) {
      each.close();
    }
  }

  @AfterEach
  void close() {
    groups.forEach(ClusterGroup::close);
  }

  private ClusterConfig config(String name, Optional<MemberTls> tls) {
    return new ClusterConfig(name, members, 500 * MS, 500 * MS, WithoutPeer.SERVE, false, tls);
  }

  private ClusterGroup group(String name, Optional<MemberTls> tls, ClusterGroup.Listener listener) {
    ClusterGroup group = new JGroupsProvider().create(config(name, tls));
    groups.add(group);
    group.start(listener);
    return group;
  }

  private static void awaitView(Told told, int size) {
    await().atMost(Duration.ofSeconds(30)).until(() -> told.lastView().size() == size);
  }

  @Test
  void shouldTellViewsAndMessagesInOrderWhenMembersComeAndGo() {
    Told ofA = new Told();
    Told ofB = new Told();
    ClusterGroup a = group("a", Optional.empty(), ofA);
    awaitView(ofA, 1);
    ClusterGroup b = group("b", Optional.empty(), ofB);
    awaitView(ofA, 2);
    awaitView(ofB, 2);
    assertThat(ofA.lastView()).containsExactlyInAnyOrder("a", "b").isEqualTo(ofB.lastView());

    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      assertThat(a.send("b", String.valueOf(i).getBytes(StandardCharsets.UTF_8))).isTrue();
      expected.add("a:" + i);
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> ofB.messages.size() == expected.size());
    assertThat(ofB.messages).isEqualTo(expected);

    b.close();
    awaitView(ofA, 1);
    assertThat(ofA.lastView()).containsExactly("a");
  }

  @Test
  void shouldBeInOneViewAgainWhenAMemberJoinsAnew() {
    Told ofA = new Told();
    Told ofB = new Told();
    ClusterGroup a = group("a", Optional.empty(), ofA);
    awaitView(ofA, 1);
    ClusterGroup b = group("b", Optional.empty(), ofB);
    awaitView(ofB, 2);
    int views = ofB.views.size();

    b.rejoin();
    await().atMost(Duration.ofSeconds(30)).until(() -> ofB.views.size() > views);
    awaitView(ofA, 2);
    assertThat(ofB.lastView()).containsExactly("a", "b").isEqualTo(ofA.lastView());
    assertThat(ofA.views).contains(List.of("a")); // it had left
    assertThat(b.send("a", new byte[] {'x'})).isTrue();
    assertThat(a.send("b", new byte[] {'y'})).isTrue();
    await().atMost(Duration.ofSeconds(30)).until(() -> ofA.messages.contains("b:x"));
    await().atMost(Duration.ofSeconds(30)).until(() -> ofB.messages.contains("a:y"));
  }

  /** Loses the answers to the first member that asks to join. */
  private static final class Deaf extends Protocol {
    private final short gms = ClassConfigurator.getProtocolId(GMS.class);
    private final AtomicReference<Address> first = new AtomicReference<>();

    @Override
    public Object down(Message message) {
      GMS.GmsHeader header = message.getHeader(gms);
      if (header != null && header.getType() == GMS.GmsHeader.JOIN_RSP) {
        first.compareAndSet(null, message.getDest());
        if (message.getDest().equals(first.get())) {
          return null;
        }
      }
      return down_prot.down(message);
    }
  }

  @Test
  void shouldJoinWithAnotherAddressWhenTheCoordinatorDoesNotAnswer() throws Exception {
    Deaf deaf = new Deaf();
    try (JChannel a =
        new JGroupsGroup(config("a", Optional.empty()), Optional.empty()).newChannel()) {
      a.getProtocolStack().insertProtocol(deaf, ProtocolStack.Position.BELOW, GMS.class);
      a.connect(JGroupsGroup.NAME);
      Told ofB = new Told();
      group("b", Optional.empty(), ofB);
      awaitView(ofB, 2);
      assertThat(deaf.first.get()).isNotNull();
      assertThat(ofB.views).allMatch(List.of("a", "b")::equals); // it was never alone
    }
  }

  @Test
  void shouldLetInOnlyMembersWhenThereAreCertificates() throws Exception {
    CertificateAuthority ours = authority("ours");
    Told ofA = new Told();
    group("a", Optional.of(files(ours, ours, "a")), ofA);
    awaitView(ofA, 1);

    Told ofStranger = new Told();
    ClusterGroup stranger =
        group("b", Optional.of(files(ours, authority("other"), "b")), ofStranger);
    awaitView(ofStranger, 1); // it has looked for the others, and goes on alone
    stranger.close();
    for (String name : List.of("c", "a")) { // nobody's, and that of a member with another address
      Told ofThief = new Told();
      ClusterGroup thief = group("b", Optional.of(files(ours, ours, name)), ofThief);
      awaitView(ofThief, 1);
      thief.close();
    }
    assertThat(ofA.views).containsExactly(List.of("a"));

    List<Socket> mute = new ArrayList<>();
    try {
      for (int i = 0; i < MUTE; i++) {
        mute.add(new Socket(InetAddress.getLoopbackAddress(), members.get(0).address().port()));
      }
      Told ofB = new Told();
      group("b", Optional.of(files(ours, ours, "b")), ofB);
      awaitView(ofB, 2);
      awaitView(ofA, 2);
    } finally {
      for (Socket each : mute) {
        each.close();
      }
    }
  }

  private static CertificateAuthority authority(String name) throws GeneralSecurityException {
    Instant now = Instant.now();
    return CertificateAuthority.create(name, now.minusSeconds(60), now.plusSeconds(3_600));
  }

  /** The files of a member, signed by a CA, who trusts the other CA. */
  private MemberTls files(CertificateAuthority trusted, CertificateAuthority by, String name)
      throws Exception {
    Instant now = Instant.now();
    CertificateAuthority.Signed signed =
        by.signController(name, List.of("127.0.0.1"), now.minusSeconds(60), now.plusSeconds(3_600));
    Path own = Files.createTempDirectory(folder, name);
    return new MemberTls(
        Files.writeString(own.resolve("key.pem"), signed.keyPem()),
        Files.writeString(own.resolve("cert.pem"), signed.certificatePem()),
        Files.writeString(own.resolve("ca.pem"), trusted.own().certificatePem()));
  }
}
