package maestro.sequence.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import maestro.api.ApplicationContext;
import maestro.api.FlowActions;
import maestro.api.FlowBatch;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.Stages;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.View;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.TestApplication;
import maestro.openflow.ColdCodec;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * A stage that keeps its batch, a request or its output, and uses it outside its call, gets an
 * exception from every method. Nothing is written, and no other stage notices.
 */
class KeptReferenceTest {
  private static final String MESSAGE =
      "application keeper uses a request, a batch or an output that it has kept: they are valid"
          + " only while its stage runs, and only on the thread of that stage";

  @AutoClose private final LogOf log = new LogOf(FaultLog.class);

  private final List<Object> kept = new ArrayList<>();
  private final List<Throwable> thrown = new ArrayList<>();
  private Runnable inStage = () -> {};
  private boolean isBeforeNext;
  private SwitchLocal<String> local;
  private View<String> view;
  @AutoClose private Rig rig;
  private FakeSwitch client;

  private Stages keeper(ApplicationContext context) {
    local = context.switchLocal(info -> "state");
    view = context.publishes("v", String.class, "value");
    return Stages.batch(() -> this::onBatch);
  }

  private void onBatch(FlowBatch batch, SwitchOutput output) {
    if (isBeforeNext) {
      inStage.run();
    }
    while (batch.next()) {
      FlowRequest request = batch.request();
      if (kept.isEmpty()) {
        kept.addAll(List.of(batch, request, request.untracked(), output));
      }
      if (!isBeforeNext) {
        inStage.run();
      }
      output.forward(request, 7);
    }
  }

  @BeforeEach
  void start() {
    rig =
        Rig.setup()
            .application(new TestApplication("keeper", this::keeper))
            .stage((batch, output) -> assertThat(batch.next()).isTrue())
            .sequence("{ on = flow-request, run = [keeper, app1] }")
            .set("maestro.applications.fault-budget=1000000")
            .start();
    client = rig.join(1, 1);
  }

  /** What a request brings. */
  private List<Integer> answers(int xid) {
    return rig.ask(client, Messages.packetIn(1, xid, 5, 3, Messages.FRAME)).stream()
        .map(Messages::xid)
        .toList();
  }

  /** Uses everything that was kept, by every method; what was thrown is in the list. */
  private int useAll(Class<?>... onlyOf) {
    int uses = 0;
    for (Object each : kept) {
      for (Class<?> type : List.of(FlowBatch.class, FlowRequest.class, SwitchOutput.class)) {
        if (type.isInstance(each) && (onlyOf.length == 0 || List.of(onlyOf).contains(type))) {
          for (Method method : type.getMethods()) {
            boolean isRequest = method.getName().equals("request"); // which checks itself
            if (!isRequest && !Modifier.isStatic(method.getModifiers())) {
              call(each, method);
              uses++;
            }
          }
        }
      }
    }
    for (Object each : kept) {
      if (each instanceof FlowRequest request) {
        use(() -> local.of(request));
        use(() -> view.at(request));
        uses += 2;
      }
    }
    return uses;
  }

  private void use(Runnable use) {
    try {
      use.run();
    } catch (IllegalStateException e) {
      thrown.add(e);
    }
  }

  private void call(Object on, Method method) {
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = argument(method.getParameterTypes()[i]);
    }
    try {
      method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      thrown.add(e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private Object argument(Class<?> type) {
    if (type == FlowRequest.class) {
      return kept.get(1);
    }
    if (type == FlowActions.class) {
      return FlowActions.NONE;
    }
    if (type == FlowOptions.class) {
      return FlowOptions.timeouts(5, 0);
    }
    if (type == OFMessage.class) {
      return ColdCodec.factory(1).buildBarrierRequest().build();
    }
    if (type == byte[].class) {
      return Messages.FRAME;
    }
    if (type == int[].class) {
      return new int[] {1};
    }
    return type == long.class ? (Object) 1L : (Object) 1;
  }

  private void assertRefused(int uses) {
    assertThat(uses).isPositive();
    assertThat(thrown).hasSize(uses).extracting(Throwable::getMessage).containsOnly(MESSAGE);
    assertThat(rig.faults().get("keeper")).isEqualTo(uses);
    assertThat(log.events()).as("said once").hasSize(1);
  }

  private static void elsewhere(Runnable task) {
    Thread thread = new Thread(task);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldRefuseEveryMethodWhenTheStageHasReturned() {
    assertThat(answers(1)).containsExactly(1);
    int uses = useAll();
    assertThat(answers(2)).as("nothing else was written").containsExactly(2);
    assertRefused(uses);
  }

  @Test
  void shouldRefuseEveryMethodWhenAnotherThreadUsesThemDuringTheCall() {
    int[] uses = {0};
    inStage = () -> elsewhere(() -> uses[0] = useAll());
    assertThat(answers(1)).containsExactly(1);
    inStage = () -> {};
    assertThat(answers(2)).containsExactly(2);
    assertRefused(uses[0]);
  }

  @Test
  void shouldRefuseTheRequestOfAnEarlierBatchWhenTheNextOneStandsBeforeItsFirst() {
    assertThat(answers(1)).containsExactly(1);
    int[] uses = {0};
    isBeforeNext = true;
    inStage = () -> uses[0] = useAll(FlowRequest.class);
    assertThat(answers(2)).containsExactly(2);
    inStage = () -> {};
    assertRefused(uses[0]);
  }
}
