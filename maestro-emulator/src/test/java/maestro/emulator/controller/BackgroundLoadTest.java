package maestro.emulator.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is a controller, and who is another program. */
class BackgroundLoadTest {
  @BeforeEach
  void needProc() {
    assumeTrue(Files.exists(Path.of("/proc/net/tcp")), "processes can be seen in /proc");
  }

  @Test
  void shouldFindTheProcessThatListens() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(BackgroundLoad.listening(server.getLocalPort()))
          .containsExactly(ProcessHandle.current().pid());
    }
  }

  @Test
  void shouldKnowTheOthersWhenTheControllerIsSeen() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      BackgroundLoad others =
          BackgroundLoad.beside((InetSocketAddress) server.getLocalSocketAddress());
      assertThat(others.processors()).as("not begun").isNaN();
      others.begin();
      assertThat(others.processors()).isNotNaN();
    }
  }

  @Test
  void shouldKnowNothingWhenNobodyIsSeenListening() throws IOException {
    InetSocketAddress closed;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = (InetSocketAddress) server.getLocalSocketAddress();
    }
    BackgroundLoad others = BackgroundLoad.beside(closed);
    others.begin();
    assertThat(others.processors()).isNaN();
  }

  @Test
  void shouldKnowTheOthersWhenTheControllerIsElsewhere() throws IOException {
    byte[] elsewhere = {(byte) 192, 0, 2, 1};
    BackgroundLoad others =
        BackgroundLoad.beside(new InetSocketAddress(InetAddress.getByAddress(elsewhere), 6653));
    others.begin();
    assertThat(others.processors()).isNotNaN();
  }

  @Test
  void shouldKnowTheProcessorTimeOfTheControllerWhenItsProcessIsKnown() {
    long pid = ProcessHandle.current().pid();
    double before = ProcessorTime.ofProcess(pid);
    assertThat(BackgroundLoad.beside(List.of(pid)).controllerSeconds())
        .isBetween(before, ProcessorTime.ofProcess(pid) + 60);
    assertThat(BackgroundLoad.beside(List.of()).controllerSeconds()).isNaN();
  }
}
