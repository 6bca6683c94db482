package maestro.sequence;

import com.typesafe.config.Config;
import java.nio.file.Path;
import maestro.api.Application;

/**
 * An application that was loaded and has not been started.
 *
 * @param application it; its name, version and API level were looked at
 * @param jar where it came from
 * @param defaults its settings: what its {@code reference.conf} says under {@code
 *     applications.NAME}; empty when it has none
 */
public record FoundApplication(Application application, Path jar, Config defaults) {}
