/**
 * The application {@code arp-responder}: answers ARP requests and neighbour solicitations for known
 * hosts.
 */
package maestro.apps.arp;
