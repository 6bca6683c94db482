package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import maestro.api.Application;

/**
 * A project in Maven's layout, compiled without a warning, with its resources. Its classes are
 * those of the thread that made it, until it is closed.
 */
final class CompiledProject implements AutoCloseable {
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private final URLClassLoader loader;

  /**
   * @param classes an empty folder
   * @param parts such as {@code src/main} and {@code src/test}
   */
  CompiledProject(Path classes, Path... parts) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path part : parts) {
      sources.addAll(files(part.resolve("java")));
      Path resources = part.resolve("resources");
      for (Path each : Files.exists(resources) ? files(resources) : List.<Path>of()) {
        Path copy = classes.resolve(resources.relativize(each).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(each, copy);
      }
    }
    compile(classes, sources);
    loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, before);
    Thread.currentThread().setContextClassLoader(loader);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private void compile(Path classes, List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of(
            "-d",
            classes.toString(),
            "--release",
            "17",
            "-proc:none",
            "-Werror",
            "-Xlint:all,-classfile,-path",
            "-cp",
            classPath());
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      Iterable<? extends JavaFileObject> all = files.getJavaFileObjectsFromPaths(sources);
      boolean isDone = compiler.getTask(said, files, null, options, null, all).call();
      assertThat(isDone).as(said.toString()).isTrue();
    }
  }

  /** That of this JVM, and that of a launcher of tests with a class loader of its own. */
  private String classPath() {
    Stream<String> more =
        before instanceof URLClassLoader urls
            ? Arrays.stream(urls.getURLs()).map(URL::getPath)
            : Stream.of();
    return Stream.concat(Stream.of(System.getProperty("java.class.path")), more)
        .collect(Collectors.joining(File.pathSeparator));
  }

  Class<?> type(String name) throws ClassNotFoundException {
    return loader.loadClass(name);
  }

  /** One of its applications, anew. */
  Application application(String name) {
    return ServiceLoader.load(Application.class, loader).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() throws IOException {
    Thread.currentThread().setContextClassLoader(before);
    loader.close();
  }
}
