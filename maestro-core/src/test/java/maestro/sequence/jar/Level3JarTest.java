package maestro.sequence.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import maestro.api.Application;
import maestro.api.packet.FrameBuilder;
import maestro.config.file.Problems;
import maestro.entries.PlatformCookie;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import maestro.sequence.JarBuilder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowDeleteStrict;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsRequest;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/**
 * A jar that was compiled against the names of API level 3 runs unchanged. {@code ReleasedApiTest}
 * says that these names are the released ones; {@code ReloadTest} hands state over by them.
 */
class Level3JarTest {
  private static final OFFactory FACTORY = ColdCodec.factory(OpenFlow.VERSION_13);

  @TempDir Path folder;
  @AutoClose private Rig rig;

  private Rig run(String body) throws Exception {
    String source =
        """
        import java.util.List;
        import maestro.api.*;
        import org.projectfloodlight.openflow.protocol.*;
        @SuppressWarnings("removal")
        public class Old implements Application {
          public String name() { return "old"; }
          public String version() { return "1"; }
          public int requiredApiLevel() { return 3; }
          %s
        }
        """
            .formatted(body);
    new JarBuilder().compiled("Old", source).provider("Old").write(folder.resolve("old.jar"));
    Problems problems = new Problems();
    List<FoundApplication> found = ApplicationJars.find(List.of(folder), problems);
    assertThat(problems.lines()).isEmpty();
    Application old = found.get(0).application();
    rig = Rig.setup().application(old).sequence("{ on = flow-request, run = [old] }").start();
    return rig;
  }

  @Test
  void shouldAnswerRequests() throws Exception {
    run(
        """
        public Stages start(ApplicationContext context) {
          FlowOptions options = new FlowOptions(
              5, 0, FlowOptions.USUAL_PRIORITY + 1, false, FlowOptions.USUAL_COOKIE);
          return Stages.batch(() -> (batch, output) -> {
            while (batch.nextForMany()) {
              FlowRequest request = batch.request();
              if (request.unnoted().ipProtocol() == 17) {
                output.installAndForward(request, 2, options);
              } else {
                request.frameByte(20);
                Sent sent = output.install(2, request, 1, 2, options);
                int port = sent == Sent.CANNOT_BE_SAID ? 9 : 100;
                switch (context.vlans().leaving(1, 1, Vlans.UNTAGGED)) {
                  case UNTAGGED -> port += 2;
                  default -> port += 100;
                }
                port += FlowActions.outputs(1, 2).isForMany() ? 4 : 100;
                output.forward(request, port);
              }
            }
          });
        }
        """);
    FakeSwitch client = rig.join(OpenFlow.VERSION_13, 1);
    FakeSwitch unused = rig.join(OpenFlow.VERSION_13, 2);
    FrameBuilder udp = FrameBuilder.ethernet(0xffff_ffff_ffffL, 1).ipv4(1, 2).udp(67, 68);
    FrameBuilder tcp = FrameBuilder.ethernet(0xffff_ffff_ffffL, 1).ipv4(1, 2).tcp(3, 4, 5, 6, 2, 7);
    byte[] alone = FrameBuilder.ethernet(2, 1).ipv4(1, 2).udp(67, 68).build();

    client.send(Messages.packetIn(4, 1, -1, 1, alone));
    client.send(Messages.packetIn(4, 2, -1, 1, udp.build()));
    client.send(Messages.packetIn(4, 3, -1, 1, tcp.build()));
    List<OFMessage> answers = rig.await(client, 3).stream().map(Messages::parsed).toList();

    assertThat(rig.faults()).containsEntry("old", 0);
    assertThat(answers).hasSize(3);
    OFFlowAdd entry = (OFFlowAdd) answers.get(0);
    assertThat(entry.getPriority()).isEqualTo(101);
    assertThat(entry.getCookie().getValue()).isEqualTo(PlatformCookie.of("old"));
    assertThat(entry.getMatch().get(MatchField.IP_PROTO)).isNull();
    assertThat(outputOf(answers.get(1))).isEqualTo(2);
    assertThat(outputOf(answers.get(2))).isEqualTo(8 + 4 + 2 + 1);
  }

