/** Blocks ports from which too many requests come: a trigger from outside the sequences. */
package maestro.apps.security;
