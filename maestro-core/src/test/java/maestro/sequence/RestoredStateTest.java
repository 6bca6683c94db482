package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import maestro.api.Stages;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.metrics.Metrics;
import maestro.net.TestApplication;
import maestro.net.session.SwitchTable;
import maestro.testkit.LogOf;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The state that an application saves on one member of a cluster, and restores on another. */
class RestoredStateTest {
  private final List<String> told = Recorder.list();
  private final AtomicInteger asked = new AtomicInteger();
  @AutoClose private final LogOf log = new LogOf(ApplicationHost.class);
  private final TestApplication application =
      new TestApplication(
          "leaver",
          context -> {
            context.savesState(
                () -> {
                  if (asked.incrementAndGet() > 1) {
                    throw new IllegalStateException("empty");
                  }
                  return new byte[] {7};
                });
            context.restoresState(this::restore);
            assertThatThrownBy(() -> context.restoresState(this::restore))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("restoresState was declared already");
            return Stages.events(new Recorder("leaver", told));
          });
  private final TestApplication silent =
      new TestApplication(
          "silent",
          context -> {
            context.savesState(() -> new byte[] {8});
            return Stages.events(new Recorder("silent", told));
          });
  private ApplicationHost host;

  private void restore(byte[] left) {
    if (left[0] != 7) {
      throw new IllegalArgumentException("version " + left[0]);
    }
    told.add("restored 7 on " + Thread.currentThread().getName());
  }

  @BeforeEach
  void make() throws Exception {
    var setting =
        CommandLineSetting.parse(
            "--set", "sequences.s={ on = switch-joined, run = [leaver, silent] }");
    var config = ConfigLoader.parse(Optional.empty(), List.of(setting));
    host =
        new ApplicationHost(
            List.of(
                new ApplicationHost.Configured(application, ConfigFactory.empty()),
                new ApplicationHost.Configured(silent, ConfigFactory.empty())),
            config
                .validate(
                    List.of(
                        new ApplicationDefaults("leaver", ConfigFactory.empty()),
                        new ApplicationDefaults("silent", ConfigFactory.empty())))
                .maestro(),
            new SwitchTable(),
            new Metrics());
  }

  @AfterEach
  void end() {
    host.end();
  }

  @Test
  void shouldRestoreOnTheEventThread() {
    host.begin();
    host.restore(Map.of("leaver", new byte[] {7}, "silent", new byte[] {8}, "gone", new byte[1]));
    Awaitility.await().until(() -> told.contains("restored 7 on events"));
  }

  @Test
  void shouldRestoreWhenItHasBegunAndNotBefore() {
    host.restore(Map.of("leaver", new byte[] {7}));
    assertThat(told).isEmpty();
    host.begin();
    Awaitility.await().until(() -> told.contains("restored 7 on events"));
  }

  @Test
  void shouldSayInOneLineThatTheBytesAreOfAnotherVersion() {
    host.begin();
    host.restore(Map.of("leaver", new byte[] {9}));
    Awaitility.await()
        .until(
            () ->
                log.lines()
                    .equals(
                        List.of(
                            "leaver cannot restore its state of another member, and starts without it:"
                                + " version 9")));
    assertThat(host.faults()).containsEntry("leaver", 0);
  }

  @Test
  void shouldLeaveWhatCanBeRestoredAndAskNobodyAgainWhoHasThrown() {
    host.begin();
    assertThat(host.savedStates()).containsOnlyKeys("leaver");
    assertThat(host.savedStates()).isEmpty();
    assertThat(host.savedStates()).isEmpty();
    assertThat(asked).hasValue(2);
    assertThat(host.faults()).containsEntry("leaver", 1);
  }
}
