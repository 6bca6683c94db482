package maestro.network.scenario;

import java.io.IOException;
import java.util.BitSet;
import java.util.stream.IntStream;
import maestro.network.link.Failures;
import maestro.network.plan.NetworkPlan;
import maestro.network.plan.Places;

/**
 * Lets things fail and come back as events say. A switch that stops loses its controller, too, and
 * comes back to it unless that is away. Confined to one thread.
 */
public final class EventRun {
  private final NetworkPlan plan;
  private final Failures failures;
  private final Plant plant;
  private final Places places;

  /** The switches whose controller is away. */
  private final BitSet away = new BitSet();

  /** What has the connections of switches to controllers. */
  public interface Plant {
    /** Takes the connections of a switch away, or lets it connect again. */
    void away(int index, boolean isAway);

    /** A switch stops: its connections end, and it forgets everything. */
    void stop(int index) throws IOException;

    /** A switch that was stopped starts and connects. */
    void start(int index) throws IOException;
  }

  EventRun(NetworkPlan plan, Failures failures, Plant plant) {
    this.plan = plan;
    this.failures = failures;
    this.plant = plant;
    this.places = new Places(plan);
  }

  /** Does what an event says. */
  void happen(NetworkEvent event) throws IOException {
    boolean fails = event.kind().fails();
    int index = event.index();
    switch (event.kind()) {
      case LINK_DOWN, LINK_UP ->
          failures.setCable(places.switchAt(index), places.portAt(index), fails);
      case PORT_DOWN, PORT_UP ->
          failures.setPort(index / Places.PORTS, index % Places.PORTS, fails);
      case SWITCH_DOWN -> plant.stop(index);
      case SWITCH_UP -> {
        plant.start(index);
        plant.away(index, away.get(index));
      }
      case CONTROLLER_AWAY, CONTROLLER_BACK ->
          IntStream.range(0, plan.switchCount())
              .filter(i -> index == NetworkEvent.ALL || index == i)
              .forEach(
                  i -> {
                    away.set(i, fails);
                    plant.away(i, fails);
                  });
    }
  }
}
