package maestro;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import maestro.api.SwitchInfo;
import maestro.cluster.ClusterGroup;
import maestro.cluster.ClusterNode;
import maestro.cluster.ClusterStatus;
import maestro.cluster.OwnSwitches;
import maestro.cluster.WarmState;
import maestro.config.ClusterConfig;
import maestro.net.session.Role;
import maestro.net.session.Roles;
import maestro.net.session.Session;
import maestro.thread.Duty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of the thread {@code cluster}: what the group and the switches tell reaches the {@link
 * ClusterNode} in the order in which it came, and what that decides goes to the sessions at once.
 *
 * <p>Each switch begins as a standby here, so that {@link #of} needs to know nothing. Threads: the
 * methods of {@link Roles} and {@link ClusterGroup.Listener}, {@link #status} and {@link #move} are
 * for any.
 */
final class ClusterDuty implements Duty, Roles, ClusterGroup.Listener, OwnSwitches {
  private static final Logger LOG = LoggerFactory.getLogger(Maestro.class);
  private static final long MS_NS = 1_000_000;
  static final long MOST_WAIT_NS = 50 * MS_NS;
  private static final long SWEEP_NS = 100 * MS_NS;

  private final int number;
  private final ClusterGroup group;
  private final ClusterNode node;
  private final SavedState left;
  private final WarmState warm;
  private final LinkedBlockingQueue<Runnable> told = new LinkedBlockingQueue<>();
  private final Map<Long, Session> sessions = new HashMap<>();
  private final Map<Long, Long> above = new ConcurrentHashMap<>();
  private final Set<String> differences = new HashSet<>();
  private long sweptNs;

  /** Volatile: written by the cluster's thread. */
  private volatile ClusterStatus status;

  /**
   * Joins no group yet: {@link #begin} does.
   *
   * @param runs what runs here, one thing a line, for the comparison with other members
   * @param left what this member leaves to others, and takes over from them
   * @throws ClusterStartException when key or certificates cannot be used, or a jar is missing
   */
  ClusterDuty(ClusterConfig config, Supplier<String> runs, SavedState left) {
    number = config.number();
    group = GroupJar.group(config);
    node = new ClusterNode(config, group, this, runs, System.nanoTime());
    this.left = left;
    warm = new WarmState(config.self(), group, left, new SecureRandom().nextLong());
    status = node.status();
  }

  /** Joins the group. */
  void begin() {
    left.begin(all -> told.add(() -> warm.collected(all, System.nanoTime())));
    group.start(this);
  }

  /** The cluster as this member sees it. */
  ClusterStatus status() {
    return status;
  }

  /**
   * Asks for another member to serve switches, when it has got the state of the active one.
   *
   * @param datapathIds empty: all
   * @return why not; empty when it was asked
   */
  CompletableFuture<Optional<String>> move(String to, List<Long> datapathIds) {
    CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
    Runnable move = () -> answer.complete(node.move(to, datapathIds));
    told.add(() -> warm.handOver(to, move, System.nanoTime()));
    return answer;
  }

  // ---- what others tell ----

  @Override
  public Role of(SwitchInfo info) {
    return Role.STANDBY;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public long above(SwitchInfo info) {
    return above.getOrDefault(info.datapathId(), 0L);
  }

  @Override
  public void confirmed(Session session, Role role, long generation) {
    told.add(
        () -> {
          long id = session.info().datapathId();
          Session before = sessions.put(id, session);
          if (before != null && before != session) {
            node.left(id);
          }
          if (role == Role.MASTER) {
            warm.serving(id);
          } else {
            warm.notServing(id);
          }
          node.confirmed(id, role, generation);
        });
  }

  @Override
  public void lost(Session session, long generation, String reason) {
    told.add(
        () -> {
          long id = session.info().datapathId();
          if (sessions.get(id) == session) {
            warm.notServing(id);
            node.lost(id, generation);
          }
        });
  }

  @Override
  public void view(long number, List<String> members) {
    LOG.info("cluster: view {} has {}", number, String.join(", ", members));
    told.add(() -> node.view(number, members, System.nanoTime()));
  }

  @Override
  public void message(String from, byte[] message) {
    told.add(
        () -> {
          long nowNs = System.nanoTime();
          if (!warm.message(from, message, nowNs)) {
            node.message(from, message, nowNs);
          }
        });
  }

  // ---- the cluster's thread ----

  @Override
  public void want(long datapathId, Role role, long generation) {
    Session session = sessions.get(datapathId);
    if (session != null) {
      above.put(datapathId, generation);
      if (role == Role.MASTER) {
        warm.claiming(datapathId, System.nanoTime()); // restores before the switch joins
      }
      session.want(role);
    }
  }

  @Override
  public int doWork(long maxWaitNs) {
    int count = await(maxWaitNs);
    for (Runnable next = told.poll(); next != null; next = told.poll()) {
      next.run();
      count++;
    }
    long nowNs = System.nanoTime();
    sweep(nowNs);
    node.advance(nowNs);
    if (count > 0 || node.isLost() != status.isLost()) {
      boolean wasLost = status.isLost();
      status = node.status();
      warm.now(status);
      tellDifferences();
      if (status.isLost() && !wasLost) {
        LOG.warn(
            "cluster: coordinator {} is silent: taking no switches until it is heard",
            status.coordinator());
      }
    }
    warm.advance(nowNs);
    return count;
  }

  /** Waits until something is told, and does it. */
  private int await(long maxWaitNs) {
    try {
      Runnable next = told.poll(maxWaitNs, TimeUnit.NANOSECONDS);
      if (next != null) {
        next.run();
        return 1;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  @Override
  public void wakeup() {
    told.add(() -> {});
  }

  @Override
  public void ended() {
    left.end();
    group.close();
  }

  private void sweep(long nowNs) {
    if (nowNs - sweptNs < SWEEP_NS) {
      return;
    }
    sweptNs = nowNs;
    for (Iterator<Map.Entry<Long, Session>> i = sessions.entrySet().iterator(); i.hasNext(); ) {
      Map.Entry<Long, Session> next = i.next();
      if (next.getValue().connection().isGone()) {
        warm.notServing(next.getKey());
        node.left(next.getKey());
        above.remove(next.getKey());
        i.remove();
      }
    }
  }

  /** Says once what runs elsewhere and not here, or the other way round. */
  private void tellDifferences() {
    String own = runsOn(status.self());
    for (ClusterStatus.MemberStatus each : status.members()) {
      if (!each.runs().isEmpty() && !each.runs().equals(own)) {
        Set<String> here = new HashSet<>(own.lines().toList());
        Set<String> there = new HashSet<>(each.runs().lines().toList());
        String text =
            Stream.of(
                    line("only " + status.self(), here, there),
                    line("only " + each.name(), there, here))
                .flatMap(Optional::stream)
                .reduce((one, other) -> one + "; " + other)
                .orElse("");
        if (differences.add(text)) {
          LOG.warn("cluster: {} and {} do not run the same: {}", status.self(), each.name(), text);
        }
      }
    }
  }

  private static Optional<String> line(String who, Set<String> these, Set<String> without) {
    return these.stream()
        .filter(each -> !without.contains(each))
        .sorted()
        .reduce((one, other) -> one + ", " + other)
        .map(all -> who + " has " + all);
  }

  private String runsOn(String member) {
    return status.members().stream()
        .filter(each -> each.name().equals(member))
        .map(ClusterStatus.MemberStatus::runs)
        .findFirst()
        .orElse("");
  }
}
