# Palate in a container: docs/operations.md. Builds on amd64 and arm64.
ARG BASE=docker.io/library/node:24-bookworm-slim

# The package as it is published, made from the sources.
FROM ${BASE} AS pack
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm run pack

# Installed as a user would, without what an image does not need: the package's own Node and the binaries of other
# platforms.
FROM ${BASE} AS install
WORKDIR /opt/palate
COPY --from=pack /src/dist/palate-[0-9]*.tgz /tmp/palate.tgz
RUN npm install --no-audit --no-fund --ignore-scripts /tmp/palate.tgz \
    && rm -rf node_modules/node-linux-* node_modules/.bin/node \
    && find node_modules/palate/node_modules/onnxruntime-node/bin -mindepth 2 -maxdepth 2 -not -name linux -exec rm -rf {} + \
    && find node_modules/palate/node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 \
       -not -name "$(node -p process.arch)" -exec rm -rf {} +

FROM ${BASE}
COPY --from=install /opt/palate /opt/palate
RUN ln -s /opt/palate/node_modules/palate/bin/palate.js /usr/local/bin/palate
# An empty directory: a volume in its place gets its owner.
RUN install -d -o 1000 -g 1000 /data
# The allocator's settings spare the launcher a second start: packages/cli/bin/palate.js.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=65536 \
    NODE_COMPILE_CACHE=/data/.compile-cache \
    PALATE_HOST=0.0.0.0 \
    PALATE_DATA_DIR=/data
USER 1000:1000
VOLUME /data
EXPOSE 8080
# Without a shell, so that SIGTERM reaches the service.
ENTRYPOINT ["node", "/opt/palate/node_modules/palate/bin/palate.js"]
CMD ["serve"]
# `palate health` would load the whole command each time.
HEALTHCHECK --interval=15s --timeout=6s --start-period=30s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PALATE_PORT || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
