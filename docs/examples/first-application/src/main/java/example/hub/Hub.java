package example.hub;

import java.lang.System.Logger.Level;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;

/** Answers every flow request by sending its packet out of all other ports, like a hub. */
public final class Hub implements Application {
  private static final System.Logger LOG = System.getLogger("hub");

  @Override
  public String name() {
    return "hub";
  }

  @Override
  public String version() {
    return "1.0";
  }

  @Override
  public Stages start(ApplicationContext context) {
    int most = context.config().getInt("most-requests");
    SwitchLocal<Count> counts = context.switchLocal(info -> new Count());
    return Stages.batch(() -> new Stage(counts, most));
  }

  /** State of one switch: a plain field, since one worker at a time serves a switch. */
  private static final class Count {
    private int requests;
  }

  /** Each worker has a stage of its own, so its fields need no lock either. */
  private final class Stage implements RequestStage {
    private final SwitchLocal<Count> counts;
    private final int most;
    private boolean hasRun;

    Stage(SwitchLocal<Count> counts, int most) {
      this.counts = counts;
      this.most = most;
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      if (!hasRun) {
        hasRun = true;
        LOG.log(Level.INFO, "hub " + version() + " runs on " + Thread.currentThread().getName());
      }
      if (++counts.of(request).requests <= most) {
        output.flood(request);
      } else {
        output.drop(request);
      }
    }
  }
}
