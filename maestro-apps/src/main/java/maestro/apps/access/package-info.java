/** Who may talk to whom: ordered rules, in flow tables where they can be and at requests. */
package maestro.apps.access;
