package maestro.emulator.agents;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Proves to each end of a connection that the other end knows the secret, without sending the
 * secret.
 *
 * <ol>
 *   <li>The agent sends its name and a nonce, the coordinator a nonce.
 *   <li>The agent sends its proof first: HMAC of the secret over both nonces and its name. So a
 *       peer without the secret gets no proof from the coordinator on which it could try secrets.
 *   <li>The coordinator sends its proof: the same HMAC under another label.
 *   <li>Each direction gets a key from the secret, both nonces and a label. Nonces are new for each
 *       connection, so a recorded proof is invalid on another connection.
 * </ol>
 *
 * <p>{@code docs/design/measuring.md} gives the reasons against TLS. Immutable.
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

  /** The proof of the agent. */
  byte[] agentProof() {
    return mac("agent's proof");
  }

  /** The proof of the coordinator. */
  byte[] coordinatorProof() {
    return mac("coordinator's proof");
  }

  /** The key of frames from agent to coordinator. */
  byte[] agentKey() {
    return mac("agent's key");
  }

  /** The key of frames from coordinator to agent. */
  byte[] coordinatorKey() {
    return mac("coordinator's key");
  }

  /** Compares proofs in a time that does not depend on how many bytes are right. */
  static boolean matches(byte[] expected, byte[] proof) {
    return proof != null && MessageDigest.isEqual(expected, proof);
  }

  private byte[] mac(String label) {
    return secret.mac("maestro agents 1: " + label, agentNonce, coordinatorNonce, identity);
  }
}
