package maestro.config.file;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import maestro.config.Nearest;

/**
 * Follows the {@code include}s of one file. HOCON silently ignores a missing file; here it is a
 * mistake. Each included file has its own instance, so that messages name the file.
 *
 * <p>{@code include "x"} is an address when it looks like one, else a file beside the including
 * file, else a resource of the class path.
 */
final class Includes
    implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderClasspath, ConfigIncluderURL {
  /** The endings to try when it is left out, in order of precedence. */
  private static final List<String> ENDINGS = List.of(".conf", ".json", ".properties");

  private final File file;
  private final List<File> including;
  private final Problems problems;

  /**
   * Makes the includer of one file.
   *
   * @param including the chain of files whose includes lead to this file
   */
  Includes(File file, List<File> including, Problems problems) {
    this.file = file;
    this.including = including;
    this.problems = problems;
  }

  /** Reads a readable file and its includes. */
  Config read() {
    ConfigParseOptions options =
        ConfigParseOptions.defaults().setAllowMissing(false).setIncluder(this);
    return ConfigFactory.parseFile(file, options);
  }

  @Override
  public ConfigObject include(ConfigIncludeContext context, String what) {
    try {
      return includeURL(context, new URL(what));
    } catch (MalformedURLException e) {
      File named = new File(what);
      File beside = named.isAbsolute() ? named : new File(file.getParentFile(), what);
      return files(what, beside)
          .or(() -> resources(context, what))
          .orElseGet(() -> refuse(what, "no such file" + nearest(what, beside)));
    }
  }

  @Override
  public ConfigObject includeFile(ConfigIncludeContext context, File what) {
    String named = what.getPath();
    return files(named, what).orElseGet(() -> refuse(named, "no such file" + nearest(named, what)));
  }

  @Override
  public ConfigObject includeResources(ConfigIncludeContext context, String what) {
    Optional<ConfigObject> found = resources(context, what);
    return found.isEmpty() && !context.parseOptions().getAllowMissing()
        ? refuse(what, "not in the class path")
        : found.orElseGet(Includes::nothing);
  }

  @Override
  public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
    try {
      return ConfigFactory.parseURL(what, outside(context)).root();
    } catch (ConfigException.IO e) {
      return refuse(what.toString(), "cannot be read");
    }
  }

  @Override
  public ConfigIncluder withFallback(ConfigIncluder fallback) {
    return this; // it knows all kinds of include
  }

  private Optional<ConfigObject> files(String what, File named) {
    List<File> found = names(named.getPath()).map(File::new).filter(File::exists).toList();
    return found.stream().map(each -> parse(what, each)).reduce(ConfigObject::withFallback);
  }

  private ConfigObject parse(String what, File found) {
    Optional<String> reason = Hocon.whyNotReadable(found.toPath());
    if (reason.isPresent()) {
      return refuse(what, reason.get());
    }
    List<File> chain = new ArrayList<>(including);
    chain.add(file);
    return chain.stream().anyMatch(each -> isSame(each, found))
        ? refuse(what, "includes itself, or a file that includes it")
        : new Includes(found, chain, problems).read().root();
  }

  /** Suggests another file, but not the one that has the include; may be empty. */
  private String nearest(String what, File missing) {
    String named = names(missing.getPath()).findFirst().orElseThrow();
    try {
      return Nearest.hint(
          Path.of(named),
          Path.of(what),
          near -> Files.isRegularFile(near) && !isSame(near.toFile(), file));
    } catch (InvalidPathException e) {
      return "";
    }
  }

  private static boolean isSame(File a, File b) {
    try {
      return Files.isSameFile(a.toPath(), b.toPath());
    } catch (IOException e) {
      return false;
    }
  }

  private static Optional<ConfigObject> resources(ConfigIncludeContext context, String what) {
    ConfigParseOptions options = outside(context);
    String resource = what.startsWith("/") ? what.substring(1) : what;
    return names(resource)
        .filter(name -> options.getClassLoader().getResource(name) != null)
        .map(name -> ConfigFactory.parseResources(name, options).root())
        .reduce(ConfigObject::withFallback);
  }

  private static Stream<String> names(String name) {
    return ENDINGS.stream().anyMatch(name::endsWith)
        ? Stream.of(name)
        : ENDINGS.stream().map(ending -> name + ending);
  }

  /** For an include that is not beside this file: HOCON's own rules apply to its includes. */
  private static ConfigParseOptions outside(ConfigIncludeContext context) {
    return context.parseOptions().setIncluder(null);
  }

  private ConfigObject refuse(String what, String reason) {
    String quoted = ConfigUtil.quoteString(what);
    problems.add(new Place(file.getPath(), lineOf(quoted)), "include " + quoted + ": " + reason);
    return nothing();
  }

  private static ConfigObject nothing() {
    return ConfigFactory.empty().root();
  }

  /** The line with this include, which the parser does not report; 0 when it is not found. */
  private int lineOf(String quoted) {
    Pattern include =
        Pattern.compile("(?m)^(?![ \\t]*//)[^#\\n]*?\\binclude[\\s(a-z]*" + Pattern.quote(quoted));
    try {
      String text = Files.readString(file.toPath());
      Matcher found = include.matcher(text);
      return found.find() ? (int) text.substring(0, found.end()).lines().count() : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
