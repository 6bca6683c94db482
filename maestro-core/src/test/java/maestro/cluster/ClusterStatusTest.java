package maestro.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import maestro.cluster.ClusterStatus.MemberStatus;
import maestro.cluster.ClusterStatus.SwitchStatus;
import org.junit.jupiter.api.Test;

class ClusterStatusTest {
  @Test
  void shouldCallTheMemberActiveThatServesMostOrTakesOver() {
    assertThat(active("abc", "b")).as("no switches: the coordinator").isEqualTo("b");
    assertThat(active("abc", "a", "bc", "ba")).isEqualTo("b");
    assertThat(active("abc", "c", "bc", "ab")).as("first of the configuration").isEqualTo("a");
    assertThat(active("bc", "b", "ac", "ac")).as("the backup takes over").isEqualTo("c");
    assertThat(active("bc", "b", "a?")).as("nobody takes over").isEqualTo("b");
    assertThat(active("bw", "w", "aw")).as("a witness serves nothing").isEqualTo("b");
    assertThat(active("w", "w")).isEmpty();
  }

  /** Members a, b, c and the witness w; each row is the names of master and backup. */
  private static String active(String present, String coordinator, String... rows) {
    List<MemberStatus> members = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "w")) {
      members.add(new MemberStatus(name, present.contains(name), name.equals("w"), ""));
    }
    List<SwitchStatus> switches = new ArrayList<>();
    for (String row : rows) {
      switches.add(
          new SwitchStatus(switches.size() + 1L, row.substring(0, 1), row.substring(1), 0));
    }
    return new ClusterStatus("a", 1, coordinator, true, false, 1, members, switches).active();
  }
}
