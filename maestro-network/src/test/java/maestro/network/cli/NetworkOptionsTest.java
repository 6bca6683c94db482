package maestro.network.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import maestro.emulator.cli.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator sees of wrong options of the network and of the demo. */
class NetworkOptionsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo --port 65536",
        "demo --port many",
        "network --virtual-time",
        "network --listen 127.0.0.1:0 --config c",
        "network --listen 127.0.0.1:0 --fail-if errors>0",
        "network --listen 127.0.0.1:0 --scenario s --pingall",
        "network --listen 127.0.0.1:0 --scenario s --ipv6",
        "network --pingall",
        "network --controller 127.0.0.1:1 --pingall --topology nosuch:4",
        "network --controller 127.0.0.1:1 --pingall --wildcard-entries -1"
      })
  void shouldExitWithTwoAndSayOneLineWhenOptionsAreWrong(String line) {
    assertThat(execute(line)).isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .matches("maestro.*: .*found .*; allowed: .*; help: maestro.* --help");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--listen [::1]:65530 --topology linear:7 | --listen: found ports up to 65536; allowed:"
            + " 65535",
        "--controller 127.0.0.1:1 --hosts 1001 | --hosts: found 1001; allowed: 0 to 1000",
        "--controller 127.0.0.1:1 --buffers 65537 | --buffers: found 65537; allowed: 0 to 65536",
        "--controller 127.0.0.1:1 --link-delay -1 | --link-delay: found -1; allowed: 0 to 10000000"
      })
  void shouldNameTheBoundsWhenAnOptionOfANetworkIsBeyondThem(String options, String message) {
    assertThat(execute("network --pingall " + options)).isEqualTo(2);
    assertThat(err.toString()).contains(": " + message + ";").hasLineCount(1);
  }

  @Test
  void shouldRefuseMoreControllersThanASwitchConnectsTo() {
    String nine = " --controller 127.0.0.1:1".repeat(9);
    assertThat(execute("network --pingall" + nine)).isEqualTo(2);
    assertThat(err.toString()).contains(": --controller: found 9; allowed: 1 to 8;");
  }

  @Test
  void shouldStandInTheOrderOfTheHelpAmongTheCommandsOfTheEmulator() {
    assertThat(execute("emulated")).isEqualTo(2);
    assertThat(err.toString())
        .contains("found 'emulated'; allowed: demo, compare, emulate, network, diff,");
  }

  private int execute(String line) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(line.split(" "));
  }
}
