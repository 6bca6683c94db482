/**
 * The state that applications share: views, of which a batch sees one version; the stall gate, at
 * which batches wait while a new value of a view is computed; and tables for all workers.
 */
@NullMarked
package maestro.state;

import org.jspecify.annotations.NullMarked;
