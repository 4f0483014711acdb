# syntax=docker/dockerfile:1

# A release names the image by its digest: see "Releasing" in CONTRIBUTING.md.
ARG NODE_IMAGE=node:24-alpine

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Only what runs: no tools, no tests, no script of any package, and nothing that only a peer asks for, as redis.
RUN npm ci --include=prod --omit=dev --omit=peer --ignore-scripts \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.md' \) -delete \
 && rm -rf node_modules/effect/src node_modules/effect/ai-docs node_modules/@effect/*/src

FROM ${NODE_IMAGE}
# Nothing is installed at run time.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-*
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY src src
# What `cotejo --version` adds to the version: docker build --build-arg COMMIT=$(git rev-parse --short HEAD)
ARG COMMIT=
RUN printf '%s' "$COMMIT" >commit
ENV NODE_ENV=production COTEJO_HOST=0.0.0.0
# The code is compiled once, here: without settings a replica loads all of it and exits with 1.
ENV NODE_COMPILE_CACHE=/app/node_modules/.cache/compiled
RUN node --disable-sigusr1 src/main.ts || test $? -eq 1
USER node
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
# Node runs the TypeScript as it is. The operator's command is `node src/cli.ts`.
# No signal opens a debugger.
CMD ["node", "--disable-sigusr1", "src/main.ts"]
