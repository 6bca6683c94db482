#!/bin/bash
# Asks Wireshark's dissector about the OpenFlow messages of a capture.
# usage: decode-check.sh FILE.pcap PORT
# Prints how many messages of each type there are, and exits with 1 when the dissector finds one malformed, leaves a
# part of one undecoded, or finds bytes on the port that belong to no message.
set -eu
file=$1 port=$2
openflow='(openflow_v1 || openflow_v4)'
# The dissector does not decode the body of a question for the counters of ports in OpenFlow 1.0.
ports='(openflow.stats.type == 4)'
undecoded="(_ws.expert.group == \"Undecoded\" && !$ports)"
# What TCP has sent again was dissected when it came first.
unknown="(tcp.len > 0 && !$openflow && !tcp.reassembled_in && !tcp.analysis.retransmission)"
wrong="_ws.malformed || $undecoded || $unknown"

dissect() { # tshark's own options: a filter, fields
  tshark -n -r "$file" -d "tcp.port==$port,openflow" "$@" 2>/dev/null
}

echo "messages of each type:"
dissect -Y "$openflow" -T fields -E occurrence=a -e openflow_1_0.type -e openflow_v4.type |
  tr -s ',\t' '\n' | sort -n | uniq -c
found=$(dissect -Y "tcp.port == $port && ($wrong)")
if [ -n "$found" ]; then
  echo "$found"
  exit 1
fi
echo "OK: nothing malformed"
