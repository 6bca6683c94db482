/**
 * The application {@code intradomain-routing}: shortest paths between all switches, as the view
 * {@code routing-table}.
 */
package maestro.apps.routing;
