/**
 * What applications share: views of which a batch sees one version, the stall gate that lets
 * batches wait while a view is made, and tables for all workers.
 */
package maestro.state;
