/** The meters of switches that applications take, beside those of operators. */
package maestro.apps.meters;
