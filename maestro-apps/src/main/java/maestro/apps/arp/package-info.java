/** Answers ARP for hosts that are known. */
package maestro.apps.arp;
