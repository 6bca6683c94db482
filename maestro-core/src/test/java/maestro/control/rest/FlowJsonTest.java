package maestro.control.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import maestro.openflow.entry.FlowModEncoder;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

class FlowJsonTest {
  private static final OFFactory F = OFFactories.getFactory(OFVersion.OF_13);

  private static OFFlowStatsEntry.Builder tableMiss() {
    return F.buildFlowStatsEntry()
        .setTableId(TableId.ZERO)
        .setCookie(U64.of(FlowModEncoder.TABLE_MISS_COOKIE))
        .setPriority(0)
        .setFlags(Set.of(OFFlowModFlags.SEND_FLOW_REM))
        .setMatch(F.matchWildcardAll())
        .setInstructions(to(OFPort.CONTROLLER));
  }

  private static List<OFInstruction> to(OFPort port) {
    return List.of(
        F.instructions().applyActions(List.of(F.actions().buildOutput().setPort(port).build())));
  }

  private static String json(OFFlowStatsEntry.Builder entry) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      FlowJson.write(json, entry.build(), cookie -> Optional.empty());
    }
    return text.toString();
  }

  @Test
  void shouldSayWhoseItIsWhenItIsTheControllersTableMissEntry() throws IOException {
    assertThat(json(tableMiss())).contains("\"application\":\"maestro\"");
  }

  @Test
  void shouldNotClaimAnEntryOfOthersInThePlaceOfTheTableMissEntry() throws IOException {
    String foreign = "\"application\":null";
    assertThat(json(tableMiss().setCookie(U64.of(1)))).contains(foreign);
    assertThat(json(tableMiss().setPriority(1))).contains(foreign);
    assertThat(json(tableMiss().setFlags(Set.of()))).contains(foreign);
    assertThat(json(tableMiss().setInstructions(to(OFPort.NORMAL)))).contains(foreign);
    assertThat(json(tableMiss().setInstructions(List.of()))).contains(foreign);
  }

  @Test
  void shouldNameReservedPorts() throws IOException {
    assertThat(json(tableMiss().setInstructions(to(OFPort.ALL)))).contains("output:all");
    assertThat(json(tableMiss().setInstructions(to(OFPort.IN_PORT)))).contains("output:in_port");
    assertThat(json(tableMiss().setInstructions(to(OFPort.LOCAL)))).contains("output:local");
    assertThat(
            json(
                tableMiss()
                    .setMatch(F.buildMatch().setExact(MatchField.IN_PORT, OFPort.LOCAL).build())))
        .contains("\"in_port\":\"local\"");
  }
}
