package maestro.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayFileTest {
  private static final int MICROSECONDS = 0xa1b2c3d4;
  private static final int NANOSECONDS = 0xa1b23c4d;
  private static final int ETHERNET = 1;
  private static final int FRAME_BYTES = 60;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("times");
  }

  @Test
  void shouldReadTimesOfEachSwitchWhenTheyAreListed() throws Exception {
    Files.writeString(file, "# seconds, switch\n0.5,2\n\n 0.000001500 , 1 \n0.25,2\n3,1\n");
    assertThat(ReplayFile.read(file, 3))
        .isDeepEqualTo(
            new long[][] {{1500, 3_000_000_000L}, {250_000_000, 500_000_000}, new long[0]});
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "1.5,0", "1.5,4", "-1,2", "1.5,2,3", "1e3,1", "now,1", "1;2"})
  void shouldNameFileAndLineWhenALineIsWrong(String line) throws IOException {
    Files.writeString(file, "# first\n0.5,2\n" + line + "\n");
    assertThatThrownBy(() -> ReplayFile.read(file, 3))
        .isInstanceOf(ScenarioException.class)
        .hasMessage(
            file
                + ":3: found '"
                + line
                + "'; allowed: seconds and a switch from 1 to 3, such as 0.00125,17");
  }

  @Test
  void shouldSayWhatIsMissingWhenThereIsNothing() throws IOException {
    assertThatThrownBy(() -> ReplayFile.read(file, 3)).hasMessage(file + ": no such file");
    Files.writeString(file, "# nothing\n");
    assertThatThrownBy(() -> ReplayFile.read(file, 3)).hasMessageContaining("found no request");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    assertThatThrownBy(() -> ReplayFile.read(file, 3))
        .hasMessageContaining("neither a pcap file nor text");
  }

  @ParameterizedTest
  @CsvSource({"true, 1000", "false, 1000", "true, 1", "false, 1"})
  void shouldReadPacketsWhenItIsPcap(boolean little, int nsPerFraction) throws Exception {
    ByteBuffer pcap = header(little, nsPerFraction == 1 ? NANOSECONDS : MICROSECONDS, ETHERNET);
    packet(pcap, 100, 7, 0xaa);
    packet(pcap, 100, 9, 0xbb);
    packet(pcap, 101, 7, 0xaa);
    packet(pcap, 101, 8, 0xcc);
    write(pcap);
    assertThat(ReplayFile.read(file, 2))
        .as("the third source is the first switch's again")
        .isDeepEqualTo(
            new long[][] {{0, 1_000_000_000, 1_000_000_000 + nsPerFraction}, {2L * nsPerFraction}});
  }

  @ParameterizedTest
  @CsvSource({
    "12, 'byte 0: found 12 bytes; allowed: a header of 24'",
    "30, 'byte 24: found 6 bytes; allowed: a whole packet header'",
    "60, 'byte 32: found a packet of 60 bytes; allowed: what is left: 20'"
  })
  void shouldNameFileAndByteWhenPcapIsCutOff(int bytes, String message) throws IOException {
    ByteBuffer pcap = header(true, MICROSECONDS, ETHERNET);
    packet(pcap, 1, 1, 0xaa);
    write(pcap, bytes);
    assertThatThrownBy(() -> ReplayFile.read(file, 2)).hasMessage(file + ": " + message);
  }

  @Test
  void shouldNameTheLinkTypeWhenItIsNotKnown() throws IOException {
    write(header(true, MICROSECONDS, 105));
    assertThatThrownBy(() -> ReplayFile.read(file, 2))
        .hasMessageStartingWith(file + ": byte 20: found link type 105; allowed: 1 (Ethernet)");
  }

  @Test
  void shouldSayHowToConvertWhenItIsPcapng() throws IOException {
    write(ByteBuffer.allocate(64).putInt(0x0a0d0d0a));
    assertThatThrownBy(() -> ReplayFile.read(file, 2)).hasMessageContaining("editcap -F pcap");
  }

  @Test
  void shouldTakeAReplayInsteadOfARateOnly() throws Exception {
    Files.writeString(file, "0.5,2\n");
    String arrivals = "rates.arrivals=replay(" + file + ")";
    Scenario scenario = ScenarioFile.defaultsWith("load=rate", arrivals);
    assertThat(scenario.replays()).isTrue();
    assertThat(scenario.schedule()).isEmpty();
    assertThatThrownBy(() -> ScenarioFile.defaultsWith("load=rate", arrivals, "rates.total=5k"))
        .hasMessageContaining("found a replay and rates.total; allowed: either of them");
    assertThatThrownBy(() -> ScenarioFile.defaultsWith("load=rate", arrivals, "network.switches=1"))
        .hasMessageContaining(file + ":1: found '0.5,2'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"even", "poisson", "bursts(20)", "on-off(50 x 4)", "pareto(1.5)"})
  void shouldKeepTheLawWhenItIsWrittenAgain(String text) throws Exception {
    Scenario scenario = ScenarioFile.defaultsWith("load=rate", "rates.arrivals=" + text);
    assertThat(scenario.shape().arrivals().text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"odd", "bursts(1)", "bursts(2.5)", "on-off(5)", "pareto(1)", "even(3)"})
  void shouldSayWhatIsAllowedWhenTheLawIsWrong(String text) {
    assertThatThrownBy(() -> ScenarioFile.defaultsWith("load=rate", "rates.arrivals=" + text))
        .hasMessageContaining("rates.arrivals")
        .hasMessageContaining("poisson, even, bursts(N)");
  }

  @Test
  void shouldTakeALimitOrNone() throws Exception {
    assertThat(ScenarioFile.defaultsWith().outstandingLimit()).isZero();
    assertThat(ScenarioFile.defaultsWith("outstanding.limit=512").outstandingLimit())
        .isEqualTo(512);
    for (String wrong : new String[] {"0", "-1", "all", "1000001"}) {
      assertThatThrownBy(() -> ScenarioFile.defaultsWith("outstanding.limit=" + wrong))
          .hasMessageContaining("none, or a number of requests from 1 to 1000000");
    }
  }

  private static ByteBuffer header(boolean little, int magic, int linkType) {
    ByteBuffer pcap =
        ByteBuffer.allocate(1024).order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    return pcap.putInt(magic).putInt(0x0002_0004).putLong(0).putInt(65535).putInt(linkType);
  }

  private static void packet(ByteBuffer pcap, int seconds, int fraction, int source) {
    pcap.putInt(seconds).putInt(fraction).putInt(FRAME_BYTES).putInt(FRAME_BYTES);
    byte[] frame = new byte[FRAME_BYTES];
    frame[11] = (byte) source;
    pcap.put(frame);
  }

  private void write(ByteBuffer pcap) throws IOException {
    write(pcap, pcap.position());
  }

  private void write(ByteBuffer pcap, int length) throws IOException {
    byte[] bytes = new byte[length];
    pcap.get(0, bytes);
    Files.write(file, bytes);
  }
}
