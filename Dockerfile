# syntax=docker/dockerfile:1
# The service: the package @cotejo/server on Node, without npm. A release names its base by digest: docs/release.md.
ARG NODE_IMAGE=node:24-alpine

# The bundle is the same on every platform, so it is built on the one of the builder.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /build
COPY . .
ARG COMMIT=
ARG COMMIT_TIME=
RUN npm ci --ignore-scripts && COMMIT=${COMMIT} COMMIT_TIME=${COMMIT_TIME} node scripts/build.ts --only server

FROM ${NODE_IMAGE}
ARG COMMIT=
ARG VERSION=
LABEL org.opencontainers.image.title="Cotejo" \
      org.opencontainers.image.description="Applicant verification service: replicas and the operator's command" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.source="https://github.com/cotejo/cotejo" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}"
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-*
COPY --from=build /build/dist/server /opt/cotejo
RUN ln -s /opt/cotejo/dist/cotejo.js /usr/local/bin/cotejo \
 && ln -s /opt/cotejo/dist/cotejo-server.js /usr/local/bin/cotejo-server \
 && chmod +x /opt/cotejo/dist/cotejo.js /opt/cotejo/dist/cotejo-server.js
ENV NODE_ENV=production COTEJO_HOST=0.0.0.0
USER node
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
# The metrics port is plain HTTP, with and without TLS.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD \
  ["node", "--eval", "fetch('http://127.0.0.1:9464/_salud').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No signal opens a debugger.
CMD ["node", "--disable-sigusr1", "/opt/cotejo/dist/cotejo-server.js"]
