package maestro.simulate;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import maestro.distribution.Member;
import maestro.distribution.Readiness;

/** Reports members in the order in which they were watched. Never waits. */
final class ScriptedReadiness implements Readiness {
  private final Set<Member> watched = new LinkedHashSet<>();
  private final Predicate<Member> hasInput;

  ScriptedReadiness(Predicate<Member> hasInput) {
    this.hasInput = hasInput;
  }

  static Readiness[] of(int count, Predicate<Member> hasInput) {
    Readiness[] all = new Readiness[count];
    for (int i = 0; i < count; i++) {
      all[i] = new ScriptedReadiness(hasInput);
    }
    return all;
  }

  @Override
  public void poll(Sink sink) {
    for (Member member : List.copyOf(watched)) {
      if (hasInput.test(member)) {
        sink.ready(member);
      }
    }
  }

  @Override
  public void await(Sink sink, long maxWaitNs) {
    poll(sink);
  }

  @Override
  public void wakeup() {}

  @Override
  public void watch(Member member) {
    watched.add(member);
  }

  @Override
  public void unwatch(Member member) {
    watched.remove(member);
  }
}
