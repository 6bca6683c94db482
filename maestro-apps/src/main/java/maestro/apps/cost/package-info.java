/**
 * The application {@code request-cost}: spends a set time on each flow request. It makes a
 * controller as slow as one with costly applications.
 */
package maestro.apps.cost;
