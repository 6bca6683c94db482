package maestro.emulator.agents;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * How both ends prove that they know the secret, without saying it.
 *
 * <ol>
 *   <li>The agent sends its name and a nonce, the coordinator a nonce.
 *   <li>The agent proves first: HMAC of the secret over both nonces and its name. So somebody who
 *       connects to the coordinator's port is told nothing that he could try secrets on.
 *   <li>The coordinator proves the same under another label.
 *   <li>Each direction gets a key from the secret, both nonces and a label. Nonces are new for each
 *       connection, so nothing that was recorded is of use in another one.
 * </ol>
 */
final class Authentication {
  private final Secret secret;
  private final byte[] agentNonce;
  private final byte[] coordinatorNonce;
  private final byte[] identity;

  Authentication(Secret secret, Message.Hello hello, Message.Challenge challenge)
      throws ProtocolException {
    if (hello.nonce() == null
        || hello.nonce().length != Secret.NONCE_BYTES
        || challenge.nonce() == null
        || challenge.nonce().length != Secret.NONCE_BYTES) {
      throw new ProtocolException("a nonce must have " + Secret.NONCE_BYTES + " bytes");
    }
    this.secret = secret;
    this.agentNonce = hello.nonce();
    this.coordinatorNonce = challenge.nonce();
    byte[] name = hello.name().getBytes(StandardCharsets.UTF_8);
    this.identity =
        ByteBuffer.allocate(Integer.BYTES + name.length).putInt(Message.VERSION).put(name).array();
  }

  /** What the agent proves itself with. */
  byte[] agentProof() {
    return mac("agent's proof");
  }

  /** What the coordinator proves itself with. */
  byte[] coordinatorProof() {
    return mac("coordinator's proof");
  }

  /** Key of frames from agent to coordinator. */
  byte[] agentKey() {
    return mac("agent's key");
  }

  /** Key of frames from coordinator to agent. */
  byte[] coordinatorKey() {
    return mac("coordinator's key");
  }

  /** Whether a proof is the expected one, in a time that does not tell how much of it was right. */
  static boolean matches(byte[] expected, byte[] proof) {
    return proof != null && MessageDigest.isEqual(expected, proof);
  }

  private byte[] mac(String label) {
    return secret.mac("maestro agents 1: " + label, agentNonce, coordinatorNonce, identity);
  }
}
