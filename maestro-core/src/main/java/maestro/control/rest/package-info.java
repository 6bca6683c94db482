/**
 * The answers below {@code /v1/} and the changes that operators ask for, as JSON. Metrics and the
 * stream of events are elsewhere.
 */
@NullMarked
package maestro.control.rest;

import org.jspecify.annotations.NullMarked;
