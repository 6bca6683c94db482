package maestro.emulator.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class AuthenticationTest {
  private final Message.Hello hello = new Message.Hello(Message.VERSION, "one", Secret.nonce());
  private final Message.Challenge challenge =
      new Message.Challenge(Message.VERSION, Secret.nonce());

  @Test
  void shouldGiveBothEndsTheSameProofsAndKeysWhenSecretIsShared() throws Exception {
    Authentication agent = of("a secret of some length", hello, challenge);
    Authentication coordinator = of(" a secret of some length\n", hello, challenge);
    assertThat(Authentication.matches(agent.agentProof(), coordinator.agentProof())).isTrue();
    assertThat(agent.coordinatorProof()).isEqualTo(coordinator.coordinatorProof());
    assertThat(agent.agentKey()).isEqualTo(coordinator.agentKey());
    assertThat(agent.coordinatorKey()).isEqualTo(coordinator.coordinatorKey());
  }

  @Test
  void shouldUseEachProofAndKeyForOnePurposeOnly() throws Exception {
    Authentication one = of("a secret of some length", hello, challenge);
    assertThat(
            List.of(one.agentProof(), one.coordinatorProof(), one.agentKey(), one.coordinatorKey()))
        .doesNotHaveDuplicates();
  }

  @Test
  void shouldNotMatchWhenSecretNameOrNonceDiffers() throws Exception {
    byte[] right = of("a secret of some length", hello, challenge).agentProof();
    Message.Hello renamed = new Message.Hello(Message.VERSION, "two", hello.nonce());
    Message.Challenge later = new Message.Challenge(Message.VERSION, Secret.nonce());
    assertThat(of("another one, as long as", hello, challenge).agentProof()).isNotEqualTo(right);
    assertThat(of("a secret of some length", renamed, challenge).agentProof()).isNotEqualTo(right);
    assertThat(of("a secret of some length", hello, later).agentProof()).isNotEqualTo(right);
    assertThat(Authentication.matches(right, null)).isFalse();
  }

  @Test
  void shouldRefuseNonceWhenItIsShort() {
    Message.Hello weak = new Message.Hello(Message.VERSION, "one", new byte[8]);
    assertThatThrownBy(() -> of("a secret of some length", weak, challenge))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("a nonce must have 32 bytes");
  }

  @Test
  void shouldRefuseSecretWhenItIsShort() {
    assertThatThrownBy(() -> Secret.of("short", "MAESTRO_SECRET"))
        .hasMessage("MAESTRO_SECRET: found a secret of 5 bytes; allowed: at least 16");
  }

  private static Authentication of(String secret, Message.Hello hello, Message.Challenge challenge)
      throws Exception {
    return new Authentication(Secret.of(secret, "test"), hello, challenge);
  }
}
