/**
 * The application {@code access-control}: ordered rules that deny packets, enforced by flow entries
 * and at flow requests.
 */
package maestro.apps.access;
