/** Shared by applications that flood packets. */
package maestro.apps.flood;
