/**
 * Shared by learning switches: where hosts are, for several workers at once, and which entries of a
 * batch have become wrong before they were sent.
 */
package maestro.apps.places;