  private static int outputOf(OFMessage packetOut) {
    return ((OFActionOutput) ((OFPacketOut) packetOut).getActions().get(0))
        .getPort()
        .getPortNumber();
  }

  /** Entries of priority 1 stay, 2 are removed, 3 replaced, 4 undecided; 5 is missing. */
  private static final String WORTH =
      """
      static OFFlowMod add(ApplicationContext context, SwitchInfo info, int priority) {
        return context.switches().factory(info.datapathId()).buildFlowAdd()
            .setPriority(priority).build();
      }
      static Worth worth(ApplicationContext context, SwitchInfo info, FlowEntry entry) {
        return switch (entry.priority()) {
          case 1 -> Worth.KEEP;
          case 2 -> Worth.REMOVE;
          case 3 -> Worth.replaceBy(add(context, info, 3));
          default -> Worth.UNDECIDED;
        };
      }
      """;

  @Test
  void shouldAskAnEntryKeeper() throws Exception {
    run(
        WORTH
            + """
            public Stages start(ApplicationContext context) {
              context.keepsEntries(new EntryKeeper() {
                boolean begun;
                @Override public void begin(SwitchInfo info) { begun = true; }
                @Override public Worth worthOf(SwitchInfo info, FlowEntry entry) {
                  return worth(context, info, entry);
                }
                @Override public List<OFFlowMod> missing(SwitchInfo info) {
                  return begun ? List.of(add(context, info, 5)) : List.of();
                }
              });
              return Stages.batch(() -> (batch, output) -> {});
            }
            """);

    assertThat(changesAfterADump(3)).containsExactly("delete 2", "add 3", "add 5");
    assertThat(rig.faults()).containsEntry("old", 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "context.keepsEntries((info, entry) -> worth(context, info, entry));",
        "context.keepsEntries(context.switchLocal(info -> info),"
            + " (info, own, entry) -> worth(context, own, entry));"
      })
  void shouldAskALambda(String declaration) throws Exception {
    String start =
        "public Stages start(ApplicationContext context) { "
            + declaration
            + " return Stages.batch(() -> (batch, output) -> {}); }";
    run(WORTH + start);

    assertThat(changesAfterADump(2)).containsExactly("delete 2", "add 3");
    assertThat(rig.faults()).containsEntry("old", 0);
  }

  /** What a switch is told that has shown four entries of the application. */
  private List<String> changesAfterADump(int count) {
    FakeSwitch client = rig.connect();
    client.hearEntriesAsked();
    client
        .send(Messages.HELLO_BOTH)
        .send(Messages.features(4, 1))
        .send(Messages.portDesc(false, 1));
    List<String> changes = new ArrayList<>();
    rig.until(
        () -> {
          for (byte[] each : client.take()) {
            OFMessage message = Messages.parsed(each);
            if (message instanceof OFFlowStatsRequest) {
              client.send(dump(message.getXid()));
            } else if (message instanceof OFFlowMod mod
                && mod.getCookie().getValue() == PlatformCookie.of("old")) {
              String what = mod instanceof OFFlowDeleteStrict ? "delete " : "add ";
              changes.add(what + mod.getPriority());
            }
          }
          return changes.size() >= count;
        });
    rig.settle();
    return changes;
  }

  private static byte[] dump(long xid) {
    List<OFFlowStatsEntry> entries =
        IntStream.rangeClosed(1, 4)
            .mapToObj(
                priority ->
                    FACTORY
                        .buildFlowStatsEntry()
                        .setTableId(TableId.of(0))
                        .setPriority(priority)
                        .setCookie(U64.of(PlatformCookie.of("old")))
                        .setMatch(FACTORY.matchWildcardAll())
                        .build())
            .toList();
    return ColdCodec.bytes(FACTORY.buildFlowStatsReply().setXid(xid).setEntries(entries).build());
  }
}
