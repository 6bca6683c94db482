package maestro.emulator.engine.thread;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.engine.connection.ControllerLines;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.PacketInBatch;

/**
 * What comes before the load: handshakes, and the hosts' addresses.
 *
 * <p>A controller is done with a switch when it asked for the features and then, after a barrier,
 * said nothing for 20 ms, or nothing at all for 300 ms. Only a barrier that came last counts, since
 * some send one in the middle of the handshake and pause. Addresses are sent from each host to
 * everybody, a few hundred at a time; a controller that does not answer those is taught all the
 * same, at a slower pace. Confined to one load thread.
 */
final class LoadPreparation {
  private static final long QUIET_AFTER_BARRIER_NS = 20_000_000;
  private static final long QUIET_NS = 300_000_000;
  private static final long UNANSWERED_NS = 100_000_000;
  private static final int MOST_TAUGHT_AT_ONCE = 256;

  private final LoadSettings settings;
  private final List<LoadSwitch> switches;
  private final List<PacketInBatch> batches = new ArrayList<>();

  LoadPreparation(LoadSettings settings, List<LoadSwitch> switches) {
    this.settings = settings;
    this.switches = switches;
  }

  void greet(long nowNs) throws IOException {
    for (LoadSwitch sw : switches) {
      sw.greet();
      sw.lastTalkNs(nowNs);
    }
  }

  /**
   * Whether the controller is done with every switch.
   *
   * @throws ControllerFailure when it refused one or let one wait for too long
   */
  boolean isDone(long nowNs) throws ControllerFailure {
    boolean done = true;
    for (LoadSwitch sw : switches) {
      done &= isDone(sw, settings, nowNs);
    }
    return done;
  }

  /** Whether the controller is done with a switch; throws as the one above. */
  static boolean isDone(LoadSwitch sw, LoadSettings settings, long nowNs) throws ControllerFailure {
    if (!sw.emulated().refusal().isEmpty()) {
      throw new ControllerFailure(sw.name() + ": " + sw.emulated().refusal());
    }
    long quietNs = nowNs - sw.lastTalkNs();
    if (sw.lines != null) {
      return isDone(sw, sw.lines, quietNs, settings);
    }
    if (sw.emulated().up()) {
      return quietNs >= (sw.emulated().barrierLast() ? QUIET_AFTER_BARRIER_NS : QUIET_NS);
    }
    if (quietNs > settings.setUpLimitNs()) {
      throw new ControllerFailure(
          "the controller sent "
              + sw.name()
              + (sw.emulated().greeted() ? " no FEATURES_REQUEST" : " no HELLO")
              + " within "
              + settings.setUpLimitNs() / 1_000_000
              + " ms"
              + (sw.emulated().greeted() ? "" : ": does it speak OpenFlow at this port?"));
    }
    return false;
  }

  /** The same of a switch with several controllers: one of them has to serve it. */
  private static boolean isDone(
      LoadSwitch sw, ControllerLines lines, long quietNs, LoadSettings settings)
      throws ControllerFailure {
    if (!lines.refusal().isEmpty()) {
      throw new ControllerFailure(sw.name() + ": " + lines.refusal());
    }
    if (lines.isAnyDown()) {
      throw new ControllerFailure(
          "a controller closed the connection of " + sw.name() + " before there was load");
    }
    if (!lines.areReady() && quietNs > settings.setUpLimitNs()) {
      throw new ControllerFailure(
          "of the controllers of "
              + sw.name()
              + " one sent no FEATURES_REQUEST, or all are slaves, for "
              + settings.setUpLimitNs() / 1_000_000
              + " ms");
    }
    return lines.areReady() && quietNs >= QUIET_NS;
  }

  /** When the last of the controller's messages before load came. */
  long lastTalkNs() {
    long lastNs = switches.get(0).lastTalkNs();
    for (LoadSwitch sw : switches) {
      lastNs = sw.lastTalkNs() - lastNs > 0 ? sw.lastTalkNs() : lastNs;
    }
    return lastNs;
  }

  /** Picks the form of each switch's requests by what the controller said it wants to see. */
  void chooseRequests() {
    for (LoadSwitch sw : switches) {
      int version = sw.load.description().version();
      int missSendBytes = sw.emulated().missSendBytes();
      for (PacketInBatch batch : batches) {
        if (batch.fits(version, settings.frameBytes(), missSendBytes)) {
          sw.batch(batch);
        }
      }
      if (sw.batch() == null) {
        sw.batch(
            new PacketInBatch(version, settings.frameBytes(), settings.buffered(), missSendBytes));
        batches.add(sw.batch());
      }
    }
  }

  /** Sends more addresses when all those sent before were answered. */
  void teach(LoadSwitch sw, RequestSender sender, long nowNs) throws IOException {
    if (sw.outstanding.isEmpty() && !sw.connection().isBlocked()) {
      if (sender.sendLearning(sw, MOST_TAUGHT_AT_ONCE, nowNs) > 0) {
        sw.lastAnswerNs(nowNs);
      }
    }
  }

  /** Goes on teaching where nothing moves. Returns whether all is taught and answered or quiet. */
  boolean isTaught(RequestSender sender, long nowNs) throws IOException {
    boolean taught = true;
    for (LoadSwitch sw : switches) {
      long quietNs = nowNs - sw.lastAnswerNs();
      boolean sentAll = sw.learnedHosts() == sw.load.hostCount();
      if (!sentAll && quietNs > UNANSWERED_NS) {
        sw.outstanding.forgive();
      }
      teach(sw, sender, nowNs);
      taught &= sentAll && (sw.outstanding.isEmpty() || quietNs > QUIET_NS);
    }
    return taught;
  }
}
