/**
 * What the data-plane study found, as text and as a page, beside the numbers of the paper. Nothing
 * is measured here.
 */
package maestro.bench.dataplane.report;
