package maestro.apps.probing;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.PortInfo;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import maestro.apps.packets.PacketOuts;
import maestro.apps.settings.Durations;
import maestro.apps.settings.ShippedApplication;
import org.projectfloodlight.openflow.protocol.OFFactory;

/**
 * Sends probes out of the ports of all switches; discovery receives them at the other ends of the
 * links.
 *
 * <ol>
 *   <li>The ports of a switch that joins are probed at once, and so is a port that comes up.
 *   <li>Each time the sequence's timer fires, a round begins. It probes every physical port that is
 *       up once, spread over {@code spread}, so that a large network is not flooded in bursts.
 *   <li>If a round is not over when the timer fires, it goes on, and no new round begins.
 *   <li>A round is over when its last probe was sent. {@link ProbeRounds#TRAVEL_TIME} later its
 *       probes are due.
 * </ol>
 *
 * <p>Each probe carries a seal, by which discovery recognizes forged probes, and the number of its
 * round. {@link ProbeRounds} states what that defends against.
 */
public final class Probing extends ShippedApplication {
  private static final Duration SLICE = Duration.ofMillis(10);
  private static final Duration MOST_SPREAD = Duration.ofHours(1);

  public Probing() {
    super("probing", 4);
  }

  @Override
  public Stages start(ApplicationContext context) {
    Config config = context.config();
    Duration spread = Durations.between(config, "spread", Duration.ZERO, MOST_SPREAD);
    String key = config.getString("key");
    ProbeRounds rounds = key.isEmpty() ? ProbeRounds.withRandomKey() : ProbeRounds.withKey(key);
    if (key.isEmpty()) { // else each member of a cluster has it
      context.savesState(rounds::key);
      context.restoresState(rounds::restore);
    }
    context.publishes("probe-rounds", ProbeRounds.class, rounds);
    return Stages.events(new Prober(context, rounds, spread, config.getBoolean("broadcast")));
  }

  private static final class Prober implements EventStage {
    private final ApplicationContext context;
    private final ProbeRounds rounds;
    private final int slices;
    private final boolean broadcast;

    /** The remaining ports of the round. */
    private final Queue<Target> left = new ArrayDeque<>();

    private int targetsPerSlice;

    private record Target(SwitchInfo info, PortInfo port) {}

    Prober(ApplicationContext context, ProbeRounds rounds, Duration spread, boolean broadcast) {
      this.context = context;
      this.rounds = rounds;
      this.slices = (int) Math.max(1, spread.dividedBy(SLICE));
      this.broadcast = broadcast;
    }

    @Override
    public void onSwitchJoined(SwitchInfo info) { // 1
      for (PortInfo port : context.switches().ports(info.datapathId())) {
        if (isProbed(port)) {
          probe(info, port);
        }
      }
    }

    @Override
    public void onPortStatus(SwitchInfo info, PortInfo port, PortChange change) { // 1
      if (change != PortChange.REMOVED && isProbed(port)) {
        probe(info, port);
      }
    }

    @Override
    public void onTimer() { // 2
      if (!left.isEmpty()) { // 3
        return;
      }
      rounds.next();
      for (SwitchInfo info : context.switches().all()) {
        for (PortInfo port : context.switches().ports(info.datapathId())) {
          if (isProbed(port)) {
            left.add(new Target(info, port));
          }
        }
      }
      targetsPerSlice = (left.size() + slices - 1) / slices;
      probeSlice();
    }

    private void probeSlice() {
      for (int i = 0; i < targetsPerSlice && !left.isEmpty(); i++) {
        Target target = left.remove();
        probe(target.info(), target.port());
      }
      if (left.isEmpty()) { // 4
        long over = rounds.current();
        context.after(ProbeRounds.TRAVEL_TIME, () -> rounds.setDue(over));
      } else {
        context.after(SLICE, this::probeSlice);
      }
    }

    private static boolean isProbed(PortInfo port) {
      return port.up() && port.isPhysical();
    }

    private void probe(SwitchInfo info, PortInfo port) {
      send(info, port, true);
      if (broadcast) {
        send(info, port, false);
      }
    }

    private void send(SwitchInfo info, PortInfo port, boolean direct) {
      Switches switches = context.switches();
      OFFactory factory = switches.factory(info.datapathId());
      Probe probe = rounds.probe(info.datapathId(), port.number(), direct);
      byte[] frame = LldpCodec.encode(probe, port.hardwareAddress());
      // A switch that left or is congested misses this round; discovery allows for that.
      switches.send(info.datapathId(), PacketOuts.outOf(factory, port.number(), frame));
    }
  }
}
