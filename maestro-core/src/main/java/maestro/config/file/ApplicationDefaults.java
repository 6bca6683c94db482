package maestro.config.file;

import com.typesafe.config.Config;

/**
 * The settings of an application and their defaults.
 *
 * @param name the application's name
 * @param defaults every key with its default; the operator's keys and types are checked against
 *     them
 */
public record ApplicationDefaults(String name, Config defaults) {}
