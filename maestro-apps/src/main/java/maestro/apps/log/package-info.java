/** How often the log is told the same. */
package maestro.apps.log;
