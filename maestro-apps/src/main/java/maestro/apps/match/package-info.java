/** Which packets are meant: read from text, tried on requests, said in OpenFlow. */
package maestro.apps.match;
