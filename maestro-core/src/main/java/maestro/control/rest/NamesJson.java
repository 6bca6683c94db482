package maestro.control.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import maestro.api.SwitchInfo;
import maestro.config.SwitchNames;
import maestro.openflow.PortNumber;

/**
 * Writes switches and ports with what operators call them. Confined to the control thread.
 *
 * @param json an object is begun
 */
record NamesJson(SwitchNames names, JsonGenerator json) {
  /** The datapath id of a switch, and its name, which is null without one. */
  void ofSwitch(String field, String nameField, long datapathId) throws IOException {
    json.writeStringField(field, SwitchInfo.format(datapathId));
    json.writeStringField(nameField, names.of(datapathId).orElse(null));
  }

  /** The number of a port, and its name; without one, as Open vSwitch prints it. */
  void ofPort(String field, String nameField, long datapathId, int port) throws IOException {
    json.writeNumberField(field, Integer.toUnsignedLong(port));
    json.writeStringField(
        nameField, names.ofPort(datapathId, port).orElseGet(() -> PortNumber.text(port)));
  }
}
