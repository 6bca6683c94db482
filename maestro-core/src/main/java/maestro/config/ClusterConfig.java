package maestro.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Several controllers that act as one. Immutable.
 *
 * @param self the name of this member
 * @param members all members in the order of the configuration, this one among them
 * @param suspectAfterNs how long a member may be silent before the others go on without it
 * @param aloneAfterNs how long a member that starts looks for the others
 * @param withoutPeer what a member of a pair does when it does not see the other one
 * @param spread whether the switches are shared out; otherwise one member has all
 * @param tls the certificates of members; empty only while all members are on loopback
 */
public record ClusterConfig(
    String self,
    List<Member> members,
    long suspectAfterNs,
    long aloneAfterNs,
    WithoutPeer withoutPeer,
    boolean spread,
    Optional<MemberTls> tls) {

  /** Copies the list. */
  public ClusterConfig {
    members = List.copyOf(members);
  }

  /**
   * A member.
   *
   * @param address where the other members reach it
   * @param isWitness whether it only acknowledges views, and serves no switches
   */
  public record Member(String name, ListenAddress address, boolean isWitness) {
    /** The member's number, from its name alone: no number moves when a member is added. */
    public int number() {
      return numberOf(name);
    }
  }

  /** The files with which a member shows who it is, in PEM. */
  public record MemberTls(Path privateKey, Path certificate, Path caCertificates) {}

  /** What a member of a pair does when it does not see the other one. */
  public enum WithoutPeer implements Spelled {
    /** It serves all switches that it reaches. */
    SERVE,
    /** It serves none. */
    STOP
  }

  /** The number of this member. */
  public int number() {
    return numberOf(self);
  }

  /** The place of a member in the configuration. */
  public OptionalInt placeOf(int number) {
    for (int i = 0; i < members.size(); i++) {
      if (members.get(i).number() == number) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /** The member with this number, if there is one. */
  public Optional<Member> member(int number) {
    OptionalInt place = placeOf(number);
    return place.isEmpty() ? Optional.empty() : Optional.of(members.get(place.getAsInt()));
  }

  /** CRC-16/CCITT of the name; never 0, which is nobody. */
  static int numberOf(String name) {
    int crc = 0xffff;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      crc ^= (b & 0xff) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ 0x1021;
      }
      crc &= 0xffff;
    }
    return crc == 0 ? 1 : crc;
  }
}
