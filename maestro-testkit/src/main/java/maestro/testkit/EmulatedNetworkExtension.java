package maestro.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Starts and ends the network of {@link EmulatedNetwork}. */
final class EmulatedNetworkExtension implements ParameterResolver {
  private static final ExtensionContext.Namespace OURS =
      ExtensionContext.Namespace.create(EmulatedNetworkExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestNetwork.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getStore(OURS)
        .getOrComputeIfAbsent(TestNetwork.class, type -> start(context), TestNetwork.class);
  }

  private static TestNetwork start(ExtensionContext context) {
    EmulatedNetwork wanted =
        AnnotationSupport.findAnnotation(context.getElement(), EmulatedNetwork.class)
            .or(
                () ->
                    AnnotationSupport.findAnnotation(
                        context.getRequiredTestClass(), EmulatedNetwork.class))
            .orElseThrow(
                () -> new ParameterResolutionException("@EmulatedNetwork is missing at the test"));
    try {
      return TestNetwork.start(
          wanted.topology(),
          file(wanted.config(), context.getRequiredTestClass()),
          wanted.hosts(),
          wanted.openflow(),
          wanted.settleSeconds(),
          List.of(wanted.settings()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file, or a copy of a resource. */
  private static Path file(String name, Class<?> test) throws IOException {
    Path file = Path.of(name);
    if (Files.isRegularFile(file)) {
      return file;
    }
    try (InputStream resource =
        test.getResourceAsStream(name.startsWith("/") ? name : "/" + name)) {
      if (resource == null) {
        throw new IOException("config: found '" + name + "'; allowed: a file or a resource");
      }
      Path copy = Files.createTempFile("maestro-", ".conf");
      copy.toFile().deleteOnExit();
      Files.copy(resource, copy, StandardCopyOption.REPLACE_EXISTING);
      return copy;
    }
  }
}
