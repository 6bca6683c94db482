/**
 * What applications tell each other about the network. Values of views, so everything here is
 * immutable or safe for concurrent readers.
 */
package maestro.api.topology;
