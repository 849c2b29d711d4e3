package org.kalends.query.routing;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.query.read.Subject;
import org.kalends.query.read.SubjectReader;
import org.kalends.schemas.Topics;

/**
 * Subjects' entries on their way from the node that owns them to the node that answers.
 *
 * <pre>
 * bytes
 * 1      format, 1
 *        for each subject, in the order of the question:
 * 8        version
 *          for each entry:
 * 4          length
 * …          the entry as in the dtend-index, which brings a format version of its own
 * 4        −1
 * </pre>
 */
public final class EntriesFormat {
  public static final String MEDIA_TYPE = "application/vnd.kalends.entries";

  private static final int FORMAT = 1;
  private static final int END = -1;

  private EntriesFormat() {}

  /** Writes what was read of the subjects, in their order. */
  public static void write(
      List<Subject> subjects, Map<Subject, SubjectReader.Entries> read, OutputStream stream)
      throws IOException {
    DataOutputStream out = new DataOutputStream(stream);
    out.writeByte(FORMAT);
    for (Subject subject : subjects) {
      SubjectReader.Entries entries = SubjectReader.entriesOf(subject, read);
      out.writeLong(entries.version());
      for (IndexEntry entry : entries.entries()) {
        byte[] bytes = entry.toBytes();
        out.writeInt(bytes.length);
        out.write(bytes);
      }
      out.writeInt(END);
    }
    out.flush();
  }

  /**
   * Reads what was written of the same subjects in the same order.
   *
   * @throws IOException when the stream breaks off or has another format
   */
  public static Map<Subject, SubjectReader.Entries> read(List<Subject> subjects, InputStream stream)
      throws IOException {
    DataInputStream in = new DataInputStream(stream);
    int format = in.readByte();
    if (format != FORMAT) {
      throw new IOException("The other node speaks another format of entries; format=" + format);
    }
    Map<Subject, SubjectReader.Entries> read = new HashMap<>();
    for (Subject subject : subjects) {
      long version = in.readLong();
      List<IndexEntry> entries = new ArrayList<>();
      for (int length = in.readInt(); length != END; length = in.readInt()) {
        if (length < 0 || length > Topics.MAX_RECORD_BYTES) {
          throw new IOException("An entry has a length that none can have; length=" + length);
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        entries.add(IndexEntry.read(bytes));
      }
      read.put(subject, new SubjectReader.Entries(version, entries));
    }
    return read;
  }
}
