package maestro.config.file;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.config.MaestroConfig;

/**
 * A configuration that was read and is not yet validated. Validation needs the applications; {@link
 * #applications} says where they are.
 */
public final class ParsedConfig {
  private final String source;
  private final Config own;
  private final Config reference;

  ParsedConfig(String source, Config own, Config reference) {
    this.source = source;
    this.own = own;
    this.reference = reference;
  }

  /** Where to find applications. Ignores mistakes; {@link #validate} reports them. */
  public MaestroConfig.Applications applications() {
    Problems ignored = new Problems();
    Config known = Hocon.resolvePart(own.withFallback(reference), "maestro.applications");
    return ConfigReader.applications(Section.root(known, ignored).section("maestro"));
  }

  /**
   * Validates all settings.
   *
   * @param applications the defaults of all existing applications
   * @throws BadConfigurationException with every mistake
   */
  public LoadedConfig validate(Collection<ApplicationDefaults> applications)
      throws BadConfigurationException {
    Config defaults = reference;
    for (ApplicationDefaults application : applications) {
      String path = "applications." + ConfigUtil.joinPath(application.name());
      defaults = application.defaults().atPath(path).withFallback(defaults);
    }
    Secrets declared = Secrets.declaredIn(defaults);
    Problems problems = new Problems(declared);
    Config written = Hocon.resolve(source, own.withFallback(defaults), problems);
    problems.throwIfAny();
    Secrets.FromFiles withSecrets = declared.read(written, problems);
    AppliedPreset preset = AppliedPreset.of(withSecrets.all());
    Config all = preset.all();

    List<String> names = applications.stream().map(ApplicationDefaults::name).sorted().toList();
    Section root = Section.root(all, problems);
    MaestroConfig maestro = new ConfigReader(names).read(root);
    Map<String, Config> settings = applicationSettings(root, all, applications, names, problems);
    root.noOtherKeys();
    problems.throwIfAny();
    return new LoadedConfig(maestro, settings, preset, source, withSecrets.secrets());
  }

  private static Map<String, Config> applicationSettings(
      Section root,
      Config all,
      Collection<ApplicationDefaults> applications,
      List<String> names,
      Problems problems) {
    Section section = root.section("applications");
    for (String name : section.keys()) {
      if (!names.contains(name)) {
        section.problem(name, ConfigReader.unknownApplication(name, names));
      }
    }
    Map<String, Config> settings = new HashMap<>();
    for (ApplicationDefaults application : applications) {
      String path = "applications." + ConfigUtil.joinPath(application.name());
      ConfigValue value = all.hasPath(path) ? all.getValue(path) : application.defaults().root();
      if (value instanceof ConfigObject object) {
        new ApplicationSettings(problems).check(path, object, application.defaults().root());
        settings.put(application.name(), object.toConfig());
      } else {
        problems.add(value, path, "found " + Values.show(value) + "; allowed: a section { ... }");
        settings.put(application.name(), ConfigFactory.empty());
      }
    }
    return settings;
  }
}
