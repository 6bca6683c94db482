package maestro.sequence;

import com.typesafe.config.Config;
import java.nio.file.Path;
import maestro.api.Application;

/**
 * An application that was loaded and not started.
 *
 * @param application the application; its name, version and API level are valid
 * @param jar the jar of the application
 * @param defaults its default settings, from {@code applications.NAME} in its {@code
 *     reference.conf}; empty when it has none
 */
public record FoundApplication(Application application, Path jar, Config defaults) {}
