package maestro.api;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The counters of a flow entry of a switch. Immutable. Since API level 4.
 *
 * @param table the flow table, 0 to 254
 * @param priority 0 to 65535
 * @param cookie tells which application owns the entry, see {@link ApplicationContext#cookie}
 * @param inPort the in-port that it matches, as an OpenFlow 1.3 number in both versions
 * @param ethSrc the Ethernet source that it matches, all 48 bits of it
 * @param ethDst the Ethernet destination that it matches, all 48 bits of it
 * @param vlan the VLAN that it matches, 0 to 4095, or {@link FlowEntry#UNTAGGED}
 * @param ageSeconds seconds since it was installed
 * @param packets how many packets have matched it, as an unsigned number
 * @param bytes how many bytes these packets had, as an unsigned number
 * @param atNs when the answer came, on {@link ApplicationContext#clock}
 */
public record FlowStatistics(
    int table,
    int priority,
    long cookie,
    OptionalInt inPort,
    OptionalLong ethSrc,
    OptionalLong ethDst,
    OptionalInt vlan,
    long ageSeconds,
    long packets,
    long bytes,
    long atNs) {}
