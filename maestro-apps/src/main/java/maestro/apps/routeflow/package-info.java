/** The application {@code route-flow}: paths through the network, installed switch by switch. */
package maestro.apps.routeflow;
