/**
 * The HTTP contract as code: problem types, the route table and the server that serves it. {@link
 * org.kalends.schemas.http.HttpServer} is the door; ingest and query-service hand it their {@link
 * org.kalends.schemas.http.Route}s. The contract in words is {@code openapi.yaml}.
 */
@NullMarked
package org.kalends.schemas.http;

import org.jspecify.annotations.NullMarked;
