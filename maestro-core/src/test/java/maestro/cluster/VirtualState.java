package maestro.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import maestro.cluster.ClusterStatus.MemberStatus;
import maestro.cluster.ClusterStatus.SwitchStatus;

/** Members with state, and a group between them that loses and spoils messages, in virtual time. */
final class VirtualState extends VirtualGroup {
  private static final long TICK = 50 * MS;
  private static final long COLLECTING = 20 * MS;

  /** One process. */
  final class Member implements ClusterGroup, WarmState.LocalState {
    final String name;

    /** What its applications leave; read when it is collected. */
    final Map<String, byte[]> leaves = new TreeMap<>();

    /** What they were given when it became active. */
    final List<Map<String, byte[]>> restored = new ArrayList<>();

    final Map<String, byte[]> mirrored = new TreeMap<>();
    WarmState warm;
    boolean isAlive = true;
    int collections;
    long sentBytes;
    private long life;

    Member(String name) {
      this.name = name;
      begin();
    }

    private void begin() {
      isAlive = true;
      life++;
      warm = new WarmState(name, this, this, life << 32);
    }

    @Override
    public void start(Listener listener) {}

    @Override
    public boolean send(String to, byte[] message) {
      if (!present.contains(to) || chance(fullPercent)) {
        return false;
      }
      sentBytes += message.length;
      Member other = members.get(to);
      long sentIn = life;
      byte[] sent = message.clone();
      if (chance(spoiltPercent)) {
        sent[random.nextInt(sent.length)] ^= (byte) (1 << random.nextInt(8));
      }
      inOrder(
          name + ">" + to,
          MS * (1 + random.nextInt(20)),
          () -> {
            boolean isSeen = present.contains(to) && present.contains(name);
            if (other.isAlive && isSeen && life == sentIn && !chance(lostPercent)) {
              boolean unused = other.warm.message(name, sent, nowNs);
              other.warm.advance(nowNs);
            }
          });
      return true;
    }

    @Override
    public void collect() {
      collections++;
      long sentIn = life;
      Map<String, byte[]> all = new TreeMap<>();
      leaves.forEach((key, bytes) -> all.put(key, bytes.clone()));
      at(
          nowNs + COLLECTING,
          () -> {
            if (life == sentIn) {
              warm.collected(all, nowNs);
            }
          });
    }

    @Override
    public void restore(Map<String, byte[]> left) {
      restored.add(left);
    }

    @Override
    public void received(String from, String state, byte[] left) {
      mirrored.put(state, left);
    }

    @Override
    public void rejoin() {}

    @Override
    public void close() {}
  }

  final Map<String, Member> members = new TreeMap<>();
  private List<String> present = List.of();
  int fullPercent;
  int lostPercent;
  int spoiltPercent;

  VirtualState(long seed, String... names) {
    super(seed);
    for (String name : names) {
      members.put(name, new Member(name));
    }
    tick();
  }

  Member member(String name) {
    return members.get(name);
  }

  /** These members see each other, and the first one serves all switches. */
  void view(String... names) {
    present = List.of(names);
    for (String name : names) {
      if (member(name).isAlive) {
        member(name).warm.now(status(name, names));
      }
    }
  }

  private ClusterStatus status(String self, String... names) {
    List<MemberStatus> all =
        members.keySet().stream()
            .map(name -> new MemberStatus(name, present.contains(name), false, ""))
            .toList();
    List<SwitchStatus> rows = List.of(new SwitchStatus(1, names[0], "?", 0));
    return new ClusterStatus(self, 1, names[0], true, false, 1, all, rows);
  }

  void kill(String name) {
    member(name).isAlive = false;
    member(name).life++;
  }

  void restart(String name) {
    kill(name);
    member(name).begin();
  }

  private void tick() {
    for (Member each : members.values()) {
      if (each.isAlive) {
        each.warm.advance(nowNs);
      }
    }
    at(nowNs + TICK, this::tick);
  }
}
