/** One host table for all switches, in four kinds, to compare what sharing costs. */
package maestro.apps.global;
