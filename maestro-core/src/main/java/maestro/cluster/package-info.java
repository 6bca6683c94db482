/**
 * Several controllers as one: which member of a cluster serves which switch.
 *
 * <p>The rules ({@link maestro.cluster.ClusterNode}, {@link maestro.cluster.TableMaker}) are plain
 * code on two interfaces: {@link maestro.cluster.ClusterGroup}, how members see and reach each
 * other, and {@link maestro.cluster.OwnSwitches}, the switches that are connected here. No class
 * here knows a network library. The switch decides: a member serves it when the switch has
 * confirmed the role, under a generation that no other member can hold.
 */
@NullMarked
package maestro.cluster;

import org.jspecify.annotations.NullMarked;
