package maestro.cluster.jgroups;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import maestro.cluster.ClusterGroup;
import maestro.config.ClusterConfig;
import maestro.config.ClusterConfig.Member;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A group of JGroups: one TCP port, members found by their configured addresses, views by
 * heartbeats.
 *
 * <ul>
 *   <li>A member's address is its number and a random part, since logical names are a cache that
 *       may lack one.
 *   <li>There is no FD_SOCK2: its second port stays plain with TLS on, and a closed one blocks the
 *       thread that delivers views (JGroups issue 1048).
 *   <li>A thread for each destination: with one for all, a member that is stopped holds up the
 *       messages, and so the heartbeats, of the others.
 *   <li>A coordinator may take a member in whose join it never answers (seen at load 29). So a
 *       member gives up after some tries, and begins anew with another address. So does one that no
 *       longer hears its coordinator: TCP would try again on the old connection after 13 seconds.
 *   <li>{@code send} of JGroups waits for credits, so one thread of ours calls it, behind a queue.
 * </ul>
 *
 * <p>Threads: {@link #start} and {@link #close} are called by one thread, {@link #send} by any.
 */
final class JGroupsGroup implements ClusterGroup, Receiver {
  private static final Logger LOG = LoggerFactory.getLogger(JGroupsGroup.class);

  /** Of the group. */
  static final String NAME = "maestro";

  private static final long MS_NS = 1_000_000;
  private static final int QUEUED = 1_024;
  private static final int HEARTBEATS = 5;
  private static final int DISCOVERIES = 5;
  private static final int VERIFY_MS = 100;
  private static final int CONNECT_MS = 300;
  private static final int RETRANSMIT_MS = 200;
  private static final int VIEW_ACKS_MS = 500;
  private static final int MERGE_MS = 500;
  private static final int MERGE_LEAST_MS = 500;
  private static final int MERGE_MOST_MS = 1_000;
  private static final int MERGE_CHECK_MS = 1_200;
  private static final long AGAIN_MS = 1_000;

  /** After these GMS founds a group of its own. */
  private static final int JOIN_TRIES = 4;

  private static final int MOST_THREADS = 50;

  /** Says to the sender's thread that it begins anew. */
  private static final Outgoing ANEW = new Outgoing("", new byte[0]);

  @SuppressWarnings("ArrayRecordComponent") // queued, and never compared
  private record Outgoing(String member, byte[] message) {}

  private final ClusterConfig config;
  private final Optional<SSLContext> tls;
  private final BlockingQueue<Outgoing> queue = new ArrayBlockingQueue<>(QUEUED);
  private final Object delivery = new Object();
  private final SecureRandom random = new SecureRandom();

  private @Nullable Listener listener;
  private @Nullable Thread sender;

  /** Volatile: written by the thread that delivers views. */
  private volatile @Nullable View view;

  /** Volatile: written by the sender's thread. Of the channel. */
  private volatile Requests requests = new Requests();

  private volatile boolean isClosed;

  JGroupsGroup(ClusterConfig config, Optional<SSLContext> tls) {
    this.config = config;
    this.tls = tls;
  }

  @Override
  public void start(Listener newListener) {
    listener = newListener;
    Thread thread = new Thread(this::run, "cluster-sender");
    thread.setDaemon(true);
    sender = thread;
    thread.start();
  }

  @Override
  public boolean send(String member, byte[] message) {
    return queue.offer(new Outgoing(member, message));
  }

  @Override
  public void rejoin() {
    while (!queue.offer(ANEW)) {
      queue.clear(); // what waits is for a view that ends
    }
  }

  @Override
  public void close() {
    isClosed = true;
    Thread thread = sender;
    if (thread != null) {
      thread.interrupt();
      try {
        thread.join(AGAIN_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  // ---- the sender's thread ----

  private void run() {
    while (!isClosed) {
      try (JChannel channel = newChannel()) {
        view = null;
        channel.connect(NAME);
        if (view != null) {
          sendAll(channel);
        }
        if (!isClosed) {
          LOG.warn("cluster: the coordinator does not answer: joining again as {}", config.self());
        }
      } catch (InterruptedException e) {
        return; // closed
      } catch (Exception e) { // JGroups declares no other
        if (!isClosed) {
          LOG.error("cannot join the cluster as {}: {}; trying again", config.self(), causes(e));
          pause();
        }
      }
    }
  }

  private void sendAll(JChannel channel) throws InterruptedException {
    while (!isClosed) {
      Outgoing next = queue.take();
      if (next.member().isEmpty()) {
        return; // ANEW
      }
      Address to = addressOf(next.member());
      if (to != null) {
        try {
          channel.send(new BytesMessage(to, next.message()));
        } catch (InterruptedException e) {
          throw e;
        } catch (Exception e) { // the member has left, or the channel is closed
          LOG.debug("a message to {} was not sent: {}", next.member(), e.getMessage());
        }
      }
    }
  }

  private void pause() {
    try {
      Thread.sleep(AGAIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      isClosed = true;
    }
  }

  private static String causes(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return thrown.getMessage() + (cause == null ? "" : ": " + cause.getMessage());
  }

  // ---- what JGroups tells ----

  @Override
  public void viewAccepted(View newView) {
    synchronized (delivery) {
      if (view == null && newView.size() == 1 && hasGivenUp()) {
        return;
      }
      view = newView;
      List<String> names =
          newView.getMembers().stream()
              .flatMap(each -> nameOf(each).stream())
              .distinct() // a member that came back at once is there twice
              .toList();
      if (listener != null && !isClosed) {
        listener.view(newView.getViewId().getId(), names);
      }
    }
  }

  /** Whether this member has asked a coordinator in vain, and is alone for that reason. */
  private boolean hasGivenUp() {
    return requests.joins.get() >= JOIN_TRIES - 1;
  }

  @Override
  public void receive(Message message) {
    byte[] array = message.getArray();
    int from = message.getOffset();
    byte[] bytes = Arrays.copyOfRange(array, from, from + message.getLength());
    synchronized (delivery) {
      Optional<String> name = nameOf(message.getSrc());
      if (listener != null && !isClosed && name.isPresent()) {
        listener.message(name.get(), bytes);
      }
    }
  }

  private Optional<String> nameOf(Address address) {
    return address instanceof UUID id
        ? config.member((int) id.getMostSignificantBits()).map(Member::name)
        : Optional.empty();
  }

  private @Nullable Address addressOf(String member) {
    View now = view;
    if (now == null) {
      return null;
    }
    Address last = null; // the later one has come back
    for (Address each : now.getMembers()) {
      if (nameOf(each).filter(member::equals).isPresent()) {
        last = each;
      }
    }
    return last;
  }

  /** Counts how often a coordinator was asked. */
  private static final class Requests extends Protocol {
    private final short gms = ClassConfigurator.getProtocolId(GMS.class);
    private final AtomicInteger joins = new AtomicInteger();

    @Override
    public Object down(Message message) {
      GMS.GmsHeader header = message.getHeader(gms);
      if (header != null && header.getType() == GMS.GmsHeader.JOIN_REQ) {
        joins.incrementAndGet();
      }
      return down_prot.down(message);
    }
  }

  // ---- the stack ----

  /** A channel that has not joined. */
  JChannel newChannel() throws Exception {
    long number = config.number();
    JChannel channel = new JChannel(protocols());
    channel.name(config.self()).setDiscardOwnMessages(true).setReceiver(this);
    channel.addAddressGenerator(() -> new UUID(number, random.nextLong()));
    channel.getProtocolStack().getTransport().getDiagnosticsHandler().setEnabled(false);
    return channel;
  }

  private List<Protocol> protocols() {
    long suspectMs = config.suspectAfterNs() / MS_NS;
    requests = new Requests();
    return List.of(
        transport(),
        discovery(),
        new MERGE3()
            .setMinInterval(MERGE_LEAST_MS)
            .setMaxInterval(MERGE_MOST_MS)
            .setCheckInterval(MERGE_CHECK_MS),
        new FD_ALL3().setTimeout(suspectMs).setInterval(suspectMs / HEARTBEATS),
        new VERIFY_SUSPECT2().setTimeout(VERIFY_MS),
        multicasts(),
        unicasts(),
        new STABLE(),
        requests,
        membership(),
        new MFC(),
        new UFC(),
        new FRAG4());
  }

  private TCP transport() {
    InetSocketAddress own =
        config.member(config.number()).orElseThrow().address().toSocketAddress();
    TCP tcp = new TCP();
    tcp.setBindAddress(own.getAddress());
    tcp.setClientBindAddr(
        own.getAddress()); // by which the others know it, also with several addresses
    tcp.setBindPort(own.getPort());
    tcp.setPortRange(0);
    tcp.setValue("sock_conn_timeout", CONNECT_MS);
    tcp.setValue("tcp_nodelay", true);
    tcp.setValue("enable_suspect_events", true);
    tcp.setValue("logical_addr_cache_expiration", 2_000L);
    tcp.setValue("peer_addr_read_timeout", 1_000);
    tcp.useVirtualThreads(false);
    tcp.getThreadPool().setMinThreads(0).setMaxThreads(MOST_THREADS).setKeepAliveTime(30_000);
    PerDestinationBundler bundler = new PerDestinationBundler();
    bundler.useSingleSenderThread(false);
    tcp.setBundler(bundler);
    tls.ifPresent(context -> tcp.setSocketFactory(new Door(context, this::memberAddresses)));
    return tcp;
  }

  private Set<InetAddress> memberAddresses() {
    Set<InetAddress> addresses = new HashSet<>();
    for (InetSocketAddress each : sockets()) {
      addresses.add(each.getAddress());
    }
    return addresses;
  }

  private List<InetSocketAddress> sockets() {
    return config.members().stream()
        .map(member -> member.address().toSocketAddress())
        .filter(address -> Objects.nonNull(address.getAddress()))
        .collect(Collectors.toList());
  }

  private TCPPING discovery() {
    TCPPING ping = new TCPPING();
    ping.setInitialHosts(sockets());
    ping.portRange(0);
    ping.setValue("max_dynamic_hosts", 0);
    ping.setValue("num_discovery_runs", DISCOVERIES);
    return ping;
  }

  private static NAKACK2 multicasts() {
    NAKACK2 multicasts = new NAKACK2();
    multicasts.setValue("use_mcast_xmit", false);
    multicasts.setXmitInterval(RETRANSMIT_MS);
    return multicasts;
  }

  private static UNICAST3 unicasts() {
    UNICAST3 unicasts = new UNICAST3();
    unicasts.setXmitInterval(RETRANSMIT_MS);
    unicasts.setConnCloseTimeout(5_000);
    return unicasts;
  }

  private GMS membership() {
    GMS membership = new GMS();
    membership.setJoinTimeout(config.aloneAfterNs() / MS_NS);
    membership.printLocalAddress(false);
    membership.setValue("view_ack_collection_timeout", (long) VIEW_ACKS_MS);
    membership.setLeaveTimeout(VIEW_ACKS_MS);
    membership.setValue("merge_timeout", (long) MERGE_MS);
    membership.setValue("max_join_attempts", JOIN_TRIES);
    return membership;
  }
}
