package maestro.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import maestro.bench.paper.PaperRound.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class PaperFilesTest {
  @TempDir private Path folder;

  private PaperFigure figure() throws Exception {
    PaperEntry entry = SmallPaper.entry(folder);
    Readings readings = new Readings(entry, 2);
    for (String subject : List.of("static-partition", "shared-queue")) {
      for (int workers = 1; workers <= 2; workers++) {
        List<PaperRound> rounds = new ArrayList<>();
        for (int number = 1; number <= 2; number++) {
          double rps = 1e6 * workers + 1000 * number;
          Map<String, Double> values = Map.of("rps", rps);
          Reading reading = new Reading(subject, String.valueOf(workers), values);
          rounds.add(new PaperRound(number, "", List.of(reading), List.of()));
        }
        readings.add(rounds);
      }
    }
    return PaperFigure.of(entry, readings, "");
  }

  @Test
  void shouldPutOursBesideThePapersNumbers() throws Exception {
    Path page = PaperFiles.write(folder, List.of(figure()), SmallPaper.provenance("c0ffee"), 2);
    assertThat(Files.readString(folder.resolve("paper.csv")).lines())
        .startsWith("paper,figure,metric,series,at,x,y,low,high,unit,source,mark,commit")
        .contains(
            "Small,small-1,rps,static-partition,2,2,2001500,2001000,2002000,1,simulated,,c0ffee",
            "Small,small-1,rps,static-partition,2,2,2000000,2000000,2000000,1,paper,,",
            "Small,small-1,rps,shared-queue,1,1,1001500,1001000,1002000,1,stand-in,,c0ffee")
        .hasSize(1 + 4 + 1 + 4);
    assertThat(Files.readString(page))
        .contains("Small, Figure 1: Who is faster", "says the paper", "2.002 M (2 M)")
        .contains("\"y\":2000000.0", "\"tags\":[\"simulated\",\"disagrees\"]")
        .doesNotContain("<link", " src=");
    assertThat(Files.readString(folder.resolve("environment.json"))).contains("\"c0ffee\"");
  }

  @Test
  void shouldDrawAPictureOfEachChart() throws Exception {
    PaperFiles.write(folder, List.of(figure()), SmallPaper.provenance("c0ffee"), 2);
    String svg = Files.readString(folder.resolve("figures/small-1-rps.svg"));
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
    assertThat(svg).contains("Small, Figure 1: Who is faster", "shared-queue (stand-in)");
    assertThat(svg.lines().filter(line -> line.contains("r=\"5\""))).hasSize(1); // stated
    assertThat(svg).doesNotContain("NaN");
  }
}
