package maestro.emulator.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProcessorTimeTest {
  @Test
  void shouldCountTheKernelsTimeAsAPartOfTheProcess() {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "processor time is told in /proc");
    long self = ProcessHandle.current().pid();
    double kernel = ProcessorTime.ofKernelFor(self);
    assertThat(kernel).isNotNegative().isLessThan(ProcessorTime.ofProcess(self));
    assertThat(ProcessorTime.ofKernelFor(0)).isNaN(); // nobody has this number
    assertThat(ProcessorTime.ofProcess(0)).isNaN();
  }
}
