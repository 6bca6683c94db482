/** Workers that rest while the applications are exchanged. */
package maestro.worker;
