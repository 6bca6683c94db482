"""A learning switch on os-ken, for OpenFlow 1.0 and 1.3: os-ken ships no controller but its switch tester."""
from os_ken.base import app_manager
from os_ken.controller import ofp_event
from os_ken.controller.handler import CONFIG_DISPATCHER, MAIN_DISPATCHER, set_ev_cls
from os_ken.lib.mac import haddr_to_bin
from os_ken.lib.packet import ethernet, packet
from os_ken.ofproto import ofproto_v1_0, ofproto_v1_3


class Learning(app_manager.OSKenApp):
    OFP_VERSIONS = [ofproto_v1_0.OFP_VERSION, ofproto_v1_3.OFP_VERSION]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.ports = {}

    @set_ev_cls(ofp_event.EventOFPSwitchFeatures, CONFIG_DISPATCHER)
    def joined(self, event):
        dp = event.msg.datapath
        if dp.ofproto.OFP_VERSION == ofproto_v1_3.OFP_VERSION:
            to_controller = dp.ofproto_parser.OFPActionOutput(dp.ofproto.OFPP_CONTROLLER, dp.ofproto.OFPCML_NO_BUFFER)
            self.add(dp, 0, dp.ofproto_parser.OFPMatch(), [to_controller])

    def add(self, dp, priority, match, actions):
        parser = dp.ofproto_parser
        if dp.ofproto.OFP_VERSION == ofproto_v1_0.OFP_VERSION:
            mod = parser.OFPFlowMod(dp, match=match, cookie=0, command=dp.ofproto.OFPFC_ADD, priority=priority,
                                    actions=actions)
        else:
            apply = parser.OFPInstructionActions(dp.ofproto.OFPIT_APPLY_ACTIONS, actions)
            mod = parser.OFPFlowMod(dp, match=match, priority=priority, instructions=[apply])
        dp.send_msg(mod)

    @set_ev_cls(ofp_event.EventOFPPacketIn, MAIN_DISPATCHER)
    def asked(self, event):
        msg, dp = event.msg, event.msg.datapath
        old = dp.ofproto.OFP_VERSION == ofproto_v1_0.OFP_VERSION
        in_port = msg.in_port if old else msg.match['in_port']
        frame = packet.Packet(msg.data).get_protocol(ethernet.ethernet)
        ports = self.ports.setdefault(dp.id, {})
        ports[frame.src] = in_port
        out_port = ports.get(frame.dst, dp.ofproto.OFPP_FLOOD)
        actions = [dp.ofproto_parser.OFPActionOutput(out_port)]
        if frame.dst in ports:
            match = (dp.ofproto_parser.OFPMatch(in_port=in_port, dl_dst=haddr_to_bin(frame.dst)) if old
                     else dp.ofproto_parser.OFPMatch(in_port=in_port, eth_dst=frame.dst))
            self.add(dp, 10, match, actions)
        data = msg.data if msg.buffer_id == dp.ofproto.OFP_NO_BUFFER else None
        dp.send_msg(dp.ofproto_parser.OFPPacketOut(datapath=dp, buffer_id=msg.buffer_id, in_port=in_port,
                                                   actions=actions, data=data))
