package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles small applications and packs them, the way a user's build does. */
public final class JarBuilder {
  /** What was compiled from a source, since each compilation reads the whole class path. */
  private static final Map<String, Map<String, byte[]>> COMPILED = new ConcurrentHashMap<>();

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** Keeps the jars of the class path open from one compilation to the next. */
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, null);

  private static final List<String> RELEASE =
      Runtime.version().feature() == 17 ? List.of() : List.of("--release", "17");

  private final Map<String, byte[]> entries = new TreeMap<>();
  private final List<Path> seen = new ArrayList<>();

  /** Compiles the classes that follow against another jar. */
  public JarBuilder seeing(Path jar) {
    seen.add(jar);
    return this;
  }

  /** Puts an attribute into the manifest. */
  public JarBuilder manifest(String attribute, String value) {
    String path = JarFile.MANIFEST_NAME;
    return (entries.containsKey(path) ? this : text(path, "Manifest-Version: 1.0\n"))
        .text(path, attribute + ": " + value + "\n");
  }

  /** Puts in an application that does nothing. */
  public JarBuilder application(String className, String name) throws IOException {
    return application(className, name, "");
  }

  /** Puts in an application with something more in its class body. */
  public JarBuilder application(String className, String name, String body) throws IOException {
    String source =
        """
        public class %s implements maestro.api.Application {
          public String name() { return %s; }
          public String version() { return "1.2"; }
          public maestro.api.Stages start(maestro.api.ApplicationContext context) {
            return maestro.api.Stages.batch(() -> (batch, output) -> {});
          }
          %s
        }
        """
            .formatted(className, name == null ? "null" : '"' + name + '"', body);
    return compiled(className, source).provider(className);
  }

  /** Puts in a compiled class. */
  public JarBuilder compiled(String className, String source) throws IOException {
    String key = className + '\n' + source;
    Map<String, byte[]> classes = seen.isEmpty() ? COMPILED.get(key) : null;
    if (classes == null) {
      classes = compile(className, source);
      if (seen.isEmpty()) { // a jar that was seen may have changed
        COMPILED.put(key, classes);
      }
    }
    classes.forEach((path, bytes) -> entries.put(path, bytes.clone()));
    return this;
  }

  private Map<String, byte[]> compile(String className, String source) throws IOException {
    Path folder = Files.createTempDirectory("classes");
    String simpleName = className.substring(className.lastIndexOf('.') + 1);
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("string:///" + simpleName + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    String classPath =
        Stream.concat(
                Stream.of(System.getProperty("java.class.path")), seen.stream().map(Path::toString))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> options = new ArrayList<>(RELEASE);
    options.addAll(List.of("-d", folder.toString(), "-proc:none", "-cp", classPath));
    StandardJavaFileManager files = seen.isEmpty() ? FILES : null; // what was seen may change
    assertThat(COMPILER.getTask(null, files, null, options, null, List.of(file)).call()).isTrue();
    Map<String, byte[]> compiled = new TreeMap<>();
    try (Stream<Path> classes = Files.walk(folder)) {
      for (Path each : classes.filter(Files::isRegularFile).toList()) {
        compiled.put(folder.relativize(each).toString(), Files.readAllBytes(each));
      }
    }
    MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    return compiled;
  }

  /** Names a class as a provider, whether it is there or not. */
  public JarBuilder provider(String className) {
    return text("META-INF/services/maestro.api.Application", className + "\n");
  }

  /** Appends to a text file. */
  public JarBuilder text(String path, String text) {
    byte[] before = entries.getOrDefault(path, new byte[0]);
    String all = new String(before, StandardCharsets.UTF_8) + text;
    entries.put(path, all.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** Changes one byte of a file. */
  public JarBuilder patch(String path, int offset, int value) {
    entries.get(path)[offset] = (byte) value;
    return this;
  }

  /** Writes the jar. */
  public Path write(Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new JarEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
    return jar;
  }
}
