/** VLANs for applications that forward packets. */
package maestro.apps.vlan;
