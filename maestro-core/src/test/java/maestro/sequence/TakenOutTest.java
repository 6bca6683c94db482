package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import maestro.api.ApplicationContext;
import maestro.api.Stages;
import maestro.net.Rig;
import maestro.net.TestApplication;
import org.junit.jupiter.api.Test;

/** An application that hears when another one is taken out. */
class TakenOutTest {
  private final AtomicReference<ApplicationContext> server = new AtomicReference<>();
  private final AtomicReference<ApplicationContext> client = new AtomicReference<>();
  private final List<String> told = Recorder.list();

  private Rig rig() {
    return Rig.setup()
        .application(Recorder.application("server", told, server::set))
        .application(Recorder.application("client", told, client::set))
        .sequence("{ on = switch-joined, run = [server, client] }")
        .set("maestro.applications.fault-budget=1")
        .start();
  }

  private void failClient() {
    client
        .get()
        .later(
            () -> {
              throw new IllegalStateException("once is enough");
            });
  }

  @Test
  void shouldRunTheTaskOnTheEventThreadWhenTheOtherIsTakenOut() {
    try (Rig rig = rig()) {
      assertThat(client.get().name()).isEqualTo("client");
      server
          .get()
          .whenTakenOut(client.get(), () -> told.add("out: " + Thread.currentThread().getName()));
      server.get().later(() -> told.add("not yet"));
      rig.until(() -> !told.isEmpty());
      failClient();
      rig.until(() -> told.size() == 2);
      assertThat(told).containsExactly("not yet", "out: events");
    }
  }

  @Test
  void shouldRunTheTaskSoonWhenTheOtherIsOutAlready() {
    try (Rig rig = rig()) {
      failClient();
      server.get().whenTakenOut(client.get(), () -> told.add("soon"));
      rig.until(() -> !told.isEmpty());
      server.get().whenTakenOut(client.get(), () -> told.add("late"));
      rig.until(() -> told.size() == 2);
      assertThat(told).containsExactly("soon", "late");
    }
  }

  @Test
  void shouldHoldWhatTheTaskThrowsAgainstTheOneThatAsked() {
    try (Rig rig = rig()) {
      server
          .get()
          .whenTakenOut(
              client.get(),
              () -> {
                throw new IllegalStateException("in the task");
              });
      client.get().whenTakenOut(server.get(), () -> told.add("never: it is out itself"));
      failClient();
      rig.until(() -> rig.faults().get("server") == 1);
      assertThat(told).isEmpty();
    }
  }

  @Test
  void shouldRefuseItWhileTheControllerStarts() {
    AtomicReference<Throwable> refused = new AtomicReference<>();
    TestApplication early =
        new TestApplication(
            "early",
            context -> {
              try {
                context.whenTakenOut(context, () -> {});
              } catch (IllegalStateException e) {
                refused.set(e);
              }
              return Stages.events(new Recorder("early", told));
            });
    try (Rig rig =
        Rig.setup().application(early).sequence("{ on = switch-joined, run = [early] }").start()) {
      assertThat(rig.faults()).isNotNull();
      assertThat(refused.get()).hasMessageContaining("while it starts");
    }
  }
}
