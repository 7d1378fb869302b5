# Palate in a container: docs/operations.md. Builds on amd64 and arm64.
ARG BASE=docker.io/library/node:24-bookworm-slim

# The package as it is published, but for one platform. Behind a registry of your own, the secret `npmrc` is npm's
# configuration while it installs.
FROM ${BASE} AS pack
WORKDIR /src
COPY . .
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --no-audit --no-fund
RUN npm run build -- --only palate \
    && find dist/palate/node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 \
       -not -path "*/linux/$(node -p process.arch)" -exec rm -rf {} + \
    && node build/pack.ts --only palate

# Installed as a user would, without the package's own Node.
FROM ${BASE} AS install
WORKDIR /opt/palate
COPY --from=pack /src/dist/palate-[0-9]*.tgz /tmp/palate.tgz
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm install --no-audit --no-fund --ignore-scripts /tmp/palate.tgz && rm -rf node_modules/node-linux-* node_modules/.bin/node

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
# Every 15 s, so without starting Node: that takes 20 times as much processor time.
HEALTHCHECK --interval=15s --timeout=6s --start-period=30s \
    CMD ["bash", "-c", "exec 3<> /dev/tcp/127.0.0.1/${PALATE_PORT:-8080} && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [[ $status == 200 ]]"]
