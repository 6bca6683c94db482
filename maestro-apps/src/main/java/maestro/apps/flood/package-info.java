/** What applications that send broadcasts on have in common. */
package maestro.apps.flood;
