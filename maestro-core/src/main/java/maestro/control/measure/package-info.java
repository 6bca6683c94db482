/**
 * What the control listener measures itself, once a second: shares, waiting times, counters of
 * ports, loads of links. How they are shown is in {@code rest} and {@code metrics}.
 */
@NullMarked
package maestro.control.measure;

import org.jspecify.annotations.NullMarked;
