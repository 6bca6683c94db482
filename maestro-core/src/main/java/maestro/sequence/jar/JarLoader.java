package maestro.sequence.jar;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of one jar of applications. Its name is that of the jar, so that stacks name
 * it.
 *
 * <ol>
 *   <li>What the API is made of comes from the platform: {@code maestro.api}, and the libraries
 *       whose types it has.
 *   <li>A package that a jar exports which this one uses comes from that jar, see {@link
 *       JarSharing}.
 *   <li>Any other class comes from the jar, if it is there. So the libraries that an application
 *       brings do not meet those of the platform, which are of other versions, or cut down.
 *   <li>What is not in the jar comes from the platform.
 *   <li>Calls of {@link System#exit} in the jar's classes throw, see {@link ExitCalls}.
 * </ol>
 *
 * <p>Threads: any.
 */
final class JarLoader extends URLClassLoader {
  private static final Set<String> SHARED =
      Set.of("maestro.api.", "org.projectfloodlight.", "com.typesafe.config.", "org.slf4j.");

  private static final String CLASS = ".class";

  static {
    registerAsParallelCapable();
  }

  private final URL jar;

  /** By package: the loader of the jar that exports it to this one. */
  private final Map<String, JarLoader> used;

  JarLoader(Path jar, Map<String, JarLoader> used) throws MalformedURLException {
    super(
        String.valueOf(jar.getFileName()),
        new URL[] {jar.toUri().toURL()},
        JarLoader.class.getClassLoader());
    this.jar = jar.toUri().toURL();
    this.used = Map.copyOf(used);
  }

  /** This loader, and those of all jars that it uses, and that these use. */
  Stream<JarLoader> all() {
    return Stream.concat(Stream.of(this), used.values().stream().flatMap(JarLoader::all));
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (isShared(name)) { // 1
      return super.loadClass(name, resolve);
    }
    JarLoader exporter = used.get(packageOf(name));
    if (exporter != null) { // 2
      return exporter.loadClass(name);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null && findResource(pathOf(name)) != null) { // 3
        loaded = findClass(name);
      }
      if (loaded == null) { // 4
        return super.loadClass(name, resolve);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  /** Whether a class must be the platform's. */
  static boolean isShared(String name) {
    return SHARED.stream().anyMatch(name::startsWith);
  }

  private static String packageOf(String name) {
    int end = name.lastIndexOf('.');
    return end < 0 ? "" : name.substring(0, end);
  }

  private static String pathOf(String name) {
    return name.replace('.', '/') + CLASS;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] changed = withoutExit(name); // 5
    return changed == null
        ? super.findClass(name)
        : defineClass(name, changed, 0, changed.length, new CodeSource(jar, (Certificate[]) null));
  }

  /** The changed class; null when there is nothing to change. */
  private byte @Nullable [] withoutExit(String name) throws ClassNotFoundException {
    URL resource = findResource(pathOf(name));
    if (resource == null) {
      throw new ClassNotFoundException(
          "%s: neither in %s, nor in Maestro, nor exported by a jar that %2$s uses"
              .formatted(name, getName()));
    }
    try (InputStream in = resource.openStream()) {
      return ExitCalls.redirected(in.readAllBytes());
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** The name of the jar. */
  @Override
  public String toString() {
    return getName();
  }
}
