package maestro.config;

import com.typesafe.config.Config;

/**
 * What an application may be told, and what holds when it is told nothing.
 *
 * @param name the application's name
 * @param defaults every key it knows with its default; the operator's keys and types are judged by
 *     them
 */
public record ApplicationDefaults(String name, Config defaults) {}
