# syntax=docker/dockerfile:1

FROM node:24-alpine AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Only what runs: no tools, no tests, and no script of any package.
RUN npm ci --include=prod --omit=dev --ignore-scripts \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.md' \) -delete \
 && rm -rf node_modules/effect/src node_modules/effect/ai-docs node_modules/@effect/*/src \
 # A peer of the platform package that nothing here imports.
 && rm -rf node_modules/redis node_modules/@redis

FROM node:24-alpine
# Nothing is installed at run time.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn-*
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY src src
ENV NODE_ENV=production COTEJO_HOST=0.0.0.0
USER node
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
# Node runs the TypeScript as it is. The operator's command is `node src/cli.ts`.
CMD ["node", "src/main.ts"]
