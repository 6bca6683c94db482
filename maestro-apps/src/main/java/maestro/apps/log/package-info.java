/** Limits repeated log lines. */
package maestro.apps.log;
