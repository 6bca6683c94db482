package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import maestro.api.Announcer;
import maestro.api.BatchStage;
import maestro.api.EventStage;
import maestro.api.PortInfo;
import maestro.api.PublishedView;
import maestro.api.ReceivedFrame;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.config.DuplicateMode;
import maestro.config.Trigger;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.RigSetup;
import maestro.net.TestApplication;
import maestro.net.connection.Connection;
import maestro.openflow.OpenFlow;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens in the network, on its way to the event stages that are to hear of it. */
class EventStageTest {
  private final List<String> told = Recorder.list();

  @EachVersion
  void shouldTellEachApplicationOfASequenceInOrderWhenSomethingHappens(int version) {
    try (Rig rig =
        Rig.setup()
            .application(Recorder.application("a", told))
            .application(Recorder.application("b", told))
            .application(Recorder.application("none", told))
            .sequence("{ on = [switch-joined, switch-left, flow-removed], run = [b, a] }")
            .sequence("{ on = [port-status, lldp], run = [a] }")
            .sequence("{ on = announced, event = never, run = [none] }")
            .application(
                new TestApplication(
                    "unheard",
                    context -> {
                      context.announces("never", String.class);
                      return Stages.batch(() -> (batch, output) -> {});
                    }))
            .sequence("{ on = flow-request, run = [unheard] }")
            .start()) {
      FakeSwitch client = rig.join(version, 9);
      client.send(Messages.portStatus(version, 2, 1, 1));
      client.send(Messages.portStatus(version, 0, 7, 0));
      client.send(Messages.portStatus(version, 1, 7, 0));
      client.send(Messages.portStatus(version, 1, 77, 0)); // there is none
      client.send(EventMessages.flowRemoved(version, 42));
      client.send(Messages.packetIn(version, 1, OpenFlow.NO_BUFFER, 3, EventMessages.LLDP));
      rig.tell(client, Messages.packetIn(version, 2, OpenFlow.NO_BUFFER, 4, EventMessages.BDDP));
      client.close();
      rig.until(() -> told.contains("a: left 9"));
      String first = version == 1 ? "ADDED" : "CHANGED"; // this 1.0 switch has told no ports
      assertThat(told)
          .containsExactly(
              "b: joined 9",
              "a: joined 9",
              "a: port 9.1 " + first,
              "a: port 9.7 ADDED",
              "a: port 9.7 REMOVED",
              "b: flow removed 9 cookie 42",
              "a: flow removed 9 cookie 42",
              "a: lldp 9.3 88, 34 bytes",
              "a: lldp 9.4 89, 34 bytes",
              "b: left 9",
              "a: left 9");
      assertThat(rig.counted(Counter.EVENTS_DROPPED)).isZero();
    }
  }

  @Test
  void shouldTellOfViewsAndAnnouncementsThatTheSequenceNames() {
    AtomicReference<PublishedView<Integer>> seen = new AtomicReference<>();
    AtomicReference<PublishedView<Integer>> other = new AtomicReference<>();
    AtomicReference<Announcer<String>> loud = new AtomicReference<>();
    AtomicReference<Announcer<String>> quiet = new AtomicReference<>();
    try (Rig rig =
        Rig.setup()
            .application(
                Recorder.application(
                    "maker",
                    told,
                    context -> {
                      seen.set(context.publishes("seen", Integer.class, 0));
                      other.set(context.publishes("other", Integer.class, 0));
                      loud.set(context.announces("loud", String.class));
                      quiet.set(context.announces("quiet", String.class));
                    }))
            .application(
                new TestApplication(
                    "reader",
                    context -> {
                      var view = context.reads("seen", Integer.class);
                      return Stages.events(
                          new Recorder("reader", told) {
                            @Override
                            public void onViewChanged(String name) {
                              write(name + " is " + view.now());
                            }
                          });
                    }))
            .sequence("{ on = switch-joined, run = [maker] }")
            .sequence(
                "{ on = [view-changed, announced], view = seen, event = loud, run = [reader] }")
            .start()) {
      seen.get().publish(1);
      rig.until(() -> told.size() == 1);
      other.get().publish(1);
      quiet.get().announce("psst");
      loud.get().announce("one");
      loud.get().announce("two");
      seen.get().publish(2);
      rig.until(() -> told.size() == 4);
      assertThat(told)
          .containsExactly(
              "reader: seen is 1",
              "reader: announced loud one",
              "reader: announced loud two",
              "reader: seen is 2");
    }
  }

