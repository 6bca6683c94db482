/**
 * The values of views and announcements about the network. Everything here is immutable or safe for
 * concurrent readers.
 */
package maestro.api.topology;
