package maestro.entries;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.net.message.PartListener;
import maestro.openflow.ColdCodec;
import maestro.openflow.Header;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFBadRequestCode;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFStatsReplyFlags;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/** A switch that keeps what it is sent, and shows what a test wants. Ports 1 to 4 are up. */
final class FakeEntrySwitch implements EntrySwitch {
  private final SwitchInfo info;
  private final Map<Integer, PartListener> listeners = new HashMap<>();
  private final List<byte[]> sent = new ArrayList<>();
  private final List<Integer> pieces = new ArrayList<>();
  final Map<Integer, Object> locals = new HashMap<>();
  private int lastXid = 0x8000_0000;
  private int asked;
  private int barrier;
  private int questions;
  boolean congested;
  boolean gone;
  int shownWhole;

  FakeEntrySwitch(long datapathId, int version) {
    info = new SwitchInfo(datapathId, version, 1, 0);
  }

  OFFactory factory() {
    return ColdCodec.factory(info.openFlowVersion());
  }

  // ---- what the controller does ----

  @Override
  public SwitchInfo info() {
    return info;
  }

  @Override
  public boolean isGone() {
    return gone;
  }

  @Override
  public void allShown() {
    shownWhole++;
  }

  @Override
  public PortInfo port(int number) {
    return number < 1 || number > 5
        ? null
        : new PortInfo(number, number, "eth" + number, number != 5, 0);
  }

  @Override
  public Object local(int slot) {
    return locals.get(slot);
  }

  @Override
  public int listen(PartListener listener) {
    listeners.put(++lastXid, listener);
    return lastXid;
  }

  @Override
  public void ignore(int xid) {
    listeners.remove(xid);
  }

  int listenerCount() {
    return listeners.size();
  }

  @Override
  public boolean send(byte[] messages) {
    if (congested) {
      return false;
    }
    ByteBuffer b = ByteBuffer.wrap(messages);
    int at = 0;
    int flowMods = 0;
    while (at < messages.length) {
      int length = Header.length(b, at);
      int type = Header.type(b, at);
      if (type == OpenFlow.statsRequest(info.openFlowVersion())) {
        asked = Header.xid(b, at);
        questions++;
      } else if (type == OpenFlow.barrierRequest(info.openFlowVersion())) {
        barrier = Header.xid(b, at);
      } else {
        flowMods++;
        sent.add(Arrays.copyOfRange(messages, at, at + length));
      }
      at += length;
    }
    if (flowMods > 0) {
      pieces.add(flowMods);
    }
    return true;
  }

  private static OFFlowMod read(byte[] flowMod) {
    try {
      return (OFFlowMod) ColdCodec.read(ByteBuffer.wrap(flowMod), 0, flowMod.length);
    } catch (MalformedMessageException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public byte[] bytesOf(OFMessage message) {
    return ColdCodec.bytes(message);
  }

  @Override
  public String toString() {
    return "switch " + info.datapathId();
  }

  // ---- what the test does ----

  /** How often it was asked for its entries since the last time. */
  int takeQuestions() {
    int taken = questions;
    questions = 0;
    return taken;
  }

  /** The FLOW_MODs that have come since the last time. */
  List<OFFlowMod> takeSent() {
    List<OFFlowMod> taken = sent.stream().map(FakeEntrySwitch::read).toList();
    sent.clear();
    return taken;
  }

  /** How many FLOW_MODs each piece had. */
  List<Integer> takePieces() {
    List<Integer> taken = List.copyOf(pieces);
    pieces.clear();
    return taken;
  }

  OFFlowStatsEntry entry(long cookie, long ethDst, int... ports) {
    List<OFAction> actions = new ArrayList<>();
    for (int port : ports) {
      actions.add(factory().actions().output(OFPort.of(port), 0xffff));
    }
    OFFlowStatsEntry.Builder entry =
        factory()
            .buildFlowStatsEntry()
            .setCookie(U64.of(cookie))
            .setPriority(100)
            .setMatch(
                factory().buildMatch().setExact(MatchField.ETH_DST, MacAddress.of(ethDst)).build());
    return info.openFlowVersion() == OpenFlow.VERSION_10
        ? entry.setActions(actions).build()
        : entry.setInstructions(List.of(factory().instructions().applyActions(actions))).build();
  }

  byte[] part(boolean more, List<OFFlowStatsEntry> entries) {
    return ColdCodec.bytes(
        factory()
            .buildFlowStatsReply()
            .setXid(asked)
            .setFlags(more ? Set.of(OFStatsReplyFlags.REPLY_MORE) : Set.of())
            .setEntries(entries)
            .build());
  }

  void showMore(OFFlowStatsEntry... entries) {
    answer(part(true, List.of(entries)));
  }

  void showLast(OFFlowStatsEntry... entries) {
    answer(part(false, List.of(entries)));
  }

  /** Answers whoever still listens. */
  void answer(byte[] message) {
    ByteBuffer b = ByteBuffer.allocate(message.length + 6).put(3, message);
    PartListener listener = listeners.get(Header.xid(b, 3));
    if (listener != null) {
      listener.onPart(b, 3, message.length);
    }
  }

  void answerWithError() {
    answer(
        ColdCodec.bytes(
            factory()
                .errorMsgs()
                .buildBadRequestErrorMsg()
                .setXid(asked)
                .setCode(OFBadRequestCode.EPERM)
                .build()));
  }

  void confirm() {
    answer(ColdCodec.bytes(factory().buildBarrierReply().setXid(barrier).build()));
  }
}
