/** What applications leave to their successors at a reload, or on another member of a cluster. */
package maestro.apps.handover;
