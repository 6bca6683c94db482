/**
 * Keeps the flow entries of switches true: asks a switch what it has, has the applications judge
 * their own, and removes what is wrong or nobody's.
 */
package maestro.entries;