  /** The last value is always told, whichever thread publishes and however fast. */
  @Test
  void shouldTellTheLastValueOfAViewWhenItIsPublishedFasterThanTold() {
    AtomicReference<PublishedView<Integer>> view = new AtomicReference<>();
    AtomicReference<Integer> last = new AtomicReference<>(0);
    try (Rig rig =
        Rig.setup()
            .application(
                new TestApplication(
                    "app",
                    context -> {
                      view.set(context.publishes("v", Integer.class, 0));
                      return Stages.events(
                          new EventStage() {
                            @Override
                            public void onViewChanged(String name) {
                              last.set(view.get().now());
                            }
                          });
                    }))
            .sequence("{ on = view-changed, view = v, run = [app] }")
            .start()) {
      for (int i = 1; i <= 20_000; i++) {
        view.get().publish(i);
        if (i % 100 == 0) {
          int published = i;
          rig.until(() -> last.get() == published);
        }
      }
    }
  }

  @Test
  void shouldRunAgainAndAgainWhenASequenceHasAPeriod() {
    try (Rig rig =
        Rig.setup()
            .application(Recorder.application("a", told))
            .application(Recorder.application("b", told))
            .sequence("{ every = 1 ms, run = [a, b] }")
            .start()) {
      rig.until(() -> told.size() >= 6);
      assertThat(told)
          .startsWith("a: timer", "b: timer", "a: timer", "b: timer", "a: timer", "b: timer");
    }
  }

  @Test
  void shouldTellJoinedAndLeftInTurnsWhenASwitchConnectsAgainBeforeItsEndIsNoticed() {
    try (Rig rig = joins().duplicates(DuplicateMode.TAKE_NEW).start()) {
      FakeSwitch first = rig.join(1, 5);
      rig.until(() -> told.size() == 1);
      FakeSwitch second = rig.join(4, 5);
      rig.pass(1_000); // the conductor looks now and then
      rig.until(first::isClosedByPeer);
      rig.until(() -> told.size() == 3);
      second.close();
      rig.until(() -> told.size() == 4);
      rig.join(1, 6);
      rig.until(() -> told.contains("a: joined 6"));
      assertThat(told)
          .containsExactly("a: joined 5", "a: left 5", "a: joined 5", "a: left 5", "a: joined 6");
    }
  }

  @Test
  void shouldNotTellOfASwitchWhoseHandshakeEndsAfterAnotherHasItsPlace() {
    try (Rig rig = joins().duplicates(DuplicateMode.TAKE_NEW).start()) {
      FakeSwitch slow = rig.connect();
      slow.send(Messages.HELLO_BOTH).send(Messages.features(4, 5));
      rig.until(() -> rig.connection(5) != null);
      FakeSwitch quick = rig.join(1, 5);
      rig.tell(slow, Messages.portDesc(false, 1, 2));
      rig.until(slow::isClosedByPeer);
      rig.pump();
      rig.until(() -> !told.isEmpty());
      quick.close();
      rig.until(() -> told.contains("a: left 5"));
      assertThat(told).containsExactly("a: joined 5", "a: left 5");
    }
  }

  private RigSetup joins() {
    return Rig.setup()
        .application(Recorder.application("a", told))
        .sequence("{ on = [switch-joined, switch-left], run = [a] }");
  }

