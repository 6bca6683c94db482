package maestro.bench.hostile;

import java.time.Duration;
import java.util.List;
import java.util.Map;
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
import maestro.api.HeldRequest;
import maestro.api.PortInfo;
import maestro.api.PublishedView;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.Store;
import maestro.api.SwitchInfo;
import maestro.api.SwitchOutput;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowDelete;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * Makes each {@link Mistake} with the packets that ask for it, throws in every event and task, and
 * has no state for one switch. It leaves other packets to the applications behind it.
 */
public final class HostileApplication implements Application, EventStage {
  private static final System.Logger LOG = System.getLogger("hostile");
  private static final FlowOptions OPTIONS = FlowOptions.timeouts(1, 1);
  private static final Duration PERIOD = Duration.ofMillis(100);
  private static final int GARBAGE_BYTES = 8 << 20;
  private static final int TASKS = 10_000;
  private static final int USES = 1_000;
  private static final int THREADS = 100;
  private static final int NO_PORT = 9_999;
  private static final int FAR = 1 << 20;
  private static final long NO_SWITCH = 0xdead_beefL;
  private static final long SLEEP_MS = 5;
  private static final int NO_GROUP = 99;

  /** More than the attacked controller lets it keep. */
  private static final int STORED_BYTES = 1 << 20;

  /** The switch for which it fails to make its state. */
  public static final long STATELESS_SWITCH = 0x0bad_57a7_e000_0000L;

  private ApplicationContext context;
  private PublishedView<Object> view;
  private Store store;

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
    store = context.store();
    context.switchLocal(HostileApplication::state);
    context.background("thrower", () -> fail("a task"));
    context.backgroundEvery("periodic-thrower", PERIOD, () -> fail("a periodic task"));
    return Stages.batch(Stage::new).andEvents(this);
  }

  private static long state(SwitchInfo info) {
    return info.datapathId() == STATELESS_SWITCH ? fail("a state") : info.datapathId();
  }

  private static long fail(String what) {
    throw new IllegalStateException(what);
  }

  @Override
  public void onSwitchJoined(SwitchInfo info) {
    fail("a join");
  }

  @Override
  public void onSwitchLeft(SwitchInfo info) {
    throw new AssertionError("a leave");
  }

  @Override
  public void onPortStatus(SwitchInfo info, PortInfo port, PortChange change) {
    fail("a port");
  }

  @Override
  public void onTimer() {
    fail("a timer");
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
        case THROW -> fail("a request");
        case THROW_AN_ERROR -> throw new AssertionError("a request");
        case RECURSE -> recurse(1);
        case MISS_A_CLASS -> Missing.call();
        case EXIT -> System.exit(3);
        case INTERRUPT -> Thread.currentThread().interrupt();
        case ANSWER_FIVE_TIMES -> answerFiveTimes(request, output);
        case HOLD_FOR_EVER -> output.hold(request);
        case HOLD_AND_ANSWER -> holdAndAnswer(request, output);
        case ANSWER_TWICE_WHAT_IS_HELD -> output.hold(request).ifPresent(this::answerTwice);
        case KEEP_FOR_A_THREAD -> new Thread(() -> useWhatIsKept(request, output)).start();
        case USE_WHAT_WAS_KEPT -> useFormer(request, output);
        case STEAL_THE_BATCH -> new Thread(batch::next).start();
        case SKIP_IN_THE_BATCH -> batch.next();
        case LOCK_THE_OUTPUT -> new Thread(() -> lock(output)).start();
        case ALLOCATE -> LOG.log(System.Logger.Level.TRACE, new byte[GARBAGE_BYTES]);
        case NO_SUCH_PORT -> output.forward(request, NO_PORT);
        case TOO_MANY_PORTS -> output.forward(request, new int[1], FAR);
        case NO_OPTIONS -> output.installAndForward(request, 1, null);
        case NO_ACTIONS -> output.forward(request, (FlowActions) null);
        case NO_ACTIONS_BEFORE -> output.before(request, null);
        case NO_REQUEST -> output.flood(null);
        case TOO_LONG_A_REPLY -> output.reply(request, new byte[FAR], FAR);
        case NO_SUCH_SWITCH -> output.install(NO_SWITCH, request, 1, 2, OPTIONS);
        case NO_SUCH_GROUP ->
            output.installAndForward(request, FlowActions.NONE.group(NO_GROUP), OPTIONS);
        case SEND_TO_NO_PORT -> output.send(request.datapathId(), toNoPort(request));
        case READ_BEYOND_THE_FRAME -> request.frameByte(request.frameLength());
        case REMOVE_ALL -> output.send(request.datapathId(), removeAll(request));
        case WAIT_FOR_AN_ANSWER -> waitForAnAnswer(request.datapathId());
        case WAIT_ON_THE_EVENT_THREAD -> waitOnTheEventThread(request.datapathId());
        case THROW_ON_THE_EVENT_THREAD -> context.later(() -> fail("a task of the event thread"));
        case THROW_IN_A_TIMER -> context.after(Duration.ZERO, () -> fail("a timer of its own"));
        case EXIT_ON_THE_EVENT_THREAD -> context.later(() -> System.exit(3));
        case INTERRUPT_THE_EVENT_THREAD -> context.later(() -> Thread.currentThread().interrupt());
        case USE_ON_THE_EVENT_THREAD -> context.later(() -> useWhatIsKept(request, output));
        case SLEEP_ON_THE_EVENT_THREAD -> context.later(this::sleep);
        case THROW_FROM_A_CALLBACK -> throwFromACallback(request);
        case FLOOD_WITH_TASKS -> floodWithTasks();
        case FLOOD_WITH_EVENTS -> floodWithEvents();
        case PUBLISH_ANOTHER_TYPE -> view.publish(1);
        case DECLARE_TOO_LATE -> context.sharedTable(1);
        case STORE_TOO_MUCH -> store.put("much", new byte[STORED_BYTES]);
        case START_THREADS -> startThreads();
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

    private void holdAndAnswer(FlowRequest request, SwitchOutput output) {
      var unused = output.hold(request);
      output.flood(request);
    }

    private void answerTwice(HeldRequest held) {
      held.forward(FlowActions.outputs(1));
      held.forward(FlowActions.outputs(1));
    }

    private void lock(SwitchOutput output) {
      synchronized (output) {
        sleep();
      }
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

    private void floodWithEvents() {
      for (int i = 0; i < TASKS; i++) {
        context.reportWarning("hostile", "x".repeat(USES), Map.of());
      }
    }

    private void startThreads() {
      for (int i = 0; i < THREADS; i++) {
        new Thread(this::sleep).start();
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
