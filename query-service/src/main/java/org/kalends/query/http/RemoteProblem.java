package org.kalends.query.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import org.kalends.schemas.http.Problem;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/** The problem that another node answered with, to answer it here. */
final class RemoteProblem {
  private RemoteProblem() {}

  static ProblemException read(int status, InputStream body) throws IOException {
    ProblemType type = ProblemType.INTERNAL;
    String detail = "Another node failed; status=" + status;
    try (JsonParser json = Answer.JSON.createParser(body)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return new ProblemException(type, detail);
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        if (name.equals("type") && json.getText().startsWith(ProblemType.URI_PREFIX)) {
          type =
              ProblemType.ofSlug(json.getText().substring(ProblemType.URI_PREFIX.length()))
                  .orElse(type);
        } else if (name.equals("detail")) {
          detail = json.getText();
        } else {
          json.skipChildren();
        }
      }
    }
    return new ProblemException(Problem.of(type, detail));
  }
}
