package maestro.tls;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

class HandshakeFailureTest {
  @Test
  void shouldSayWhatAnAlertInPlainMeansWhenAllElseIsEncrypted() {
    String said = "error:10000070:SSL routines:OPENSSL_internal:BAD_PACKET_LENGTH";
    assertThat(HandshakeFailure.reason(new SSLException(said)))
        .isEqualTo("it ends the handshake, as one that refuses the controller's certificate");
  }
}
