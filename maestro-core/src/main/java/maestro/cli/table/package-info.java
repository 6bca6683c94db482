/**
 * Tables of all programs: columns, and the text, CSV, Markdown and page that are made of them. What
 * a table shows stands elsewhere.
 */
@NullMarked
package maestro.cli.table;

import org.jspecify.annotations.NullMarked;
