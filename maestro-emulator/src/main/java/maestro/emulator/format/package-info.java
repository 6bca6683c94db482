/**
 * How results are written: a table of columns as text, CSV, Markdown and HTML, records as JSON, and
 * pages with charts. What is measured, and which numbers are shown, stands elsewhere.
 */
package maestro.emulator.format;
