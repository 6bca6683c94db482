package maestro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import maestro.cluster.ClusterGroup;
import maestro.cluster.ClusterStatus;
import maestro.cluster.GroupProvider;
import maestro.config.ClusterConfig;
import maestro.config.MaestroConfig;
import maestro.config.SwitchNames;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.staticflows.StaticFlowJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two controllers of one process as members of a cluster, with a group in memory. */
class HandOverTest {
  private static final String FLOW =
      "{\"dpid\": 1, \"priority\": 500, \"match\": {\"in_port\": 1}, \"actions\": [\"output:2\"]}";
  private static final Map<String, InMemory> GROUPS = new ConcurrentHashMap<>();

  @TempDir Path folder;

  /** Found as the group of each controller that starts in {@link #start}. */
  public static final class Provider implements GroupProvider {
    @Override
    public ClusterGroup create(ClusterConfig config) {
      InMemory group = new InMemory(config.self());
      GROUPS.put(config.self(), group);
      return group;
    }
  }

  private static final class InMemory implements ClusterGroup {
    private final String name;
    private volatile Listener listener;

    InMemory(String name) {
      this.name = name;
    }

    @Override
    public void start(Listener newListener) {
      listener = newListener;
    }

    @Override
    public boolean send(String member, byte[] message) {
      GROUPS.get(member).listener.message(name, message.clone());
      return true;
    }

    @Override
    public void rejoin() {}

    @Override
    public void close() {}
  }

  /** Finds the provider above, and else what its parent finds. */
  private static final class Services extends ClassLoader {
    Services(ClassLoader parent) {
      super(parent);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      if (!name.equals("META-INF/services/" + GroupProvider.class.getName())) {
        return super.getResources(name);
      }
      byte[] text = Provider.class.getName().getBytes(StandardCharsets.UTF_8);
      URLStreamHandler handler =
          new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) {
              return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() {
                  return new ByteArrayInputStream(text);
                }
              };
            }
          };
      return Collections.enumeration(List.of(new URL("memory", "", 0, "/services", handler)));
    }
  }

  private Maestro start(String self) throws Exception {
    List<CommandLineSetting> settings =
        List.of(
            CommandLineSetting.parse("--set", "maestro.listen=\"127.0.0.1:0\""),
            CommandLineSetting.parse("--set", "maestro.control.listen=\"127.0.0.1:0\""),
            CommandLineSetting.parse(
                "--set", "maestro.control.static-flows=\"" + folder.resolve(self) + "\""),
            CommandLineSetting.parse(
                "--set",
                ("maestro.cluster={ self = %s, members { a = \"127.0.0.1:1\", b = \"127.0.0.1:2\""
                        + " } }")
                    .formatted(self)));
    MaestroConfig config =
        ConfigLoader.parse(Optional.empty(), settings).validate(List.of()).maestro();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(new Services(before));
    try {
      return Maestro.start(config, List.of());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void shouldMirrorStaticFlowsAndHandOverBeforeAMove() throws Exception {
    try (Maestro a = start("a");
        Maestro b = start("b")) {
      List.of("a", "b").forEach(each -> GROUPS.get(each).listener.view(1, List.of("a", "b")));
      await().until(() -> a.cluster().filter(ClusterStatus::isActive).isPresent());
      await().until(() -> active(b).equals("a"));

      assertThat(a.staticFlows().put(StaticFlowJson.read("one", FLOW, SwitchNames.NONE)).get())
          .isTrue();
      await().until(() -> b.staticFlows().find("one").isPresent());

      for (Maestro asked : List.of(a, b)) {
        assertThat(asked.moveSwitches("b", List.of()).get(10, TimeUnit.MINUTES)).isEmpty();
        assertThat(asked.moveSwitches("z", List.of()).get(10, TimeUnit.MINUTES))
            .contains("no member is named z");
      }
    }
  }

  private static String active(Maestro member) {
    return member.cluster().map(ClusterStatus::active).orElse("");
  }
}
