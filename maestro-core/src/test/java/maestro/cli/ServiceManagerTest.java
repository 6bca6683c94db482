package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What systemd is told, by a socket as systemd has it. */
class ServiceManagerTest {
  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM = 2;
  private static final int MSG_DONTWAIT = 0x40;

  /** A datagram socket of this machine. */
  private static final class Receiver implements AutoCloseable {
    private final NativeLibrary c = NativeLibrary.getInstance("c");
    private final int descriptor;

    Receiver(String name) {
      descriptor = call("socket", AF_UNIX, SOCK_DGRAM, 0);
      byte[] path = name.replace('@', '\0').getBytes(StandardCharsets.UTF_8);
      byte[] address =
          ByteBuffer.allocate(2 + path.length)
              .order(ByteOrder.nativeOrder())
              .putShort((short) AF_UNIX)
              .put(path)
              .array();
      assertThat(call("bind", descriptor, address, address.length)).isZero();
    }

    private int call(String function, Object... arguments) {
      return c.getFunction(function).invokeInt(arguments);
    }

    /** What has come: a datagram is there when its sender has sent it. */
    String next() {
      byte[] bytes = new byte[4096];
      int length = call("recv", descriptor, bytes, new NativeLong(bytes.length), MSG_DONTWAIT);
      return new String(bytes, 0, Math.max(0, length), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
      call("close", descriptor);
    }
  }

  @BeforeAll
  static void needLinux() {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "systemd is for Linux");
  }

  private final List<String> told = new ArrayList<>();

  private ServiceManager watchedEvery(long ns) {
    return new ServiceManager(told::add, OptionalLong.of(ns));
  }

  private static void tellsOf(String socket) {
    try (Receiver systemd = new Receiver(socket)) {
      ServiceManager manager =
          ServiceManager.of(Map.of("NOTIFY_SOCKET", socket, "WATCHDOG_USEC", "20000000"));
      assertThat(systemd.next()).isEmpty();
      manager.ready("listening on 127.0.0.1:6653");
      assertThat(systemd.next()).isEqualTo("READY=1\nSTATUS=listening on 127.0.0.1:6653");
      manager.giveSign(Optional.empty());
      assertThat(systemd.next()).isEqualTo("WATCHDOG=1");
      manager.stopping();
      assertThat(systemd.next()).isEqualTo("STOPPING=1");
      assertThat(systemd.next()).isEmpty();
    }
  }

  @Test
  void shouldTellSystemdByAFile(@TempDir Path folder) {
    tellsOf(folder.resolve("notify").toString());
  }

  @Test
  void shouldTellSystemdByAnAbstractName() {
    tellsOf("@maestro/" + UUID.randomUUID());
  }

  @Test
  void shouldTellNobodyWithoutSystemd() {
    ServiceManager manager = ServiceManager.of(Map.of());
    manager.ready("listening");
    manager.watch(
        () -> {
          throw new AssertionError("nobody watches");
        });
    manager.stopping();
  }

  @Test
  void shouldRunOnWhenSystemdCannotBeTold(@TempDir Path folder) {
    ServiceManager.of(Map.of("NOTIFY_SOCKET", folder.resolve("nobody").toString())).ready("x");
    ServiceManager.of(Map.of("NOTIFY_SOCKET", "vsock:2:9999")).ready("x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "@", "notify", "vsock:2:9999"})
  void shouldRefuseANameThatIsNoSocket(String name) {
    assertThatThrownBy(() -> new NotifySocket(name))
        .isInstanceOf(IOException.class)
        .hasMessage("found '%s'; allowed: a path, or a name behind @", name);
    assertThatThrownBy(() -> new NotifySocket("/" + "x".repeat(107)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void shouldGiveNoSignOfLifeAsLongAsSomethingIsWrong() {
    ServiceManager manager = watchedEvery(1_000_000_000);
    manager.giveSign(Optional.empty());
    manager.giveSign(Optional.of("the conductor is stuck"));
    manager.giveSign(Optional.of("the conductor is stuck"));
    manager.giveSign(Optional.empty());

    assertThat(told).containsExactly("WATCHDOG=1", "STATUS=the conductor is stuck", "WATCHDOG=1");
  }
}
