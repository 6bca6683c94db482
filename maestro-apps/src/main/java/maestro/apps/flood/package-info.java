/** Shared by applications that flood broadcasts. */
package maestro.apps.flood;
