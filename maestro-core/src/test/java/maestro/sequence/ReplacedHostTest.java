package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Optional;
import maestro.api.Stages;
import maestro.api.topology.Topology;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.metrics.Metrics;
import maestro.net.TestApplication;
import maestro.net.session.SwitchTable;
import org.junit.jupiter.api.Test;

/** What other threads are told of the network while one host replaces another. */
class ReplacedHostTest {
  /** A host whose application publishes the topology, as discovery does; not begun. */
  private static ApplicationHost host() throws Exception {
    TestApplication finds =
        new TestApplication(
            "finds",
            context -> {
              context.publishes("topology", Topology.class, Topology.EMPTY);
              return Stages.events(new Recorder("finds", Recorder.list()));
            });
    var setting =
        CommandLineSetting.parse("--set", "sequences.s={ on = switch-joined, run = [finds] }");
    var config = ConfigLoader.parse(Optional.empty(), List.of(setting));
    return new ApplicationHost(
        List.of(new ApplicationHost.Configured(finds, ConfigFactory.empty())),
        config.validate(List.of(new ApplicationDefaults("finds", ConfigFactory.empty()))).maestro(),
        new SwitchTable(),
        new Metrics());
  }

  @Test
  void shouldKnowNoTopologyWhenItHasNotBegun() throws Exception {
    ApplicationHost host = host();
    try {
      assertThat(host.network().topology()).isEmpty();
      host.begin();
      assertThat(host.network().topology()).isPresent();
    } finally {
      host.end();
    }
  }

  @Test
  void shouldTellWhatTheEarlierHostKnowsUntilItBegins() throws Exception {
    ApplicationHost earlier = host();
    ApplicationHost later = host();
    try {
      earlier.begin();
      later.replaces(earlier);
      assertThat(later.network().topology()).isPresent().isEqualTo(earlier.network().topology());
      later.begin();
      assertThat(later.network().topology()).isPresent();
    } finally {
      later.end();
      earlier.end();
    }
  }
}
