/** Answers ARP, and IPv6 neighbours, for hosts that are known. */
package maestro.apps.arp;
