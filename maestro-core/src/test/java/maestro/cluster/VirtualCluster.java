package maestro.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import maestro.config.ClusterConfig;
import maestro.config.ClusterConfig.Member;
import maestro.config.ClusterConfig.WithoutPeer;
import maestro.config.ListenAddress;
import maestro.net.session.Role;

/**
 * Members of a cluster with a fake group, and fake switches, in virtual time. {@link ClusterJudge}
 * judges all that happens as it happens; {@link #settledMasters} judges the end.
 */
final class VirtualCluster extends VirtualGroup {
  private static final long TICK = 100 * MS;
  private static final long JOIN = 500 * MS;

  private record View(long number, List<String> members) {}

  /** A switch: one master, and the newest generation, as OpenFlow demands. */
  final class FakeSwitch {
    final long id;
    long generation = -1;
    String master = "";
    int roleChanges;
    final Map<String, Long> sessions = new HashMap<>();

    FakeSwitch(long id) {
      this.id = id;
    }

    void connect(String name) {
      One member = members.get(name);
      if (member.isAlive && !sessions.containsKey(name)) {
        long session = ++sessionsBegun;
        sessions.put(name, session);
        long told = generation;
        toMember(name, session, () -> member.confirmed(id, Role.STANDBY, told));
      }
    }

    void disconnect(String name) {
      if (sessions.remove(name) != null) {
        One member = members.get(name);
        ClusterNode node = member.node;
        if (master.equals(name)) {
          master = "";
        }
        member.saysMaster.remove(id);
        judge.leaves(name, id);
        inOrder("switch" + id + name, () -> node.left(id));
      }
    }

    /** Starts anew and forgets the generation. */
    void restart() {
      List.copyOf(sessions.keySet()).forEach(this::disconnect);
      generation = -1;
      judge.forgets(id);
    }

    void asked(String name, long session, Role role, long claim) {
      if (!Long.valueOf(session).equals(sessions.get(name))) {
        return;
      }
      One member = members.get(name);
      if (role != Role.MASTER) {
        master = master.equals(name) ? "" : master;
        long told = generation;
        toMember(
            name,
            session,
            () -> {
              member.saysMaster.remove(id);
              member.confirmed(id, Role.STANDBY, told);
            });
      } else if (generation != -1 && Long.compareUnsigned(claim, generation) < 0) {
        long told = generation;
        toMember(name, session, () -> member.lost(id, told));
      } else {
        judge.takes(id, name, claim, Generations.told(generation));
        generation = claim;
        if (!master.equals(name)) {
          roleChanges++;
          demote(master, claim);
          master = name;
        }
        toMember(
            name,
            session,
            () -> {
              member.saysMaster.add(id);
              member.confirmed(id, Role.MASTER, claim);
            });
      }
    }

    private void demote(String name, long claim) {
      Long session = sessions.get(name);
      if (session != null) {
        One member = members.get(name);
        toMember(
            name,
            session,
            () -> {
              member.saysMaster.remove(id);
              member.lost(id, claim);
            });
      }
    }

    private void toMember(String name, long session, Runnable action) {
      inOrder(
          "switch" + id + name,
          () -> {
            if (Long.valueOf(session).equals(sessions.get(name))) {
              action.run();
            }
          });
    }
  }

  /** One process. */
  private final class One implements ClusterGroup, OwnSwitches {
    final String name;
    final ClusterConfig config;
    final Set<Long> saysMaster = new HashSet<>();
    ClusterNode node;
    View view = new View(0, List.of());
    boolean isAlive;
    long life;

    One(String name) {
      this.name = name;
      this.config = configOf(name);
      this.node = new ClusterNode(config, this, this, () -> "", nowNs);
    }

    void begin() {
      isAlive = true;
      life++;
      view = new View(0, List.of());
      node = new ClusterNode(config, this, this, () -> "", nowNs);
      judge.begins(name);
    }

    void confirmed(long datapathId, Role role, long generation) {
      judge.isTold(name, datapathId, generation);
      node.confirmed(datapathId, role, generation);
    }

    void lost(long datapathId, long generation) {
      judge.loses(name, datapathId, generation, node.status());
      node.lost(datapathId, generation);
    }

