/** Frames that several applications read and make. */
package maestro.apps.packets;
