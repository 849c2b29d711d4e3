package org.kalends.deploy.config;

/**
 * How many characters have to be put in, taken out or exchanged to make one word of another
 * (Levenshtein).
 */
final class EditDistance {
  private EditDistance() {}

  static int between(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int exchange = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(exchange, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
