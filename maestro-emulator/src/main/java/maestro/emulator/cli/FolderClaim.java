package maestro.emulator.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps two runs from writing into one folder at a time: each would overwrite files of the other.
 * The operating system gives a claim back when the process dies. One thread.
 */
final class FolderClaim {
  private final Path file;
  private final FileChannel channel;

  private FolderClaim(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Claims a folder that is there.
   *
   * @param kind of run: those of another kind have files by other names
   * @throws IOException in one line when another run has it
   */
  static FolderClaim of(String option, Path folder, String kind) throws IOException {
    Path file = folder.resolve("." + kind + ".running");
    OptionFiles.check(option, file);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isLocked(channel)) {
      channel.close();
      throw new IOException(
          option + ": " + folder + " is in use by another run; allowed: a folder for each run");
    }
    return new FolderClaim(file, channel);
  }

  private static boolean isLocked(FileChannel channel) {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      return true; // a file system without locks
    }
  }

  /** Gives the folder back. */
  void release() throws IOException {
    Files.deleteIfExists(file);
    channel.close();
  }
}
