package maestro.sequence;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.PortInfo;
import maestro.api.ReceivedFrame;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.net.TestApplication;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/** An event stage that writes down what it is told, but for the ticks of its timer. */
public class Recorder implements EventStage {
  private final String name;
  private final List<String> told;

  public Recorder(String name, List<String> told) {
    this.name = name;
    this.told = told;
  }

  /** A list that the event thread writes and the test reads. */
  public static List<String> list() {
    return new CopyOnWriteArrayList<>();
  }

  /** An application with a recorder. */
  static Application application(String name, List<String> told) {
    return application(name, told, context -> {});
  }

  /** An application with a recorder that also declares something. */
  static Application application(
      String name, List<String> told, Consumer<ApplicationContext> start) {
    return new TestApplication(
        name,
        context -> {
          start.accept(context);
          return Stages.events(new Recorder(name, told));
        });
  }

  public void write(String event) {
    told.add(name + ": " + event);
  }

  @Override
  public void onSwitchJoined(SwitchInfo info) {
    write("joined " + info.datapathId());
  }

  @Override
  public void onSwitchLeft(SwitchInfo info) {
    write("left " + info.datapathId());
  }

  @Override
  public void onPortStatus(SwitchInfo info, PortInfo port, PortChange change) {
    write("port " + info.datapathId() + "." + port.number() + " " + change);
  }

  @Override
  public void onFlowRemoved(SwitchInfo info, OFFlowRemoved message) {
    write("flow removed " + info.datapathId() + " cookie " + message.getCookie().getValue());
  }

  @Override
  public void onLldp(ReceivedFrame frame) {
    write(
        "lldp %d.%d %02x, %d bytes"
            .formatted(
                frame.from().datapathId(),
                frame.inPort(),
                frame.bytes()[12] & 0xff,
                frame.bytes().length));
  }

  @Override
  public void onTimer() {
    write("timer");
  }

  @Override
  public void onViewChanged(String view) {
    write("view " + view);
  }

  @Override
  public void onAnnouncement(String announcement, Object value) {
    write("announced " + announcement + " " + value);
  }
}
