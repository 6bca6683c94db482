package maestro.testkit;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import maestro.DrivenMaestro;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.BatchStage;
import maestro.api.Stages;
import maestro.cli.Preparation;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.openflow.OpenFlow;
import maestro.sequence.WiringException;
import maestro.sequence.application.ApplicationStartException;
import maestro.sequence.application.ApplicationState;
import maestro.sequence.jar.FoundApplication;

/**
 * The flow requests of one switch, for a test of an application without a network. The switch has
 * 48 ports and no flow entries, and sends packets whole. The platform handles the requests as it
 * does in a controller; the answers are the messages that it sends to the switch:
 *
 * <pre>{@code
 * List<String> answers = Batch.of(TestFrame.tcp(1, 2, 80)).run(new Hub());
 * assertEquals(List.of("PACKET_OUT in_port=1 actions=output:flood"), answers);
 * }</pre>
 *
 * <p>Immutable.
 */
public final class Batch {
  private static final long BEGIN_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(10);

  /** In this time the platform connects the switch, and applications hear of it. */
  private static final int SETTLE_STEPS = 100;

  private final int version;
  private final List<AskingSwitch.Arrival> packets;

  private Batch(int version, List<AskingSwitch.Arrival> packets) {
    this.version = version;
    this.packets = packets;
  }

  /**
   * A request for a packet that has come in by port 1.
   *
   * @param frame from the destination address on, without the checksum
   */
  public static Batch of(byte[] frame) {
    return of(1, frame);
  }

  /**
   * A request for a packet.
   *
   * @param inPort 1 to 48
   * @param frame from the destination address on, without the checksum
   */
  public static Batch of(int inPort, byte[] frame) {
    return new Batch(OpenFlow.VERSION_13, List.of()).and(inPort, frame);
  }

  /** The same requests, and one more behind them. */
  public Batch and(int inPort, byte[] frame) {
    List<AskingSwitch.Arrival> more = new ArrayList<>(packets);
    more.add(new AskingSwitch.Arrival(inPort, frame));
    return new Batch(version, List.copyOf(more));
  }

  /** The same requests of a switch that speaks OpenFlow 1.0; else it speaks 1.3. */
  public Batch overOpenFlow10() {
    return new Batch(OpenFlow.VERSION_10, packets);
  }

  /**
   * Runs one stage alone.
   *
   * @return the answers, see {@link #run(Application, String...)}
   */
  public List<String> run(BatchStage stage) {
    return run(
        new Application() {
          @Override
          public String name() {
            return "stage-under-test";
          }

          @Override
          public String version() {
            return "1.0";
          }

          @Override
          public Stages start(ApplicationContext context) {
            return Stages.batch(() -> stage);
          }
        });
  }

  /**
   * Starts an application, lets the switch join, and then ask. No time passes while it is answered.
   *
   * @param settings of the application, such as {@code "most-addresses = 4"}; others have the value
   *     of its {@code reference.conf}
   * @return each message to the switch in its order, such as {@code FLOW_MOD ADD idle_timeout=10,
   *     priority=100,in_port=1 actions=output:2}. A packet that is not sent as it came is shown in
   *     hexadecimal digits behind {@code data=}
   * @throws AssertionError when the application throws; the log has the exception
   * @throws IllegalArgumentException when a setting is wrong, or the application does not start
   */
  public List<String> run(Application application, String... settings) {
    long[] nowNs = {BEGIN_NS};
    try (Preparation prepared = prepare(application, settings);
        DrivenMaestro maestro = start(prepared, nowNs)) {
      AskingSwitch sw = new AskingSwitch(version, maestro, () -> nowNs[0]);
      for (int i = 0; i < SETTLE_STEPS; i++) {
        nowNs[0] += STEP_NS;
        sw.talk();
      }
      List<String> answers = sw.ask(packets);
      for (ApplicationState each : maestro.applications()) {
        if (each.faults() > 0) {
          throw new AssertionError(each.name() + " has thrown; the log has the exception");
        }
      }
      return answers;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Preparation prepare(Application application, String[] settings) {
    String name = application.name();
    String prefix = "applications." + name + ".";
    List<CommandLineSetting> all =
        new ArrayList<>(
            List.of(
                new CommandLineSetting("test", "maestro.listen", "127.0.0.1:0"),
                new CommandLineSetting("test", "maestro.distribution.workers", "1"),
                new CommandLineSetting("test", "sequences.test.on", "flow-request"),
                new CommandLineSetting("test", "sequences.test.run", "[" + name + "]")));
    Arrays.stream(settings)
        .map(each -> CommandLineSetting.parse("settings", each))
        .map(s -> new CommandLineSetting("settings", prefix + s.key(), s.value()))
        .forEach(all::add);
    try {
      return Preparation.of(Optional.empty(), all, List.of(), found(application));
    } catch (BadConfigurationException e) {
      throw refused(e);
    }
  }

  /** The applications on the class path, and this one, with the defaults that it has there. */
  private static List<FoundApplication> found(Application application) {
    List<FoundApplication> found = new ArrayList<>();
    Config defaults = ConfigFactory.empty();
    for (FoundApplication each : FoundApplication.onClassPath()) {
      if (each.application().name().equals(application.name())) {
        defaults = each.defaults();
      } else {
        found.add(each);
      }
    }
    found.add(new FoundApplication(application, Path.of(""), defaults));
    return found;
  }

  private static DrivenMaestro start(Preparation prepared, long[] nowNs) throws IOException {
    try {
      return DrivenMaestro.start(
          prepared.config().maestro(), prepared.configured(), prepared.found(), () -> nowNs[0]);
    } catch (ApplicationStartException e) {
      throw refused(prepared.explain(e));
    } catch (WiringException e) {
      throw refused(prepared.explain(e));
    }
  }

  private static IllegalArgumentException refused(BadConfigurationException e) {
    return new IllegalArgumentException(String.join(System.lineSeparator(), e.problems()), e);
  }
}
