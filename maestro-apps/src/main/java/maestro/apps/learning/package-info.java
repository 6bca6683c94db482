/** The learning switch: an application to read first. */
package maestro.apps.learning;
