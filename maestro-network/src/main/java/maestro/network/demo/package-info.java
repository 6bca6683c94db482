/**
 * The command {@code demo}: a controller, a network and a load beside it. It is the one place of
 * this module that sees the load engine.
 */
package maestro.network.demo;