    @Override
    public void start(Listener listener) {}

    @Override
    public boolean send(String to, byte[] message) {
      judge.sends(MessageCodec.decode(message));
      if (chance(lossPercent) || cut.contains(name + ">" + to)) {
        return false;
      }
      long sentIn = life;
      inOrder(
          name + ">" + to,
          () -> {
            One other = members.get(to);
            boolean isSeen = other.view.members().contains(name);
            if (other.isAlive && isSeen && life == sentIn && !chance(lossPercent)) {
              judge.arrives(name, to, MessageCodec.decode(message), nowNs);
              other.node.message(name, message, nowNs);
            }
          });
      return true;
    }

    @Override
    public void want(long datapathId, Role role, long above) {
      FakeSwitch one = switches.get(datapathId);
      Long session = one.sessions.get(name);
      if (role == Role.MASTER) {
        claims++;
        judge.claims(name, datapathId, above, node.status(), view.members(), nowNs);
      }
      if (session != null) {
        long read = one.generation == -1 ? 0 : one.generation;
        long known = chance(50) ? read : 0; // a session may have read it long ago
        long claim = Generations.next(Generations.newer(known, above), config.number());
        inOrder(name + "switch" + datapathId, () -> one.asked(name, session, role, claim));
      }
    }

    @Override
    public void rejoin() {
      judge.rejoins(name, saysMaster, nowNs);
      String leader = view.members().get(0);
      long leftIn = life;
      view = new View(0, List.of());
      at(nowNs + JOIN, () -> joinAnew(this, leftIn, leader));
    }

    @Override
    public void close() {}
  }

  final Map<String, One> members = new TreeMap<>();
  final Map<Long, FakeSwitch> switches = new TreeMap<>();
  private final List<Member> configured = new ArrayList<>();
  private final WithoutPeer withoutPeer;
  private final boolean isSpread;
  private final ClusterJudge judge;
  private long sessionsBegun;
  private long viewNumber;
  int lossPercent;

  /** Ways on which nothing arrives, such as {@code a>b}. */
  final Set<String> cut = new HashSet<>();

  int claims;

  /** Members as {@code a}, or {@code w!} for a witness. */
  VirtualCluster(long seed, WithoutPeer withoutPeer, boolean isSpread, String... names) {
    super(seed);
    this.withoutPeer = withoutPeer;
    this.isSpread = isSpread;
    for (String name : names) {
      configured.add(
          new Member(name.replace("!", ""), new ListenAddress("127.0.0.1", 1), name.endsWith("!")));
    }
    this.judge = new ClusterJudge(configured);
    configured.forEach(member -> members.put(member.name(), new One(member.name())));
    members.values().forEach(One::begin);
    tick();
  }

  private ClusterConfig configOf(String name) {
    return new ClusterConfig(
        name, configured, 500 * MS, 2_000 * MS, withoutPeer, isSpread, Optional.empty());
  }

  void addSwitches(int count) {
    for (long id = 1; id <= count; id++) {
      switches.put(id, new FakeSwitch(id));
    }
    reconnect();
  }

  /** Every switch connects to every member that lives and serves. */
  void reconnect() {
    for (FakeSwitch each : switches.values()) {
      configured.stream()
          .filter(member -> !member.isWitness())
          .forEach(member -> each.connect(member.name()));
    }
  }

  /** These members, named as at the start, get one view; those that are not alive miss it. */
  void view(String... names) {
    List<String> plain = Stream.of(names).map(name -> name.replace("!", "")).toList();
    install(new View(++viewNumber, plain), plain);
  }

  private void install(View view, List<String> at) {
    for (String name : at) {
      One member = members.get(name);
      if (member.isAlive) {
        member.view = view;
        int coordinator = members.get(view.members().get(0)).config.number();
        judge.sees(name, new ViewId(view.number(), coordinator), nowNs);
        member.node.view(view.number(), view.members(), nowNs);
        member.node.advance(nowNs);
      }
    }
  }

