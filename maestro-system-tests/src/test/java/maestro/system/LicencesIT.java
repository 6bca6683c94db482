package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody has looked at the licence of each thing that ships. */
@Tag("package")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LicencesIT {
  @TempDir static Path unpacked;
  private static UnpackedArchive archive;

  @BeforeAll
  static void unpack() throws Exception {
    archive = UnpackedArchive.into(unpacked);
  }

  /** A row of the table: what ships, what is offered, what is taken, and where the text is. */
  private record Row(String artifact, String version, String offered, String text) {}

  @Test
  void shouldListEverythingThatShips() throws IOException {
    assertThat(listed().stream().map(row -> row.artifact + " " + row.version + ": " + row.offered))
        .as("docs/licences.md")
        .containsExactlyInAnyOrderElementsOf(shipped());
  }

  @Test
  void shouldShipTheTextOfEachLicence() throws IOException {
    for (Row row : listed()) {
      boolean isOurs = row.text.equals("LICENSE");
      assertThat(archive.path(isOurs ? row.text : "licences/" + row.text)).isNotEmptyFile();
    }
  }

  private static List<Row> listed() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(archive.path("docs/licences.md"))) {
      String[] cells = line.split(" *\\| *", -1);
      if (cells.length == 8 && cells[1].contains(":")) {
        rows.add(new Row(cells[1], cells[2], cells[3], cells[5]));
      }
    }
    return rows;
  }

  /** The bill of materials, without Maestro's own modules. */
  private static List<String> shipped() throws IOException {
    JsonNode bill = new ObjectMapper().readTree(archive.billOfMaterials().toFile());
    List<String> lines = new ArrayList<>();
    for (JsonNode component : bill.get("components")) {
      String group = component.get("group").asText();
      if (!group.equals("maestro")) {
        String offered =
            StreamSupport.stream(component.get("licenses").spliterator(), false)
                .map(each -> each.get("license"))
                .map(licence -> licence.has("id") ? licence.get("id") : licence.get("name"))
                .map(JsonNode::asText)
                .collect(Collectors.joining(", "));
        String artifact = group + ":" + component.get("name").asText();
        lines.add(artifact + " " + component.get("version").asText() + ": " + offered);
      }
    }
    return lines;
  }
}
