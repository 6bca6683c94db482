/** The learning switch: the application to read first. */
package maestro.apps.learning;