  @ParameterizedTest
  @ValueSource(strings = {"walks", "looks away", "throws", "takes the first", "is not there"})
  void shouldKeepLldpFromBatchStagesWhateverTheyDoWhenASequenceWantsIt(String what) {
    List<Integer> seen = new ArrayList<>();
    BatchStage stage =
        (batch, output) -> {
          if (what.equals("throws")) {
            throw new IllegalStateException("always");
          }
          while (!what.equals("looks away") && batch.next()) {
            seen.add(batch.request().ethType());
            if (what.equals("takes the first")) {
              return;
            }
          }
          batch.rewind();
        };
    RigSetup setup =
        Rig.setup()
            .application(Recorder.application("a", told))
            .sequence("{ on = lldp, run = [a] }");
    if (!what.equals("is not there")) {
      setup.stage(stage).sequence("{ on = flow-request, run = [app1] }");
    }
    try (Rig rig = setup.start()) {
      FakeSwitch client = rig.join(1, 1);
      rig.tell(
          client,
          Messages.join(
              EventMessages.packetIn(1, EventMessages.LLDP),
              EventMessages.packetIn(2, Messages.FRAME),
              EventMessages.packetIn(3, EventMessages.BDDP),
              EventMessages.packetIn(4, Messages.FRAME),
              EventMessages.packetIn(5, EventMessages.LLDP)));
      rig.until(() -> told.size() == 3);
      assertThat(told)
          .containsExactly(
              "a: lldp 1.3 88, 34 bytes", "a: lldp 1.3 89, 34 bytes", "a: lldp 1.3 88, 34 bytes");
      rig.until(() -> rig.counted(Counter.REQUESTS) == 2);
      assertThat(rig.counted(Counter.LLDP_FRAMES)).isEqualTo(3);
      Connection connection = rig.connection(1);
      assertThat(connection.served().flowRequests()).isEqualTo(2);
      assertThat(connection.served().lldpFrames()).isEqualTo(3);
      assertThat(connection.servedRequests()).as("of the strategies").isEqualTo(5);
      assertThat(connection.waiting().counts().count()).isEqualTo(2);
      assertThat(seen).doesNotContain(0x88cc, 0x8942);
      assertThat(seen).hasSize(what.equals("walks") ? 2 : what.equals("takes the first") ? 1 : 0);
    }
  }

  @Test
  void shouldGiveLldpToBatchStagesWhenNoSequenceWantsIt() {
    List<Integer> seen = new ArrayList<>();
    try (Rig rig =
        Rig.setup()
            .stage((RequestStage) (request, output) -> seen.add(request.ethType()))
            .application(Recorder.application("a", told))
            .sequence("{ on = flow-request, run = [app0] }")
            .sequence("{ on = switch-joined, run = [a] }")
            .start()) {
      FakeSwitch client = rig.join(1, 1);
      client.send(
          Messages.join(
              EventMessages.packetIn(1, EventMessages.LLDP),
              EventMessages.packetIn(2, EventMessages.BDDP)));
      rig.until(() -> seen.size() == 2);
      assertThat(seen).containsExactly(0x88cc, 0x8942);
      rig.until(() -> !told.isEmpty());
      assertThat(told).containsExactly("a: joined 1");
    }
  }

  @Test
  void shouldLoseOneEventOfOneApplicationWhenItThrows() {
    try (Rig rig =
        Rig.setup()
            .application(
                new TestApplication(
                    "bad",
                    context ->
                        Stages.events(
                            new Recorder("bad", told) {
                              @Override
                              public void onSwitchJoined(SwitchInfo info) {
                                if (info.datapathId() == 2) {
                                  throw new AssertionError("not this one");
                                }
                                super.onSwitchJoined(info);
                              }
                            })))
            .application(Recorder.application("good", told))
            .sequence("{ on = switch-joined, run = [bad, good] }")
            .start()) {
      for (int i = 1; i <= 3; i++) {
        rig.join(1, i);
      }
      rig.until(() -> told.contains("good: joined 3"));
      assertThat(told)
          .containsExactly(
              "bad: joined 1",
              "good: joined 1",
              "good: joined 2",
              "bad: joined 3",
              "good: joined 3");
    }
  }

  @Test
  void shouldKnowWhatAnApplicationHandlesByWhatItOverrides() {
    assertThat(HandledTriggers.of(Stages.events(new EventStage() {}))).isEmpty();
    assertThat(
            HandledTriggers.of(
                Stages.batch(() -> (batch, output) -> {})
                    .andEvents(
                        new EventStage() {
                          @Override
                          public void onLldp(ReceivedFrame frame) {}

                          @Override
                          public void onPortStatus(
                              SwitchInfo info, PortInfo port, PortChange change) {}
                        })))
        .isEqualTo(Set.of(Trigger.FLOW_REQUEST, Trigger.LLDP, Trigger.PORT_STATUS));
    assertThat(HandledTriggers.of(Stages.events(new Recorder("all", told)))).hasSize(8);
  }
}
