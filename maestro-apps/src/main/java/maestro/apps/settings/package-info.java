/** Reads settings that several applications have. */
package maestro.apps.settings;
