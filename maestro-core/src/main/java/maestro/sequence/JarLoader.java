package maestro.sequence;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of one jar of applications. Its name is that of the jar, so that stacks name
 * it.
 *
 * <ol>
 *   <li>What the API is made of comes from the platform: {@code maestro.api}, and the libraries
 *       whose types it has.
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

  JarLoader(Path jar) throws MalformedURLException {
    super(
        String.valueOf(jar.getFileName()),
        new URL[] {jar.toUri().toURL()},
        JarLoader.class.getClassLoader());
    this.jar = jar.toUri().toURL();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (isShared(name)) { // 1
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null && findResource(pathOf(name)) != null) { // 2
        loaded = findClass(name);
      }
      if (loaded == null) { // 3
        return super.loadClass(name, resolve);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  /** Whether a class must be the platform's. */
  private static boolean isShared(String name) {
    return SHARED.stream().anyMatch(name::startsWith);
  }

  private static String pathOf(String name) {
    return name.replace('.', '/') + CLASS;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] changed = withoutExit(name); // 4
    return changed == null
        ? super.findClass(name)
        : defineClass(name, changed, 0, changed.length, new CodeSource(jar, (Certificate[]) null));
  }

  /** The changed class; null when there is nothing to change, or no such class. */
  private byte @Nullable [] withoutExit(String name) throws ClassNotFoundException {
    URL resource = findResource(pathOf(name));
    if (resource == null) {
      return null;
    }
    try (InputStream in = resource.openStream()) {
      return ExitCalls.redirected(in.readAllBytes());
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
