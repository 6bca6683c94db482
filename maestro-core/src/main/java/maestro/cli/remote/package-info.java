/**
 * The operator's commands: they ask a running controller over the REST interface of its control
 * listener. {@code docs/openapi.json} describes that interface.
 */
@NullMarked
package maestro.cli.remote;

import org.jspecify.annotations.NullMarked;
