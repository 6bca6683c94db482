package maestro.emulator.controller;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
  @Test
  void shouldSayThatItIsNoJvmWhenTheProcessIsAnotherProgram() throws IOException {
    assumeTrue(Files.exists(Path.of("/proc/self/maps")), "libraries can be seen in /proc");
    Process cat = new ProcessBuilder("cat").start(); // ends when its input does
    try {
      assertThatThrownBy(() -> ChildJvm.attach(cat.pid()))
          .isInstanceOf(IOException.class)
          .hasMessage("process " + cat.pid() + " is no JVM");
    } finally {
      cat.destroy();
    }
  }
}
