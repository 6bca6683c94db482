package maestro.api;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What applications can link against, one line each: public types, and their public and protected
 * members, with what they extend, return and throw.
 */
final class PublicApi {
  private final SortedSet<String> lines = new TreeSet<>();
  private final boolean withDeprecated;

  private PublicApi(boolean withDeprecated) {
    this.withDeprecated = withDeprecated;
  }

  /** The lines of all classes that were compiled together with one of them. */
  static SortedSet<String> compiledWith(Class<?> one) throws IOException {
    return of(classesWith(one), true);
  }

  /** The same without what is deprecated, and may be removed in the next release. */
  static SortedSet<String> lastingWith(Class<?> one) throws IOException {
    return of(classesWith(one), false);
  }

  private static List<Class<?>> classesWith(Class<?> one) throws IOException {
    List<Class<?>> types = new ArrayList<>();
    try {
      Path root = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
          String path = root.relativize(file).toString();
          String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
          if (!name.endsWith("-info")) {
            types.add(Class.forName(name));
          }
        }
      }
    } catch (URISyntaxException | ClassNotFoundException e) {
      throw new IOException(e);
    }
    types.removeIf(type -> !isReachable(type));
    return types;
  }

  /** The lines of some classes. */
  static SortedSet<String> of(Iterable<Class<?>> types) {
    return of(types, true);
  }

  private static SortedSet<String> of(Iterable<Class<?>> types, boolean withDeprecated) {
    PublicApi api = new PublicApi(withDeprecated);
    types.forEach(api::add);
    return api.lines;
  }

  private static boolean isReachable(Class<?> type) {
    if (type.isAnonymousClass() || type.isLocalClass()) {
      return false;
    }
    for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
      if (!isVisible(each.getModifiers())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private boolean isLeftOut(AnnotatedElement element) {
    return !withDeprecated && element.isAnnotationPresent(Deprecated.class);
  }

  private void add(Class<?> type) {
    if (isLeftOut(type)) {
      return;
    }
    lines.add(type.getName() + " is " + type.toGenericString() + parents(type));
    for (Field field : type.getDeclaredFields()) {
      addMember(type, field, field.toGenericString() + constant(field));
    }
    for (Method method : type.getDeclaredMethods()) {
      addMember(type, method, method.toGenericString());
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      addMember(type, constructor, constructor.toGenericString());
    }
  }

  private static String parents(Class<?> type) {
    String names =
        Stream.concat(
                Stream.ofNullable(type.getGenericSuperclass()),
                Arrays.stream(type.getGenericInterfaces()))
            .map(Type::getTypeName)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : " of " + names;
  }

  private <M extends AnnotatedElement & Member> void addMember(
      Class<?> type, M member, String signature) {
    if (isVisible(member.getModifiers()) && !member.isSynthetic() && !isLeftOut(member)) {
      lines.add(type.getName() + " has " + signature.replace(type.getTypeName() + ".", ""));
    }
  }

  /** The value of a constant: the compiler copies it into applications. */
  private static String constant(Field field) {
    int modifiers = field.getModifiers();
    boolean isCopied =
        Modifier.isStatic(modifiers)
            && Modifier.isFinal(modifiers)
            && isVisible(modifiers)
            && (field.getType().isPrimitive() || field.getType() == String.class);
    if (!isCopied) {
      return "";
    }
    try {
      return " = " + field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
