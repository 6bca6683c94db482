/** How applications that forward packets keep VLANs apart. */
package maestro.apps.vlan;