  /** The others lose a member that has left, and it joins when it and their coordinator hear it. */
  private void joinAnew(One one, long leftIn, String leader) {
    if (!one.isAlive || one.life != leftIn || one.view.number() != 0) {
      return; // it has another view, or begins anew
    }
    View before = members.get(leader).view;
    if (members.get(leader).isAlive && before.members().indexOf(leader) == 0) {
      List<String> next = new ArrayList<>(before.members());
      next.remove(one.name);
      boolean joins =
          !cut.contains(leader + ">" + one.name) && !cut.contains(one.name + ">" + leader);
      if (joins) {
        next.add(one.name);
      }
      if (!next.equals(before.members())) {
        install(
            new View(++viewNumber, List.copyOf(next)),
            next.stream()
                .filter(each -> members.get(each).view.equals(before) || each.equals(one.name))
                .toList());
      }
    }
    at(nowNs + JOIN, () -> joinAnew(one, leftIn, leader));
  }

  void kill(String name) {
    One member = members.get(name);
    member.isAlive = false;
    switches.values().forEach(each -> each.disconnect(name));
    member.saysMaster.clear();
  }

  void restart(String name) {
    if (!members.get(name).isAlive) {
      members.get(name).begin();
    }
  }

  Optional<String> move(String asked, String to) {
    return members.get(asked).node.move(to, List.of());
  }

  ClusterStatus status(String name) {
    return members.get(name).node.status();
  }

  private void tick() {
    for (One each : members.values()) {
      if (each.isAlive) {
        each.node.advance(nowNs);
        judge.looksAt(each.name, each.node.status());
      }
    }
    at(nowNs + TICK, this::tick);
  }

  /** Something goes wrong, or right again. */
  void disturb() {
    List<String> names = List.copyOf(members.keySet());
    FakeSwitch one = switches.get(1L + random.nextInt(switches.size()));
    String name = names.get(random.nextInt(names.size()));
    switch (random.nextInt(10)) {
      case 0 -> kill(name);
      case 1, 2 -> restart(name);
      case 3 -> one.disconnect(name);
      case 4, 5 -> reconnect();
      case 6 -> {
        if (chance(20)) {
          one.restart();
        }
      }
      default -> {
        List<String> some = new ArrayList<>(names);
        Collections.shuffle(some, random);
        List<String> seen = some.subList(0, 1 + random.nextInt(some.size()));
        List<String> told = seen.stream().filter(ignored -> chance(80)).toList();
        install(new View(++viewNumber, List.copyOf(seen)), told);
      }
    }
  }

  /** All live, see each other and reach every switch. */
  void heal() {
    lossPercent = 0;
    members.keySet().forEach(this::restart);
    List<String> names = new ArrayList<>(members.keySet());
    Collections.shuffle(names, random);
    view(names.toArray(String[]::new));
    pass(1_000);
    reconnect();
  }

  /** The masters of all switches, when members, tables and switches agree about them. */
  List<String> settledMasters() {
    List<String> masters = new ArrayList<>();
    for (FakeSwitch each : switches.values()) {
      List<String> saying =
          members.values().stream()
              .filter(member -> member.isAlive && member.saysMaster.contains(each.id))
              .map(member -> member.name)
              .toList();
      assertThat(saying).as("members that serve switch %d", each.id).containsExactly(each.master);
      members.values().stream()
          .filter(member -> member.isAlive && !member.view.members().isEmpty())
          .filter(member -> member.view.members().contains(each.master))
          .forEach(
              member ->
                  assertThat(member.node.status().switches())
                      .as("the table of %s about switch %d", member.name, each.id)
                      .anyMatch(
                          row -> row.datapathId() == each.id && row.master().equals(each.master)));
      masters.add(each.master);
    }
    return masters;
  }

  /** How often each switch has changed its master. */
  List<Integer> changes() {
    return switches.values().stream().map(each -> each.roleChanges).toList();
  }

  int roleChanges() {
    return switches.values().stream().mapToInt(each -> each.roleChanges).sum();
  }

  private void inOrder(String way, Runnable action) {
    inOrder(
        way,
        delay(),
        () -> {
          action.run();
          members.values().stream()
              .filter(each -> each.isAlive)
              .forEach(each -> each.node.advance(nowNs));
        });
  }

  private long delay() {
    return (chance(5) ? 300 : 2) * MS * (1 + random.nextInt(100)) / 100;
  }
}
