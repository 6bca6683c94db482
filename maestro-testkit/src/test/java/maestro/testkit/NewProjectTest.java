package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import maestro.api.Application;
import maestro.cli.ProjectTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project of {@code new-app} compiles without a warning and passes its own tests. */
class NewProjectTest {
  @TempDir private Path folder;

  @Test
  void shouldCompileAndPassItsOwnTests() throws Exception {
    Path project = folder.resolve("my-firewall");
    var template = new ProjectTemplate("my-firewall", "org.example.fw", "1.2.3", folder, "maestro");
    assertThat(template.write(project)).hasSize(11);
    Path[] parts = {project.resolve("src/main"), project.resolve("src/test")};
    try (CompiledProject compiled = new CompiledProject(folder.resolve("classes"), parts)) {
      assertThat(compiled.application("my-firewall").requiredApiLevel())
          .isEqualTo(Application.API_LEVEL);
      for (Method test : tests(compiled.type("org.example.fw.MyFirewallTest"))) {
        test.invoke(newInstance(test));
      }
      Class<?> networkTest = compiled.type("org.example.fw.MyFirewallNetworkTest");
      EmulatedNetwork wanted = networkTest.getAnnotation(EmulatedNetwork.class);
      for (Method test : tests(networkTest)) {
        try (TestNetwork network =
            TestNetwork.start(
                wanted.topology(),
                project.resolve(wanted.config()),
                wanted.hosts(),
                wanted.openflow(),
                wanted.settleSeconds(),
                List.of(wanted.settings()))) {
          test.invoke(newInstance(test), network);
        }
      }
    }
  }

  private static List<Method> tests(Class<?> type) {
    List<Method> tests =
        Arrays.stream(type.getDeclaredMethods())
            .filter(each -> each.isAnnotationPresent(Test.class))
            .toList();
    assertThat(tests).isNotEmpty();
    tests.forEach(each -> each.setAccessible(true));
    return tests;
  }

  private static Object newInstance(Method test) throws ReflectiveOperationException {
    Constructor<?> constructor = test.getDeclaringClass().getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
