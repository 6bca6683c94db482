/** What several applications have: a name and an API level, and settings. */
package maestro.apps.settings;
