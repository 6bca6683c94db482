package maestro.net.session;

import java.util.ArrayList;
import java.util.List;
import maestro.api.SwitchInfo;

/** Orders a first role, and keeps what it learns. */
public final class RecordingRoles implements Roles {
  private final int number;
  private final List<String> learned = new ArrayList<>();
  Role first;
  long above;

  public RecordingRoles(Role first, int number) {
    this.first = first;
    this.number = number;
  }

  @Override
  public Role of(SwitchInfo info) {
    return first;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public long above(SwitchInfo info) {
    return above;
  }

  @Override
  public void confirmed(Session session, Role role, long generation) {
    learned.add(role + " " + SessionRole.text(generation));
  }

  @Override
  public void lost(Session session, long generation, String reason) {
    learned.add("lost " + SessionRole.text(generation));
  }

  /** What it has learned since the last call. */
  List<String> take() {
    List<String> taken = List.copyOf(learned);
    learned.clear();
    return taken;
  }
}
