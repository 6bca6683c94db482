/** What a run measured, and how it is shown: tables, JSON, CSV and one HTML page. */
package maestro.emulator.report;
