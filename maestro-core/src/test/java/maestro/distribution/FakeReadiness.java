package maestro.distribution;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Level-triggered readiness over fake members, for one thread. */
final class FakeReadiness implements Readiness {
  private final Set<FakeMember> watched = new LinkedHashSet<>();
  int wakeups;

  /** How often a member was watched that was not, or not any more. */
  int changes;

  @Override
  public void poll(Sink sink) {
    List<FakeMember> ready = new ArrayList<>();
    for (FakeMember member : watched) {
      if (member.hasInput() && !member.isGone()) {
        ready.add(member);
      }
    }
    ready.forEach(sink::ready);
  }

  @Override
  public void await(Sink sink, long maxWaitNs) {
    poll(sink);
  }

  @Override
  public void wakeup() {
    wakeups++;
  }

  @Override
  public void watch(Member member) {
    changes += watched.add((FakeMember) member) ? 1 : 0;
  }

  @Override
  public void unwatch(Member member) {
    changes += watched.remove(member) ? 1 : 0;
  }

  boolean isWatching(Member member) {
    return watched.contains(member);
  }
}
