package org.kalends.schemas.http;

/** What answers the requests of one {@link Route}. Called on a virtual thread; may block. */
@FunctionalInterface
public interface Endpoint {
  /**
   * Answers the request through the exchange.
   *
   * @throws ProblemException when there is nothing but a problem to answer; only before the answer
   *     has begun
   * @throws java.io.IOException when the client is gone or its body breaks off
   */
  void answer(Exchange exchange) throws Exception;
}
