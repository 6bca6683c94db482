package maestro.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What a controller loads of this module. */
class ControllerAloneTest {
  /** Loads the classes of controller and group anew, and notes them. */
  private static final class Noting extends ClassLoader {
    private final Set<String> loaded = ConcurrentHashMap.newKeySet();

    Noting() {
      super(ControllerAloneTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("maestro.") && !name.startsWith("org.jgroups.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? defined(name) : known;
      }
    }

    private Class<?> defined(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        loaded.add(name);
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** What a controller with these settings loads of the group, from its start to its end. */
  private static List<String> loadedOfGroup(String... settings) throws Exception {
    Noting loader = new Noting();
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(loader);
    try {
      Object config =
          named(loader.loadClass("maestro.config.file.ConfigLoader"), "defaultsWith", 1)
              .invoke(null, (Object) settings);
      Object controller =
          named(loader.loadClass("maestro.Maestro"), "start", 2).invoke(null, config, List.of());
      ((AutoCloseable) controller).close();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    assertThat(loader.loaded).contains("maestro.Maestro");
    return loader.loaded.stream()
        .filter(name -> name.startsWith("org.jgroups") || name.contains("cluster.jgroups"))
        .toList();
  }

  private static Method named(Class<?> in, String name, int parameters) {
    return Arrays.stream(in.getMethods())
        .filter(each -> each.getName().equals(name) && each.getParameterCount() == parameters)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldLoadNoClassOfTheGroupWhenTheControllerIsAlone() throws Exception {
    assertThat(loadedOfGroup("maestro.listen=127.0.0.1:0")).isEmpty();
  }

  @Test
  void shouldLoadTheGroupWhenThereAreMembers() throws Exception {
    int[] ports = new int[2];
    for (int i = 0; i < ports.length; i++) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        ports[i] = free.getLocalPort();
      }
    }
    assertThat(
            loadedOfGroup(
                "maestro.listen=127.0.0.1:0",
                "maestro.cluster.self=a",
                "maestro.cluster.members.a=127.0.0.1:" + ports[0],
                "maestro.cluster.members.b=127.0.0.1:" + ports[1]))
        .contains(
            "maestro.cluster.jgroups.JGroupsProvider", "maestro.cluster.jgroups.JGroupsGroup");
  }
}
