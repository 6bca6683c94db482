package maestro.emulator.engine.thread;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import maestro.emulator.engine.clock.RunClock;
import maestro.emulator.engine.connection.Churn;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.plan.SwitchEvent;

/**
 * Lets the events of a scenario happen to the switches of one load thread.
 *
 * <ol>
 *   <li>A port that goes down or up is said by PORT_STATUS; no discovery frame leaves by it while
 *       it is down.
 *   <li>A switch that goes down closes its connection. What it had asked for and was not answered
 *       is set aside: nobody can answer it any more, so it is not missing.
 *   <li>While it is down it asks for nothing; what was planned for that time is left out of the
 *       plan.
 *   <li>A switch that comes up connects, shakes hands and says which ports are down, as at the
 *       start. It asks again when the controller is done with it.
 * </ol>
 *
 * <p>Confined to one load thread, which calls it once a millisecond.
 */
final class ThreadChurn {
  private final Churn churn;
  private final RunClock clock;
  private final LoadSettings settings;
  private final Selector selector;
  private final LightSwitches lights;
  private final List<LoadSwitch> switches;

  /** Not up yet, or not again. */
  private final List<LoadSwitch> absent = new ArrayList<>();

  /** Of these, those that shake hands. */
  private final List<LoadSwitch> greeting = new ArrayList<>();

  private int next;

  ThreadChurn(
      Churn churn,
      RunContext run,
      Selector selector,
      LightSwitches lights,
      List<LoadSwitch> switches) {
    this.churn = churn;
    this.clock = run.clock();
    this.settings = run.settings();
    this.selector = selector;
    this.lights = lights;
    this.switches = switches;
  }

  /** Lets happen what is due. Called while there is load. */
  void apply(SendPolicy policy, long nowNs) throws IOException, ControllerFailure {
    List<SwitchEvent> events = churn.events();
    while (next < events.size() && nowNs - clock.measureStartNs() >= events.get(next).atNs()) {
      SwitchEvent event = events.get(next);
      next++;
      for (LoadSwitch sw : switches) {
        if (sw.number == event.switchNumber() && !sw.probing) {
          apply(event, sw, nowNs);
        }
      }
    }
    if (!absent.isEmpty()) {
      returning(policy, nowNs);
    }
  }

  private void apply(SwitchEvent event, LoadSwitch sw, long nowNs) throws IOException {
    if (event.port() > 0) { // 1
      churn.set(sw.number, event.port(), event.down());
      byte[] message = sw.emulated().port(event.port(), event.down());
      if (!sw.connection().isHeld()) {
        sw.connection().send(message);
        sw.connection().flush();
      }
    } else if (event.down()) { // 2
      sw.connection().takeDown();
      sw.emulated().restart();
      sw.goDown(nowNs - clock.measureStartNs());
      absent.add(sw);
    } else { // 4
      churn.wantConnection(sw);
    }
  }

  private void returning(SendPolicy policy, long nowNs) throws IOException, ControllerFailure {
    Optional<Churn.Connected> back = churn.take(absent);
    while (back.isPresent()) {
      Churn.Connected each = back.get();
      LoadSwitch sw = each.loadSwitch();
      sw.connection().bringUp(each.line(), register(each.line().socket(), sw));
      lights.connected(sw);
      sw.connection().send(sw.emulated().hello());
      sw.connection().flush();
      sw.lastTalkNs(nowNs);
      greeting.add(sw);
      back = churn.take(absent);
    }
    for (LoadSwitch sw : absent) {
      while (sw.planned() != null && sw.planned().nextNs() - nowNs <= 0) { // 3
        sw.planned().advance();
      }
      sw.lastEchoNs(nowNs);
    }
    for (int i = greeting.size() - 1; i >= 0; i--) {
      LoadSwitch sw = greeting.get(i);
      if (LoadPreparation.isDone(sw, settings, nowNs)) {
        greeting.remove(i);
        absent.remove(sw);
        sw.comeUp(nowNs - clock.measureStartNs());
        sw.lastAnswerNs(nowNs);
        sw.connection().release();
        policy.unblocked(sw, nowNs);
      }
    }
  }

  private SelectionKey register(SocketChannel channel, LoadSwitch sw) throws IOException {
    channel.configureBlocking(false);
    try {
      return channel.register(selector, SelectionKey.OP_READ, sw);
    } catch (ClosedChannelException e) {
      throw new IOException("the controller closed the new connection of " + sw.name(), e);
    }
  }
}
