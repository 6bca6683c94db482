/** What applications leave to their successors at a reload. */
package maestro.apps.handover;
