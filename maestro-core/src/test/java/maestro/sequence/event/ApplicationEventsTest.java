package maestro.sequence.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.metrics.OperatorEvent;
import maestro.metrics.OperatorEvent.Severity;
import maestro.metrics.OperatorEvents;
import org.junit.jupiter.api.Test;

class ApplicationEventsTest {
  private static final long SECOND_NS = 1_000_000_000L;

  private final OperatorEvents operatorEvents = new OperatorEvents();
  private long nowNs = -5;
  private final ApplicationEvents events = new ApplicationEvents(operatorEvents, () -> nowNs);

  private void tell(String application) {
    events.add(application, Severity.INFO, "told", "text", Map.of());
  }

  private List<OperatorEvent> taken() {
    List<OperatorEvent> taken = new ArrayList<>();
    for (OperatorEvent each = operatorEvents.poll(); each != null; each = operatorEvents.poll()) {
      taken.add(each);
    }
    return taken;
  }

  @Test
  void shouldTellUnderTheNameOfTheApplicationWhatOthersCanRead() {
    Object own =
        new Object() {
          @Override
          public String toString() {
            return "mine";
          }
        };
    events.add("app", Severity.WARNING, "no-lease", "text", Map.of("n", 7, "own", own));
    assertThat(taken())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.type()).isEqualTo("app.no-lease");
              assertThat(event.severity()).isEqualTo(Severity.WARNING);
              assertThat(event.details())
                  .isEqualTo(Map.of("n", 7L, "own", "mine", "application", "app"));
            });
  }

  @Test
  void shouldLeaveOutWhatIsTooMuchAndSayHowMuch() {
    for (int i = 0; i < 100; i++) {
      tell("loud");
    }
    tell("quiet");
    assertThat(taken()).hasSize(61);
    nowNs += SECOND_NS;
    tell("loud");
    tell("loud");
    assertThat(taken())
        .singleElement()
        .satisfies(event -> assertThat(event.details()).containsEntry("leftOut", 40L));
    nowNs += 1_000 * SECOND_NS;
    for (int i = 0; i < 100; i++) {
      tell("loud");
    }
    assertThat(taken()).hasSize(60);
  }

  @Test
  void shouldRefuseTypesAndDetailsThatAreNone() {
    Map<String, Integer> many = new HashMap<>();
    for (int i = 0; i < 17; i++) {
      many.put("d" + i, i);
    }
    assertThatThrownBy(() -> events.add("app", Severity.INFO, "a.b", "text", Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> events.add("app", Severity.INFO, "told", "text", many))
        .isInstanceOf(IllegalArgumentException.class);
    events.add("app", Severity.INFO, "told", "t".repeat(1_000), Map.of());
    assertThat(taken()).singleElement().satisfies(event -> assertThat(event.text()).hasSize(500));
  }
}
