package maestro.bench.hostile;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.FlowActions;
import maestro.api.FlowBatch;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.PublishedView;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchOutput;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * Makes each {@link Mistake} with the packets that ask for it, and throws in every event. It leaves
 * other packets to the applications behind it.
 */
public final class HostileApplication implements Application, EventStage {
  private static final System.Logger LOG = System.getLogger("hostile");
  private static final FlowOptions OPTIONS = FlowOptions.timeouts(1, 1);
  private static final int GARBAGE_BYTES = 8 << 20;
  private static final int TASKS = 10_000;
  private static final int USES = 1_000;
  private static final int NO_PORT = 9_999;
  private static final int FAR = 1 << 20;
  private static final long NO_SWITCH = 0xdead_beefL;
  private static final long SLEEP_MS = 5;

  private ApplicationContext context;
  private PublishedView<Object> view;

  @Override
  public String name() {
    return "hostile";
  }

  @Override
  public String version() {
    return "1.0";
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // so that it can publish what it has not declared
  public Stages start(ApplicationContext services) {
    context = services;
    view = (PublishedView) context.publishes("hostile-view", String.class, "");
    return Stages.batch(Stage::new).andEvents(this);
  }

  @Override
  public void onSwitchJoined(SwitchInfo info) {
    throw new IllegalStateException("a join");
  }

  @Override
  public void onSwitchLeft(SwitchInfo info) {
    throw new AssertionError("a leave");
  }

  /** Not in the jar: nobody finds it when the stage is the first to need it. */
  static final class Missing {
    private Missing() {}

    static void call() {}
  }

  private final class Stage implements RequestStage {
    private FlowBatch batch;
    private FlowRequest kept;
    private SwitchOutput keptOutput;

    @Override
    public void onBatch(FlowBatch requests, SwitchOutput output) {
      batch = requests;
      RequestStage.super.onBatch(requests, output);
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      Mistake mistake = Mistake.of(request.ethSrc());
      if (mistake != null) {
        make(mistake, request, output);
      }
    }

    private void make(Mistake mistake, FlowRequest request, SwitchOutput output) {
      switch (mistake) {
        case THROW -> throw new IllegalStateException("a request");
        case THROW_AN_ERROR -> throw new AssertionError("a request");
        case RECURSE -> recurse(1);
        case MISS_A_CLASS -> Missing.call();
        case EXIT -> System.exit(3);
        case INTERRUPT -> Thread.currentThread().interrupt();
        case ANSWER_FIVE_TIMES -> answerFiveTimes(request, output);
        case KEEP_FOR_A_THREAD -> new Thread(() -> useWhatIsKept(request, output)).start();
        case USE_WHAT_WAS_KEPT -> useFormer(request, output);
        case STEAL_THE_BATCH -> new Thread(batch::next).start();
        case ALLOCATE -> LOG.log(System.Logger.Level.TRACE, new byte[GARBAGE_BYTES]);
        case NO_SUCH_PORT -> output.forward(request, NO_PORT);
        case TOO_MANY_PORTS -> output.forward(request, new int[1], FAR);
        case NO_OPTIONS -> output.installAndForward(request, 1, null);
        case NO_ACTIONS -> output.forward(request, (FlowActions) null);
        case TOO_LONG_A_REPLY -> output.reply(request, new byte[FAR], FAR);
        case NO_SUCH_SWITCH -> output.install(NO_SWITCH, request, 1, 2, OPTIONS);
        case SEND_TO_NO_PORT -> output.send(request.datapathId(), toNoPort(request));
        case READ_BEYOND_THE_FRAME -> request.frameByte(request.frameLength());
        case REMOVE_ALL -> output.send(request.datapathId(), removeAll(request));
        case WAIT_FOR_AN_ANSWER -> waitForAnAnswer(request.datapathId());
        case WAIT_ON_THE_EVENT_THREAD -> waitOnTheEventThread(request.datapathId());
        case THROW_FROM_A_CALLBACK -> throwFromACallback(request);
        case FLOOD_WITH_TASKS -> floodWithTasks();
        case PUBLISH_ANOTHER_TYPE -> view.publish(1);
        case DECLARE_TOO_LATE -> context.sharedTable(1);
        case LOG -> LOG.log(System.Logger.Level.WARNING, "x".repeat(FAR));
        case SLEEP -> sleep();
      }
    }

    private int recurse(int depth) {
      return depth < 0 ? 0 : recurse(depth + 1) + 1;
    }

    private void answerFiveTimes(FlowRequest request, SwitchOutput output) {
      output.flood(request);
      output.flood(request);
      output.forward(request, 1);
      output.installAndForward(request, 2, OPTIONS);
      output.drop(request);
    }

    private void useFormer(FlowRequest request, SwitchOutput output) {
      FlowRequest former = kept;
      SwitchOutput formerOutput = keptOutput;
      kept = request;
      keptOutput = output;
      if (former != null) {
        useWhatIsKept(former, formerOutput);
      }
    }

    private void useWhatIsKept(FlowRequest request, SwitchOutput output) {
      for (int i = 0; i < USES; i++) {
        try {
          output.flood(request);
        } catch (IllegalStateException e) {
          // as it should be
        }
      }
    }

    private OFMessage toNoPort(FlowRequest request) {
      OFFactory factory = context.switches().factory(request.datapathId());
      return factory
          .buildPacketOut()
          .setInPort(OFPort.ANY)
          .setActions(List.of(factory.actions().output(OFPort.of(NO_PORT), 0)))
          .build();
    }

    private OFFlowDelete removeAll(FlowRequest request) {
      return context.switches().factory(request.datapathId()).buildFlowDelete().build();
    }

    private void waitOnTheEventThread(long datapathId) {
      context.later(() -> waitForAnAnswer(datapathId));
    }

    private void waitForAnAnswer(long datapathId) {
      OFMessage barrier = context.switches().factory(datapathId).buildBarrierRequest().build();
      try {
        context.switches().request(datapathId, barrier).get(SLEEP_MS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException | ExecutionException | TimeoutException e) {
        throw new IllegalStateException(e);
      }
    }

    private void throwFromACallback(FlowRequest request) {
      long datapathId = request.datapathId();
      OFMessage barrier = context.switches().factory(datapathId).buildBarrierRequest().build();
      var unused =
          context
              .switches()
              .request(datapathId, barrier)
              .thenAcceptAsync(
                  parts -> {
                    throw new IllegalStateException("a callback");
                  },
                  context::later);
    }

    private void floodWithTasks() {
      for (int i = 0; i < TASKS; i++) {
        context.later(() -> {});
        context.after(Duration.ofSeconds(1), () -> {});
      }
    }

    private void sleep() {
      try {
        Thread.sleep(SLEEP_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The classes of its jar. */
  public static List<Class<?>> classes() {
    return Stream.concat(
            Stream.of(Mistake.class), Stream.of(HostileApplication.class.getNestMembers()))
        .filter(each -> each != Missing.class)
        .toList();
  }
}
